import Foundation

/// Bytes as they can stand in a field of a form.
enum Base64Text {
  static func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Returns nil for what is none.
  static func decoded(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
