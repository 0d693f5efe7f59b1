/// The findings that a line of a note wants nobody to be told of: `<!-- vault-check: off link-dangling -->`, or the same
/// between `%%`.
package struct SilencedCodes {
  /// What every such line holds.
  package static let word = "vault-check"
  /// An empty one stands for all.
  private let names: [String]

  package init(line: some Collection<UInt8>) { names = Self.names(in: line) }

  /// Returns true when the line names the code, its rule, or none at all, which is all of them.
  package func hold(_ code: Diagnostic.Code) -> Bool {
    names.contains { name in
      name == code.rawValue || name.isEmpty
        || name.hasSuffix("*") && code.rawValue.hasPrefix(name.dropLast())
    }
  }

  /// The names behind each `vault-check: off` in a comment; an empty one where there is none.
  private static func names(in line: some Collection<UInt8>) -> [String] {
    let pieces = String(decoding: line, as: UTF8.self).split(separator: word + ":", omittingEmptySubsequences: false)
    return zip(pieces, pieces.dropFirst()).flatMap { before, behind -> [String] in
      guard ["<!--", "%%", "#"].contains(where: String(before).trimmingWhitespace.hasSuffix) else { return [] }
      let comment = behind.split(separator: "--").first?.split(separator: "%%").first ?? ""
      let words = comment.split { $0.isWhitespace || $0 == "," }.map(String.init)
      guard words.first == "off" else { return [] }
      return words.count == 1 ? [""] : Array(words.dropFirst())
    }
  }
}
