package dev.prodigy.e2e.crash;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/// The job with steps, a loop, a handler and a sub-workflow.
enum StepScene implements Scene {
    /// Its run, from an empty home.
    STEPS;

    @Override
    public String title() {
        return "steps";
    }

    @Override
    public void prepare(Sandbox sandbox, Lethal lethal) throws IOException {
        FixedJob.steps(sandbox);
    }

    @Override
    public List<String> command(Sandbox sandbox) {
        return List.of("run", sandbox.folder().resolve("steps.yml").toString(), "-o", "json");
    }

    @Override
    public Ended finish(Sandbox sandbox) throws IOException {
        return Inspection.begun(sandbox).isEmpty()
                ? Here.run(sandbox, command(sandbox))
                : Here.run(sandbox, "resume", "last", "-o", "json");
    }

    @Override
    public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
        var inspection = new Inspection(sandbox);
        inspection.assertSound();
        return Map.of(
                "status", ended.json().text("status"),
                "outputs", ended.json().text("outputs"),
                "end", Files.readString(sandbox.folder().resolve("trace.end")),
                "runs", Inspection.begun(sandbox).size(),
                "record", inspection.ask("runs", "show", "last").text("status"));
    }
}
