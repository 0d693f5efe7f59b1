extension VaultURL: CustomStringConvertible {
  /// The address with the scheme: `vault://note/Home.md#ideas`.
  package var description: String { Self.scheme + tail }

  /// The address as a path of the web page: `/note/Home.md#ideas`.
  package var path: String { "/" + tail }

  private var tail: String {
    var text = placeText
    var separator = "?"
    for (name, value) in parameters {
      guard let value else { continue }
      text += separator + name + "=" + Self.percentEncoded(value, keeping: "/:,")
      separator = "&"
    }
    if let heading { text += "#" + Self.percentEncoded(heading.utf8) }
    return text
  }

  private var placeText: String {
    switch place {
    case .note(let path): "note/" + Self.percentEncoded(path.bytes, keeping: "/")
    case .backlinks(let path): "backlinks/" + Self.percentEncoded(path.bytes, keeping: "/")
    case .file(let path): "file/" + Self.percentEncoded(path.bytes, keeping: "/")
    case .folder(let path): "folder/" + Self.percentEncoded(path.bytes, keeping: "/")
    case .tag(let name): "tag/" + Self.percentEncoded(name.utf8, keeping: "/")
    case .task(let handle): "task/" + handle
    case .day(let day): "day/\(day)"
    default: Self.simplePlaces.first { $0.value == place }?.key ?? ""
    }
  }

  private var parameters: [(name: String, value: [UInt8]?)] {
    let texts: [(String, String?)] = [
      ("q", query), ("sort", sort), ("cursor", cursor), ("tab", tab?.rawValue), ("days", days.map(String.init)),
      ("title", title), ("folder", folder), ("template", template), ("view", view?.rawValue),
      ("line", line.map(String.init)), ("steps", steps.map(String.init)), ("change", change.map(String.init)),
    ]
    return [("note", note?.bytes)] + texts.map { ($0, $1.map { Array($0.utf8) }) }
  }

  /// RFC 3986's unreserved characters stand as they are, and `keeping`; all other bytes are encoded.
  private static func percentEncoded(_ bytes: some Sequence<UInt8>, keeping: String = "") -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) || keeping.utf8.contains(byte) {
        text.append(byte)
      } else {
        text.append(percentEncoding: byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
