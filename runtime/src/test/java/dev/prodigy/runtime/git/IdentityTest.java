package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IdentityTest {
    @TempDir
    Path base;

    @Test
    void theUsersIdentityNeedsNothing() throws IOException {
        try (var repo = TempRepo.create(base)) {
            assertThat(identity(repo, Map.of()).variables()).isEmpty();
        }
    }

    @Test
    void withoutAnIdentityItIsProdigy() throws IOException {
        try (var repo = TempRepo.create(base)) {
            repo.git("config", "--unset", "user.name");
            repo.git("config", "--unset", "user.email");
            assertThat(identity(repo, Map.of()).variables())
                    .containsEntry("GIT_AUTHOR_NAME", "prodigy")
                    .containsEntry("GIT_AUTHOR_EMAIL", "prodigy@localhost")
                    .containsEntry("GIT_COMMITTER_NAME", "prodigy")
                    .containsEntry("GIT_COMMITTER_EMAIL", "prodigy@localhost");
        }
    }

    @Test
    void theEnvironmentCountsAsIdentity() throws IOException {
        try (var repo = TempRepo.create(base)) {
            repo.git("config", "--unset", "user.name");
            repo.git("config", "--unset", "user.email");
            assertThat(identity(repo, Map.of("GIT_AUTHOR_NAME", "Eve", "EMAIL", "eve@x"))
                            .variables())
                    .containsEntry("GIT_AUTHOR_NAME", "Eve")
                    .containsEntry("GIT_COMMITTER_NAME", "prodigy")
                    .containsEntry("GIT_AUTHOR_EMAIL", "eve@x");
        }
    }

    private static Identity identity(TempRepo repo, Map<String, String> environment) {
        var program = new GitProgram(repo.tmp());
        Git isolated = new Git() {
            @Override
            public GitResult run(GitCommand command) {
                return program.run(
                        command.with("GIT_CONFIG_GLOBAL", "/dev/null").with("GIT_CONFIG_NOSYSTEM", "1"));
            }

            @Override
            public GitDialogue open(GitCommand command) {
                return program.open(command);
            }

            @Override
            public Git within(GitExecution execution) {
                throw new UnsupportedOperationException();
            }
        };
        return Identity.of(isolated, new WorkTree(repo.root, repo.root.resolve(".git")), environment);
    }
}
