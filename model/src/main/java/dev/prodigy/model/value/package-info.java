/// JSON-like values, of which items, captures, parameters and events are made. Start with {@link Value}; {@link
/// FieldsWriter} and {@link FieldsReader} make and read objects.
package dev.prodigy.model.value;
