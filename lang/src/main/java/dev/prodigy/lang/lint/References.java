package dev.prodigy.lang.lint;

import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Segment;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Whether the names that a text reads can have values where it stands (spec 01 §7, "Owned names").
///
/// @param ids of all steps
/// @param kinds whose latest step can be read by their name
/// @param complete whether every step could be read: else only what is out of place whatever they are is reported, and
///     plain names that no unread step can have set
record References(Set<String> ids, Set<String> kinds, boolean complete, Report report) {
    /// Shorter names are near to too many others.
    private static final int SHORTEST = 3;

    /// Variables that shells and systems set, whatever the workflow calls its own.
    private static final Set<String> COMMON = Set.of(
            "HOME",
            "PATH",
            "USER",
            "LOGNAME",
            "SHELL",
            "TERM",
            "LANG",
            "TMPDIR",
            "TMP",
            "TEMP",
            "PWD",
            "OLDPWD",
            "HOSTNAME",
            "EDITOR",
            "UID",
            "EUID",
            "GID",
            "PPID",
            "RANDOM",
            "SECONDS",
            "LINENO",
            "IFS",
            "REPLY",
            "OPTARG",
            "OPTIND",
            "FUNCNAME",
            "BASH_SOURCE",
            "PIPESTATUS",
            "EPOCHSECONDS",
            "CI",
            "DEBUG",
            "PORT",
            "HOST");

    /// Reports a name that is out of place, or nearly that of something else.
    ///
    /// @param missing whether a missing value is no failure there
    /// @param at the place, asked for only when there is something to report
    void check(Path path, Visible names, boolean missing, Supplier<Report.Spot> at) {
        var first = path.first();
        var known = names.find(first);
        if (first.isEmpty() || first.startsWith("ARG_") || (known != null && known.members() == null)) {
            return;
        }
        var member = member(path);
        if (!complete
                && known == null
                && (member == null ? report.isMaybeMissed(first) : !Namespaces.OF_PLACES.contains(first))) {
            return;
        }
        if (known != null) {
            var members = known.members();
            if (member == null || members == null || members.contains(member)) {
                return;
            }
            if (known.open()) {
                nearMember(first, member, members, names, at);
            } else {
                noMember(first, member, known, at);
            }
        } else if (member == null || !outOfPlace(path, missing, at)) {
            nearMiss(first, names, at);
        }
    }

    private void noMember(String first, String member, Known known, Supplier<Report.Spot> at) {
        var members = known.members() == null ? Set.<String>of() : known.members();
        if (member.equals("exists") || (known.secret() && report.isMaybeSecret(member))) {
            return;
        }
        var spot = at.get();
        var near = Nearest.to(member, members);
        var suggestion = near == null ? null : first + "." + near;
        var lack = "`" + first + "` has no `" + member + "`";
        var reason = known.selected() ? lack + ": the call's `outputs` leaves it out" : lack;
        var message = known.secret() ? "no secret is called `" + member + "`" : reason;
        report.add((known.secret()
                        ? Problem.error(ProblemCode.UNDEFINED_REFERENCE, message, spot.span(), spot.path())
                        : Problem.warning(ProblemCode.UNSET_VARIABLE, message, spot.span(), spot.path()))
                .suggesting(suggestion)
                .hinting(suggestion != null ? null : known.secret() ? "Declare it in secrets." : allOf(members)));
    }

    /// Where other members may come at run time, only what is nearly one of the known ones is worth a word.
    private void nearMember(String first, String member, Set<String> members, Visible names, Supplier<Report.Spot> at) {
        var variable = names.find(member);
        if (member.equals("exists") || isOfOthers(member) || (variable != null && variable.plain())) {
            return;
        }
        var near = Nearest.to(member, members);
        if (near != null) {
            unset(first + "." + member, first + "." + near, at.get());
        }
    }

    private static String allOf(Set<String> members) {
        return "It has " + String.join(", ", members.stream().sorted().toList()) + ".";
    }

    /// @return whether the first name means something elsewhere, which has been reported
    private boolean outOfPlace(Path path, boolean missing, Supplier<Report.Spot> at) {
        var first = path.first();
        var places = Namespaces.PLACES.get(first);
        if (places != null) {
            undefined(at.get(), "`" + first + "` has no value here; its place: " + places, path);
            return true;
        }
        if (ids.contains(first)) {
            undefined(at.get(), "the step `" + first + "` has not run here; its values are there after it", path);
            return true;
        }
        if (kinds.contains(first) && !missing) {
            var what = first.equals("last") ? "no step" : "no " + first + " step";
            undefined(at.get(), what + " has run here before this text is filled", path);
            return true;
        }
        return kinds.contains(first);
    }

    private void undefined(Report.Spot at, String message, Path path) {
        report.add(Problem.error(ProblemCode.UNDEFINED_REFERENCE, message, at.span(), at.path())
                .hinting("For the literal text write $${" + path + "}."));
    }

    private void nearMiss(String name, Visible names, Supplier<Report.Spot> at) {
        if (isOfOthers(name)) {
            return;
        }
        var near = names.near(name);
        if (near != null) {
            unset(name, near, at.get());
        }
    }

    /// @return whether a name may well be set by someone else, whatever it resembles
    private static boolean isOfOthers(String name) {
        return name.length() < SHORTEST || COMMON.contains(name) || name.startsWith("PRODIGY_");
    }

    private void unset(String name, String near, Report.Spot spot) {
        report.add(Problem.warning(ProblemCode.UNSET_VARIABLE, "nothing sets `" + name + "`", spot.span(), spot.path())
                .suggesting(near));
    }

    /// @return whether a `.` and a name follow the first
    static boolean isDotted(Path path) {
        return member(path) != null;
    }

    private static @Nullable String member(Path path) {
        return path.segments().size() > 1 && path.segments().get(1) instanceof Segment.Name(String name) ? name : null;
    }
}
