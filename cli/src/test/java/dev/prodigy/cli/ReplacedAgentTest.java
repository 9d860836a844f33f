package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §4.4, §7; 02 §3.7: what an agent cost is not undone by what takes its step's place.
class ReplacedAgentTest {
    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            retry: {attempts: 2, initial_delay: 1ms, on_failure: {fallback: 'echo instead'}} | instead 0.25 m1 7 | {"model":"m1"},"value":0.5}
            on_failure: {strategy: fallback, shell: 'echo instead'}                          | instead 0.25 m1 7 | {"model":"m1"},"value":0.25}
            on_failure: {fallback: {agent: good, prompt: p}}                                 | said 0.125 m2 9   | {"model":"m1"},"value":0.25},{"labels":{"model":"m2"},"value":0.125}
            """)
    void itsFiguresStay(String reaction, String told, String cost) throws IOException {
        desk.with("PRODIGY_ISOLATION", "none");
        desk.file("bad.sh", "echo '{\"r\":\"no\",\"c\":0.25,\"m\":\"m1\",\"i\":7}'; exit 3\n");
        desk.file("good.sh", "echo '{\"r\":\"said\",\"c\":0.125,\"m\":\"m2\",\"i\":9}'\n");
        var rest =
                "output: jsonl, result_when: exists(r), result: r, report: {cost_usd: c, model: m, input_tokens: i}}";
        desk.file("flow.yml", """
                agents:
                  bad: {command: [sh, bad.sh], REST
                  good: {command: [sh, good.sh], REST
                commands:
                  - {bad: hi, id: s, %s}
                outputs: {told: "${s.output} ${s.cost_usd} ${s.model} ${s.usage.input_tokens}"}
                """.replace("REST", rest).formatted(reaction));

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.at("outputs.told")).hasToString(told);
        assertThat(desk.call("metrics last -o json").out()).contains(cost);
    }
}
