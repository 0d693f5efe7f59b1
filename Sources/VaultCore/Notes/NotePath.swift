#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file's path relative to the vault's root: `/`-separated, no leading or trailing `/`, no `.` or `..`.
///
/// Identity and order are those of the raw bytes as found on disk; `text` is for people.
package struct NotePath: Hashable, Sendable, Comparable {
  /// The path as found on disk, undecodable bytes replaced by U+FFFD.
  package let text: String
  /// The bytes on disk where `text` could not hold them; nil otherwise.
  package let undecodable: [UInt8]?

  package init(_ text: String) {
    self.text = text
    undecodable = nil
  }

  package init(bytes: some Collection<UInt8>) {
    self = bytes.withContiguousStorageIfAvailable { Self($0) } ?? Array(bytes).withUnsafeBufferPointer { Self($0) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let valid = String(validating: bytes, as: UTF8.self)
    text = valid ?? String(decoding: bytes, as: UTF8.self)
    undecodable = valid == nil ? Array(bytes) : nil
  }

  /// What to open: the path's exact bytes.
  package var bytes: [UInt8] { undecodable ?? Array(text.utf8) }

  package static func == (a: Self, b: Self) -> Bool {
    a.undecodable == b.undecodable && order(a.text, b.text) == 0
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  package static func < (a: Self, b: Self) -> Bool {
    if a.undecodable == nil, b.undecodable == nil {
      return order(a.text, b.text) < 0
    }
    return a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  /// The first eight bytes as a number: paths for which it differs are in its order.
  package var orderingPrefix: UInt64 {
    var text = text
    guard undecodable == nil else { return Self.prefix(of: bytes) }
    return text.withUTF8 { Self.prefix(of: $0) }
  }

  private static func prefix(of bytes: some Collection<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    var count = 0
    for byte in bytes.prefix(8) {
      prefix = prefix << 8 | UInt64(byte)
      count += 1
    }
    return prefix << UInt64(8 * (8 - count))
  }

  /// By bytes, as `memcmp`.
  private static func order(_ a: String, _ b: String) -> Int {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
      b.withUTF8 { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return a.count - b.count }
        let order = Int(memcmp(first, second, min(a.count, b.count)))
        return order == 0 ? a.count - b.count : order
      }
    }
  }

  /// The name with its extension.
  package var name: String {
    guard let slash = text.utf8.lastIndex(of: 0x2F) else { return text }
    return String(text[text.utf8.index(after: slash)...])
  }

  /// The folder, empty for the root.
  package var folder: String {
    guard let slash = text.utf8.lastIndex(of: 0x2F) else { return "" }
    return String(text[..<slash])
  }

  /// The folder, as found on disk; empty for the root.
  package var parent: NotePath {
    guard let undecodable else { return NotePath(folder) }
    return NotePath(bytes: undecodable[..<(undecodable.lastIndex(of: 0x2F) ?? 0)])
  }

  /// A file or folder in this folder, which may be the root.
  package func appending(_ name: some Collection<UInt8>) -> NotePath {
    text.isEmpty ? NotePath(bytes: name) : NotePath(bytes: bytes + [0x2F] + name)
  }

  /// Returns true when it lies in `folder`, or in one of its folders. By bytes: `é` may be written in two ways, which
  /// are two folders.
  package func isBelow(_ folder: NotePath) -> Bool {
    let (path, above) = (bytes, folder.bytes)
    return path.count > above.count && path[above.count] == 0x2F && path.starts(with: above)
  }

  /// The name without its extension; a name that is all extension (`.md`) stays whole.
  package var stem: String { Self.stem(of: name) }

  package static func stem(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: 0x2E), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// What stands behind the last dot of the name; empty where there is none.
  package var fileExtension: String { String(name.dropFirst(stem.count).dropFirst()) }

  /// The path without `.md` or `.markdown`; unchanged for other files.
  package var withoutNoteExtension: String {
    isNote ? String(text[..<(text.utf8.lastIndex(of: 0x2E) ?? text.endIndex)]) : text
  }

  /// The extensions of notes, as they are written.
  package static let noteExtensions = [".md", ".markdown"]

  /// True when the extension, in any case, is `md` or `markdown`.
  package var isNote: Bool { Self.isNoteName(text.utf8) }

  package static func isNoteName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    // Every name of a folder and of a link comes here, and generic code of the standard library would look its types up.
    func ends(_ suffix: StaticString) -> Bool {
      var i = name.endIndex
      for k in (0..<suffix.utf8CodeUnitCount).reversed() {
        guard i != name.startIndex else { return false }
        i = name.index(before: i)
        guard name[i].asciiLowered == suffix.utf8Start[k] else { return false }
      }
      return true
    }
    return ends(".md") || ends(".markdown")
  }
}

extension NotePath: CustomStringConvertible {
  package var description: String { text }
}
