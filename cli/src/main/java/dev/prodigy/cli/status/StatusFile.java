package dev.prodigy.cli.status;

import dev.prodigy.cli.output.Csv;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// How far a run is, as a file: the JSON document, or its members by their paths as CSV rows or a page that needs
/// nothing else.
final class StatusFile {
    private StatusFile() {}

    /// @param format `json`, `csv` or `html`
    static String text(Value.Fields document, String format) {
        return switch (format) {
            case "csv" -> csv(flat(document));
            case "html" -> html(flat(document));
            default -> Json.write(document) + "\n";
        };
    }

    private static String csv(Map<String, String> members) {
        var text = new StringBuilder(Csv.row(List.of("name", "value")));
        members.forEach((name, value) -> text.append(Csv.row(List.of(name, value))));
        return text.toString();
    }

    private static String html(Map<String, String> members) {
        var rows = new ArrayList<String>();
        members.forEach(
                (name, value) -> rows.add("<tr><th>" + escaped(name) + "</th><td>" + escaped(value) + "</td></tr>"));
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>%s</title>
                <style>body{font:14px sans-serif}th{text-align:left;font-weight:normal;color:#666;padding-right:2em}</style>
                </head><body><h1>%s</h1><table>
                %s
                </table></body></html>
                """.formatted(
                        escaped(members.getOrDefault("run_id", "")),
                        escaped(members.getOrDefault("workflow", "")),
                        String.join("\n", rows));
    }

    private static String escaped(String text) {
        return Printable.text(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static SequencedMap<String, String> flat(Value.Fields document) {
        var members = new LinkedHashMap<String, String>();
        document.members().forEach((name, value) -> add(members, name, value));
        return members;
    }

    private static void add(Map<String, String> members, String path, Value value) {
        switch (value) {
            case Value.Fields(var inner) -> inner.forEach((name, each) -> add(members, path + "." + name, each));
            case Value.Items(var values) -> {
                for (int i = 0; i < values.size(); i++) {
                    add(members, path + "." + i, values.get(i));
                }
            }
            case Value.Text(var text) -> members.put(path, text);
            case Value.Null _ -> members.put(path, "");
            case Value.Num _, Value.Bool _ -> members.put(path, Json.write(value));
        }
    }
}
