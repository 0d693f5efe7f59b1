import VaultCore

/// Reads a note's properties back from the JSON that its record keeps, members in the order written.
///
/// Whole numbers keep all their digits. What is no JSON, as after damage to the index, is `null`.
enum PropertiesJSON {
  static func value(_ json: [UInt8]) -> RecordValue {
    do {
      return RecordValue(try JSONReader.read(json))
    } catch {
      return .null
    }
  }
}
