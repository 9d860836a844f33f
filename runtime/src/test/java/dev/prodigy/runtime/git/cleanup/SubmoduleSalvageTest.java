package dev.prodigy.runtime.git.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Work saved in the repositories of submodules is cleaned like that in the user's own (spec 03 §12), but not what
/// commits there are made of.
final class SubmoduleSalvageTest {
    private static final String SAVED = "refs/prodigy/salvage/run-1/";
    private static final String UPDATE = "git -c protocol.file.allow=always submodule --quiet ";

    @TempDir
    Path base;

    private TempRepo repo;
    private SalvageRefs salvage;
    private Path lib;

    /// The submodule `lib` has a submodule `in`.
    @BeforeEach
    void make() throws IOException {
        var inner = Files.createDirectories(base.resolve("inner"));
        var outer = Files.createDirectories(base.resolve("outer"));
        for (var each : List.of(inner, outer)) {
            TempRepo.sh(each, "git init -q -b main; git config user.name u; git config user.email u@x");
            TempRepo.commit(each, "file", "1");
        }
        TempRepo.sh(outer, UPDATE + "add '%s' in; git commit -q -m in".formatted(inner));
        repo = TempRepo.create(Files.createDirectories(base.resolve("app")));
        TempRepo.sh(repo.root, UPDATE + "add '%s' lib; git commit -q -m lib".formatted(outer));
        TempRepo.sh(repo.root, UPDATE + "update --init --recursive");
        lib = repo.root.resolve("lib");
        for (var each : List.of(lib, lib.resolve("in"))) {
            TempRepo.sh(each, "git config user.name u; git config user.email u@x");
        }
        salvage = new SalvageRefs(repo.open());
    }

    @AfterEach
    void close() {
        repo.close();
    }

    /// Commits in a submodule what only a reference to saved work keeps.
    private void save(Path module, String name) {
        TempRepo.commit(module, "file", name);
        TempRepo.gitIn(module, "update-ref", SAVED + name, "HEAD");
    }

    private void goBack(Path module) {
        TempRepo.gitIn(module, "reset", "-q", "--hard", "HEAD^");
    }

    private List<String> listed() {
        return salvage.list().stream().map(SalvageRefs.Entry::title).toList();
    }

    @Test
    void whatNothingIsMadeOfIsListedAndThrownAway() {
        save(lib, "session");
        goBack(lib);
        save(lib.resolve("in"), "item-001-1");
        goBack(lib.resolve("in"));
        assertThat(listed()).containsExactly("lib: " + SAVED + "session", "lib/modules/in: " + SAVED + "item-001-1");
        assertThat(salvage.list()).allSatisfy(each -> assertThat(each.runId()).isEqualTo("run-1"));
        salvage.list().forEach(each -> assertThat(salvage.delete(each)).isTrue());
        assertThat(listed()).isEmpty();
        assertThat(TempRepo.gitIn(lib, "for-each-ref", SAVED)).isEmpty();
    }

    @Test
    void whatACommitNamesIsKept() {
        repo.git("checkout", "-q", "-b", "work");
        save(lib, "session");
        repo.git("commit", "-q", "-a", "-m", "bump");
        save(lib, "later");
        TempRepo.gitIn(lib, "reset", "-q", "--hard", "HEAD~2");
        repo.git("checkout", "-q", "main");
        assertThat(listed()).as("the later one leads to the other").isEmpty();
        repo.git("branch", "-q", "-D", "work");
        assertThat(listed()).hasSize(2);
    }

    @Test
    void whatACommitOfTheOuterSubmoduleNamesIsKept() {
        save(lib.resolve("in"), "item-001-1");
        TempRepo.gitIn(lib, "commit", "-q", "-a", "-m", "bump");
        TempRepo.gitIn(lib, "update-ref", SAVED + "session", "HEAD");
        goBack(lib.resolve("in"));
        TempRepo.gitIn(lib, "checkout", "-q", "--detach", "HEAD^");
        TempRepo.gitIn(lib, "branch", "-q", "-f", "main", "HEAD");
        assertThat(listed()).containsExactly("lib: " + SAVED + "session");
        salvage.delete(salvage.list().getFirst());
        assertThat(listed()).containsExactly("lib/modules/in: " + SAVED + "item-001-1");
    }

    /// As `git submodule update` leaves it.
    @Test
    void whatACommitNamesIsKeptThoughItIsCheckedOutToo() {
        save(lib, "session");
        repo.git("commit", "-q", "-a", "-m", "bump");
        TempRepo.gitIn(lib, "checkout", "-q", "--detach");
        TempRepo.gitIn(lib, "branch", "-q", "-f", "main", "HEAD^");
        assertThat(listed()).isEmpty();
        TempRepo.gitIn(lib, "tag", "held");
        assertThat(listed()).as("a tag has it").containsExactly("lib: " + SAVED + "session");
    }

    @Test
    void whatTheSubmoduleHasBesidesIsThrownAway() {
        save(lib, "session");
        repo.git("commit", "-q", "-a", "-m", "bump");
        assertThat(listed()).as("a branch has it").containsExactly("lib: " + SAVED + "session");
    }
}
