package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An output that a call demands of the other workflow (spec 01 §12).
///
/// @param place of its name
public record WantedOutput(Text name, Place place) {
    public static final Key<List<WantedOutput>> OUTPUTS =
            Key.of("outputs", Lists.oneOrMany(new Named()), "Names that the other workflow must give.");

    /// @return the names as they are written
    public static List<String> names(List<WantedOutput> wanted) {
        return wanted.stream().map(each -> each.name().source()).toList();
    }

    private static final class Named implements Shape<WantedOutput> {
        @Override
        public @Nullable WantedOutput read(Node node, Place place) {
            var name = Texts.TEXT.read(node, place);
            return name == null ? null : new WantedOutput(name, place);
        }

        @Override
        public String expects() {
            return Texts.TEXT.expects();
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return Texts.TEXT.schema(definitions);
        }

        @Override
        public Value normal(Node node, Decoding decoding) {
            return Texts.TEXT.normal(node, decoding);
        }
    }
}
