import CWebAssets
import VaultCore

/// The schemas of the records that are printed, as the project's documentation has them.
enum RecordSchemas {
  /// JSON Schemas by their names: `note`.
  static let all: [(name: String, schema: JSONValue)] = (0..<web_schema_count()).map { index in
    let schema = web_schema(index)
    let bytes = Array(UnsafeBufferPointer(start: schema.start, count: schema.size))
    do throws(JSONError) {
      return (String(cString: schema.name), try JSONReader.read(bytes))
    } catch {
      fatalError("the schema \(String(cString: schema.name)) is no JSON: \(error)")
    }
  }
}
