/// JSONPath (RFC 9535), within bounds that no query can exceed. Start with {@link JsonPath}; {@link StreamingPath}
/// reads the items of a document one by one, in constant memory (spec 03 §3).
package dev.prodigy.lang.jsonpath;
