package dev.prodigy.lang.shell;

import java.util.List;
import java.util.Map;

public sealed interface ShellText {
    record Ready(String script, Map<String, String> environment, List<SideFile> f) implements ShellText {
        public List<SideFile> files(String d) {
            return f;
        }
    }

    record Refused(String code, String message, int offset) implements ShellText {}

    static ShellText of(ShellRequest r) {
        return new Refused("X", r.text(), 0);
    }
}
