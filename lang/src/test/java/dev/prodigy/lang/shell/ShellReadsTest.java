package dev.prodigy.lang.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellReadsTest {
    /// Only an assignment that takes place whatever happens makes a name the text's own for certain.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiterString = " => ", textBlock = """
            echo $c                       => true
            echo "$c" # x                 => true
            echo x # $c                   => false
            echo '#' $c                   => true
            echo x#$c                     => true
            echo `x # $c` $c              => true
            echo ${c}                     => false
            echo x # ${c}                 => false
            c=1; echo $c                  => false
            c=$(date; true); echo $c      => false
            c=$c; true                    => true
            echo $c; c=1                  => true
            c=1 echo $c                   => true
            c=1 & echo $c                 => true
            true && c=1; echo $c          => true
            true || c=1; echo $c          => true
            true | c=1; echo $c           => true
            if x; then c=1; fi; echo $c   => true
            (c=1); echo $c                => true
            echo $(c=1); echo $c          => true
            f() { c=1; }; echo $c         => true
            if x; then y; fi; c=1; echo $c => false
            c+=1; echo $c                 => true
            c[0]=1; echo $c               => true
            cc=1; echo $c                 => true
            c=1 d=$c; true                => true
            c=1 && echo $c                => true
            c=1 && x & echo $c            => true
            for c in 1 2; do echo $c; done            => true
            while read -r c; do echo "$c"; done       => true
            { c=1; echo $c; }; echo $c                => true
            f() { local c=1; echo $c; }; f            => true
            if x; then c=1; else c=2; fi; echo $c     => true
            export c=1; echo $c                       => true
            echo '$c'                                 => false
            echo $'$c'                                => false
            sh -c 'echo $c'                           => true
            echo '$c' > x.sh                          => true
            echo "'$c'"                               => true
            cat <<X⏎'$c'⏎X                            => true
            cat <<'X'⏎$c⏎X                            => false
            """)
    void commentsPlaceholdersAndOwnNamesAreNoReads(String text, boolean reads) {
        var found = ShellReads.of(text.replace('⏎', '\n'), body -> body.equals("c"));
        assertThat(found.before("c").contains("$c")).as(text).isEqualTo(reads);
    }

    /// Another program, or a file, may hand it on to a shell that knows the name.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiterString = " => ", textBlock = """
            echo '$${d}'                  => false
            echo "\\${d}"                 => false
            echo "\\\\${d%x}"             => true
            echo "\\\\\\${d%x}"           => false
            echo $'$${d}' \\${d}          => false
            cat <<'X'⏎$${d}⏎X             => false
            cat <<X⏎\\${d}⏎X              => false
            cat <<X⏎$${d}⏎X               => true
            echo "$${d}"                  => true
            echo $${d}                    => true
            echo `echo \\${d}`            => true
            echo "${d%x}"                 => true
            bash -c 'echo $${d}'          => true
            echo '$${d}' | envsubst       => true
            echo "\\${d}" > x.sh          => true
            """)
    void escapedBracesAreNoReads(String text, boolean reads) {
        var found = ShellReads.of(text.replace('⏎', '\n'), body -> body.equals("d"));
        assertThat(found.before("d").contains("${d")).as(text).isEqualTo(reads);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiterString = " => ", textBlock = """
            echo x; test -e y && exit 3   => false
            if test -e x; then cat y; fi  => false
            sh x.sh                       => true
            echo $(./x)                   => true
            echo x | $y                   => true
            /bin/echo x                   => true
            """)
    void onlyWellKnownCommandsDoNotLookIntoTheirEnvironment(String text, boolean looks) {
        assertThat(ShellReads.of(text, _ -> false).runsOthers()).as(text).isEqualTo(looks);
    }
}
