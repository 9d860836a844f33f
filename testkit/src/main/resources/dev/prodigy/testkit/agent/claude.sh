#!/bin/sh
# A stand-in for the claude program: speaks stream-json and behaves as the prompt (or FAKE_AGENT) says.
# Words that begin with "agent:" are carried out from left to right; FakeAgent documents them.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
item=${PRODIGY_ITEM_ID:-none}
attempt=${PRODIGY_ITEM_ATTEMPT:-1}

# The prompt is the last argument that is no option, else what stands on stdin.
prompt=
while [ $# -gt 0 ]; do
  case $1 in
    --model | --permission-mode | --output-format) shift 2 ;;
    --*) shift ;;
    *) prompt=$1; shift ;;
  esac
done
[ -n "$prompt" ] || prompt=$(cat)
printf '%s %s %s\n' "$item" "$attempt" "${PRODIGY_ATTEMPT:-1}" >>"$here/calls.log"

say() { printf '{"type":"assistant","message":{"model":"fake-1","content":[{"type":"text","text":"%s"}]}}\n' "$1"; }

# result IS_ERROR SUBTYPE TEXT
result() {
  printf '{"type":"result","subtype":"%s","is_error":%s,"result":"%s","num_turns":1,"total_cost_usd":0.01,"usage":{"input_tokens":10,"output_tokens":5}}\n' \
    "$2" "$1" "$3"
}

commit() {
  printf "%s\n" "$item" >"$1" || exit 1
  git add -- "$1" && git commit --quiet --message "$1 by the fake agent" || exit 1
}

behave() {
  case $1 in
    agent:commit) commit "$item.txt" ;;
    agent:commit=*) commit "${1#*=}" ;;
    agent:leave=*) printf '%s\n' "$item" >"${1#*=}" ;;
    agent:slow=*) sleep "${1#*=}" ;;
    agent:big=*)
      n=0
      while [ "$n" -lt "${1#*=}" ]; do n=$((n + 1)); say "line $n of a long answer"; done
      ;;
    agent:hang)
      trap '' TERM INT HUP
      setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done' &
      while :; do sleep 1; done
      ;;
    agent:fail) result true success "the fake agent could not do it"; exit 0 ;;
    agent:exit=*) result false success "done"; exit "${1#*=}" ;;
    agent:truncate) exit 0 ;;
    agent:limit=*)
      if [ ! -e "$here/limited-$item" ]; then
        : >"$here/limited-$item"
        result true success "Claude AI usage limit reached|$(($(date +%s) + ${1#*=}))"
        exit 1
      fi
      ;;
    agent:until=*)
      behaviour=${1#*=}
      last=${behaviour%%:*}
      [ "$attempt" -ge "$last" ] || behave "agent:${behaviour#*:}"
      ;;
    agent:*) printf 'fake agent: unknown word %s\n' "$1" >&2; exit 64 ;;
  esac
}

printf '{"type":"system","subtype":"init","model":"fake-1"}\n'
say "I begin with $item"
set -f
for word in ${FAKE_AGENT:-$(printf '%.4096s' "$prompt")}; do
  case $word in agent:*) behave "$word" ;; esac
done
result false success "done with $item"
