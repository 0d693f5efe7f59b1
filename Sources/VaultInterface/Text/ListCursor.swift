import Foundation
import VaultCore
import VaultStore

/// A place in a list as a text that programs hand back to get what follows. It holds all that there is to know: nothing is kept
/// for it.
package enum ListCursor {
  /// What a list was asked for: a place in it means nothing in another.
  package struct Question: Sendable {
    fileprivate let hash: String

    package init(_ query: String, sort: String) {
      hash = StableHash("\(query)\u{0}\(sort)".utf8).text
    }
  }

  package static func text(_ place: ListPlace, in question: Question) -> String {
    var json = JSONWriter()
    let values = place.values.map { value -> JSONValue in
      switch value {
      case .number(let number): .object([.init("n", .text(String(number.bitPattern, radix: 16)))])
      case .integer(let number): .number(String(number))
      case .text(let text): .text(text)
      case .none: .null
      }
    }
    JSONValue.list([
      .text(question.hash), .bool(place.isPinned), .list(values), .text(Data(place.path.bytes).base64EncodedString()),
    ]).write(to: &json)
    // RFC 4648's alphabet for addresses, without padding.
    return Data(json.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  /// Throws `ListPlaceError` for a text that is no place in this list.
  package static func place(_ text: String, in question: Question) throws(ListPlaceError) -> ListPlace {
    guard let bytes = decoded(text.replacing("-", with: "+").replacing("_", with: "/")),
      let value = try? JSONReader.read(bytes), let parts = value.list, parts.count == 4,
      parts[0].text == question.hash, let isPinned = parts[1].bool, let values = parts[2].list,
      let path = parts[3].text.flatMap(decoded)
    else { throw ListPlaceError() }
    var found: [ListPlace.Value] = []
    for value in values {
      switch value {
      case .null: found.append(.none)
      case .text(let text): found.append(.text(text))
      case .number(let text):
        guard let number = Int64(text) else { throw ListPlaceError() }
        found.append(.integer(number))
      default:
        guard let bits = value["n"]?.text.flatMap({ UInt64($0, radix: 16) }) else { throw ListPlaceError() }
        found.append(.number(Double(bitPattern: bits)))
      }
    }
    return ListPlace(isPinned: isPinned, values: found, path: NotePath(bytes: path))
  }

  private static func decoded(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).map(Array.init)
  }
}
