package dev.prodigy.cli.validate;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.Arrays;
import java.util.List;

/// One thing that is checked, for `validate --rules` (spec 01 §14, 05 §3).
///
/// @param severity `error`, `warning`, or both where the place decides
/// @param meaning what is wrong or doubtful then
record Rule(ProblemCode code, String severity, String meaning) {
    private static final int CODE_WIDTH = 24;
    private static final int SEVERITY_WIDTH = 16;

    /// @return all of them
    static List<Rule> all() {
        return Arrays.stream(ProblemCode.values()).map(Rule::of).toList();
    }

    /// @return one line for people
    String line() {
        return padded(code.name(), CODE_WIDTH) + padded(severity, SEVERITY_WIDTH) + meaning;
    }

    /// @return the JSON object
    Value.Fields toValue() {
        return new FieldsWriter()
                .put("code", code.name())
                .put("severity", severity)
                .put("meaning", meaning)
                .done();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    private static Rule of(ProblemCode code) {
        return switch (code) {
            case UNREADABLE -> error(code, "no such file, not UTF-8, or not YAML");
            case DUPLICATE_KEY -> error(code, "the same key twice in one mapping");
            case WRONG_DOCUMENT -> error(code, "an empty document, a wrong root, an unknown mode");
            case INVALID_VALUE -> error(code, "a value of the wrong type, or outside its range or set");
            case CONFLICTING_KEYS -> error(code, "keys that exclude each other");
            case INVALID_PATTERN -> error(code, "a regular expression, JSONPath or glob that cannot be read");
            case UNDEFINED_REFERENCE ->
                error(code, "a step, profile, parameter, template or handler that is not there");
            case FILE_NOT_FOUND -> error(code, "an import, base or required file that is not there");
            case COMPOSITION_CYCLE -> error(code, "files that import or extend each other in a circle");
            case TOO_LARGE -> error(code, "more than 10 MiB, 100 levels or 1000 aliases");
            case MISSING_FIELD -> error(code, "something that must be said is not");
            case REMOVED -> error(code, "a form that no longer exists");
            case UNKNOWN_KEY -> new Rule(code, "error or warning", "a key that means nothing here");
            case WRONG_MODE_KEY -> error(code, "a key of another mode");
            case DUPLICATE_ID -> error(code, "an id used twice");
            case RESERVED_NAME -> error(code, "a name that is taken by the language or the environment");
            case MISSING_PARAMETER -> error(code, "a required parameter was not given");
            case UNKNOWN_PARAMETER -> error(code, "a parameter that nothing declares or uses");
            case INVALID_PARAMETER -> error(code, "a parameter of the wrong type, or one its validation refuses");
            case INVALID_EXPRESSION -> error(code, "an expression or placeholder that cannot be read");
            case INVALID_DURATION -> error(code, "a duration without a unit, or in another form than 1h30m");
            case DUPLICATE_DURATION -> error(code, "the same duration with and without _ms");
            case LEGACY_FORM -> warning(code, "an old spelling");
            case NO_EVIDENCE ->
                warning(code, "an agent step without evidence of success: commit, validation or schema");
            case RETRY_EXPLOSION -> warning(code, "layers of retries that multiply to more than 20 executions");
            case RETRY_EXCEEDS_TIMEOUT -> warning(code, "attempts and waits that do not fit the timeout around them");
            case THRESHOLD_NEVER_TRIPS -> warning(code, "a rate or count that cannot be reached");
            case BREAKER_NEVER_RECOVERS -> warning(code, "a breaker that is open longer than the run may last");
            case HOPELESS_RETRY -> warning(code, "retries of what does not heal: validation, authentication, a limit");
            case UNBOUNDED_AGENTS -> warning(code, "agents in map without max_parallel");
            case NO_BUDGET -> warning(code, "more than 20 agents without a budget");
            case COMMITS_WITHOUT_HANDLER -> warning(code, "parallel items must commit and conflicts have no handler");
            case SECRET_IN_COMMAND -> warning(code, "a secret on a command line");
            case SECRET_IN_FILE -> warning(code, "a secret written literally in the file");
            case UNUSED_CAPTURE -> warning(code, "a captured value that nothing uses");
            case UNSET_VARIABLE -> warning(code, "a variable that nothing sets, or nearly the name of one");
            case ESCAPES_WORKTREE -> warning(code, "an absolute path or `cd ..` in an isolated step");
            case POLICY_CONFLICT -> warning(code, "parts that cannot work together");
            case NO_EFFECT -> warning(code, "accepted, but without effect here");
            case TIMEOUT_NESTING -> warning(code, "an inner timeout that is longer than the outer one");
            case NESTED_RETRY -> warning(code, "retries inside of retries");
            case SHELL_SPLICE -> warning(code, "data inside of code that another program runs");
            case LIST_AS_WORD -> warning(code, "a loop over a list without :words");
            case SHADOWED_NAME -> warning(code, "a script assigns a name that the workflow owns");
            case HIDDEN_PARAMETER -> warning(code, "an env entry that hides a parameter");
        };
    }

    private static Rule error(ProblemCode code, String meaning) {
        return new Rule(code, "error", meaning);
    }

    private static Rule warning(ProblemCode code, String meaning) {
        return new Rule(code, "warning", meaning);
    }
}
