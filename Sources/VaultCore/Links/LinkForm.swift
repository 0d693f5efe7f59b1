/// How a link's text names a file: what a person chose, and what stays when the file has moved.
enum LinkForm: Hashable {
  /// The name alone.
  case name
  /// The path's last components, so many of them.
  case ending(Int)
  case fromRoot(withSlash: Bool)
  /// From the folder of the note that holds the link; with dots also where it needs none.
  case relative(withDots: Bool)

  /// `text`: the path as it is read, decoded. Nil where it does not name `file` from there (an alias does not).
  init?(_ text: String, from note: NotePath, to file: NotePath, isDestination: Bool) {
    let parts = LinkResolver.components(text)
    guard let first = parts.first else { return nil }
    let isFromRoot = Self.leads(parts, from: "", to: file)
    let isRelative = Self.leads(parts, from: note.folder, to: file)
    if text.utf8.first == 0x2F {
      guard isFromRoot else { return nil }
      self = .fromRoot(withSlash: true)
    } else if first == "." || first == ".." {
      guard isRelative else { return nil }
      self = .relative(withDots: true)
    } else if isDestination, isRelative {
      // What every reader of Markdown understands.
      self = .relative(withDots: false)
    } else if parts.count == 1 {
      guard Self.names(parts[0], file) else { return nil }
      self = .name
    } else if isFromRoot {
      self = .fromRoot(withSlash: false)
    } else if isRelative {
      self = .relative(withDots: false)
    } else {
      let own = LinkResolver.components(file.text)
      guard parts.count <= own.count else { return nil }
      let folder = own.dropLast(parts.count).joined(separator: "/")
      guard Self.leads(parts, from: folder, to: file) else { return nil }
      self = .ending(parts.count)
    }
  }

  /// Returns true when the text leads there by itself, without a search for the name; `inCase`: also for who minds the
  /// case.
  static func isExact(
    _ text: String, from note: NotePath, to file: NotePath, inCase: Bool = false
  ) -> (fromRoot: Bool, relative: Bool) {
    let parts = LinkResolver.components(text)
    let hasSlash = text.utf8.first == 0x2F
    return (
      leads(parts, from: "", to: file, inCase: inCase),
      !hasSlash && leads(parts, from: note.folder, to: file, inCase: inCase)
    )
  }

  /// Texts that name `file` in this form, the best first; `note` holds the link. Each is still to be tried: another
  /// file may be found by it.
  func texts(of file: NotePath, from note: NotePath, withExtension: Bool) -> [(text: String, mustBeOnly: Bool)] {
    let path = withExtension ? file.text : file.withoutNoteExtension
    let parts = LinkResolver.components(path)
    switch self {
    case .name: return [(parts.last ?? path, true)]
    case .ending(let count): return [(parts.suffix(count).joined(separator: "/"), true)]
    case .fromRoot(let withSlash): return [(withSlash ? "/" + path : path, false)]
    case .relative(let withDots):
      let plain = Self.relative(parts, to: LinkResolver.components(note.folder))
      let dotted = plain.hasPrefix("../") ? plain : "./" + plain
      return withDots ? [(dotted, false)] : [(plain, false), (dotted, false)]
    }
  }

  private static func relative(_ path: [String], to folder: [String]) -> String {
    var common = 0
    while common < folder.count, common + 1 < path.count, folder[common].utf8.elementsEqual(path[common].utf8) {
      common += 1
    }
    let up = Array(repeating: "..", count: folder.count - common)
    return (up + path[common...]).joined(separator: "/")
  }

  private static func leads(
    _ parts: [String], from folder: String, to file: NotePath, inCase: Bool = false
  ) -> Bool {
    guard let path = LinkResolver.join(LinkResolver.components(folder), parts) else { return false }
    if inCase {
      return path.utf8.elementsEqual(file.text.utf8) || path.utf8.elementsEqual(file.withoutNoteExtension.utf8)
    }
    let key = LinkResolver.key(path)
    return key == LinkResolver.key(file.text) || key == LinkResolver.key(file.withoutNoteExtension)
  }

  private static func names(_ name: String, _ file: NotePath) -> Bool {
    let key = LinkResolver.key(name)
    return key == LinkResolver.key(file.name) || file.isNote && key == LinkResolver.key(file.stem)
  }
}
