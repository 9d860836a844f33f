package dev.prodigy.lang.load;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.model.workflow.Parameter;
import java.util.List;
import java.util.regex.Pattern;

/// The names that values can be given to: those that a workflow declares, and those that it uses somewhere (spec 01
/// §12). Any other is a typing error, which would silently leave a default in place.
public final class ParameterNames {
    private final List<String> declared;
    private final String text;

    /// @param normalForm of the same workflow
    public ParameterNames(Header header, Value normalForm) {
        this.declared = header.parameters().stream().map(Parameter::name).toList();
        this.text = Json.write(normalForm);
    }

    /// @return the declared names
    public List<String> declared() {
        return declared;
    }

    /// @return whether the workflow declares or uses the name
    public boolean isKnown(String name) {
        return declared.contains(name)
                || Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                        .matcher(text)
                        .find();
    }
}
