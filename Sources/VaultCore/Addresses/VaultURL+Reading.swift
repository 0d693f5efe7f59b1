extension VaultURL {
  /// Reads `vault://X` and `/X`. Each part is percent-decoded once. Unknown parameters are passed over, and of a
  /// parameter that stands twice the first counts.
  package init(_ text: String) throws(VaultURLError) {
    let rest: Substring
    if text.hasPrefix(Self.scheme) {
      rest = text.dropFirst(Self.scheme.count)
    } else if text.hasPrefix("/") {
      rest = text.dropFirst()
    } else {
      throw .noAddress(text)
    }
    let (beforeFragment, fragment) = rest.divided(at: "#")
    let (path, query) = beforeFragment.divided(at: "?")
    let (name, argument) = path.divided(at: "/")
    self.init(try Self.place(named: String(name), argument))
    if case .note = place, let fragment, !fragment.isEmpty { heading = try Self.text(fragment, parameter: "#") }
    try read(query ?? "")
  }

  /// The place of every name. A name that stands alone gets nil or an empty `argument`.
  private static func place(named name: String, _ argument: Substring?) throws(VaultURLError) -> Place {
    switch name {
    case "note": return .note(try path(argument, of: name))
    case "backlinks": return .backlinks(try path(argument, of: name))
    case "file": return .file(try path(argument, of: name))
    case "folder": return .folder(argument == nil || argument == "" ? NotePath("") : try path(argument, of: name))
    case "tag": return .tag(try tag(argument, of: name))
    case "task":
      let typed = try path(argument, of: name).text
      guard let handle = TaskHandle.normalized(typed) else { throw .badPath(typed, place: name) }
      return .task(handle: handle)
    case "day":
      let typed = try path(argument, of: name).text
      guard let day = CivilDate(typed) else { throw .badPath(typed, place: name) }
      return .day(day)
    default: break
    }
    guard let place = simplePlaces[name] else {
      throw .unknownPlace(name, nearest: Suggestion.nearest(to: name, among: names))
    }
    if let argument, !argument.isEmpty { throw .badPath(String(argument), place: name) }
    return place
  }

  /// The places that nothing stands behind.
  static let simplePlaces: [String: Place] = [
    "": .notes, "search": .search, "new": .newNote, "today": .today, "tasks": .tasks, "agenda": .agenda, "tags": .tags,
    "graph": .graph, "select": .select, "trash": .trash, "history": .history, "settings": .settings, "doctor": .doctor,
    "stats": .stats,
    "sync": .sync,
  ]

  private static let names =
    simplePlaces.keys.filter { !$0.isEmpty }.sorted() + ["note", "backlinks", "file", "folder", "tag", "task", "day"]

  /// A path of one part or more. What could leave the vault, or hides in it, is refused here once and
  /// for all front ends: empty parts, parts that begin with a dot, and NUL.
  private static func path(_ text: (some StringProtocol)?, of place: String) throws(VaultURLError) -> NotePath {
    guard let text, !text.isEmpty else { throw .badPath("", place: place) }
    var path: [UInt8] = []
    for part in Substring(text).pathNames(omittingEmpty: false) {
      guard let bytes = percentDecoded(part.utf8), !bytes.isEmpty, bytes.first != 0x2E, !bytes.contains(0),
        !bytes.contains(0x2F)
      else { throw .badPath(String(text), place: place) }
      if !path.isEmpty { path.append(0x2F) }
      path += bytes
    }
    return NotePath(bytes: path)
  }

  /// A tag's name, in which a level may be empty: `a/`. In notebooks of zk it may be of several words.
  private static func tag(_ text: Substring?, of place: String) throws(VaultURLError) -> String {
    guard let text, let bytes = percentDecoded(text.utf8), let tag = String(validating: bytes, as: UTF8.self),
      TagGrammar.holdsOnlyTagWords(tag)
    else { throw .badPath(String(text ?? ""), place: place) }
    return tag
  }

  private mutating func read(_ parameters: Substring) throws(VaultURLError) {
    var seen: Set<String> = []
    for parameter in parameters.split(separator: "&") {
      let (name, value) = parameter.divided(at: "=")
      guard seen.insert(String(name)).inserted else { continue }
      // Forms write a blank as `+`.
      let plain = (value ?? "").replacing("+", with: " ")
      if name == "note", place == .graph {
        // An empty field of a form names no note.
        note = plain.isEmpty ? nil : try Self.path(plain, of: String(name))
      } else {
        try set(String(name), try Self.text(plain, parameter: String(name)))
      }
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(VaultURLError) {
    switch (name, place) {
    case ("q", .notes), ("q", .search), ("q", .tasks), ("q", .select): query = value
    case ("sort", .notes), ("sort", .select): sort = value
    case ("cursor", .notes), ("cursor", .search), ("cursor", .tasks), ("cursor", .folder), ("cursor", .select):
      cursor = value
    case ("steps", .graph): steps = try Self.number(value, parameter: name, in: Self.stepsRange)
    case ("change", .history): change = try Self.number(value, parameter: name, in: 1...Int.max)
    case ("tab", .tasks): tab = try Self.choice(value, parameter: name)
    case ("view", .note): view = try Self.choice(value, parameter: name)
    case ("days", .agenda): days = try Self.number(value, parameter: name, in: Self.daysRange)
    case ("line", .note): line = try Self.number(value, parameter: name, in: 1...Int.max)
    case ("title", .newNote): title = value
    case ("folder", .newNote), ("folder", .select): folder = value
    case ("template", .newNote): template = value
    default: break
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String, parameter: String
  ) throws(VaultURLError) -> Choice {
    guard let choice = Choice(rawValue: value) else {
      let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badValue(value, parameter: parameter, expected: "one of \(all)")
    }
    return choice
  }

  private static func number(
    _ value: String, parameter: String, in range: ClosedRange<Int>
  ) throws(VaultURLError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      let expected =
        range.upperBound == .max
        ? "a number from \(range.lowerBound)"
        : "a number from \(range.lowerBound) to \(range.upperBound)"
      throw .badValue(value, parameter: parameter, expected: expected)
    }
    return number
  }

  private static func text(_ encoded: some StringProtocol, parameter: String) throws(VaultURLError) -> String {
    guard let bytes = percentDecoded(encoded.utf8), let text = String(validating: bytes, as: UTF8.self) else {
      throw .badValue(String(encoded), parameter: parameter, expected: "percent-encoded UTF-8")
    }
    return text
  }

  /// Returns nil where a `%` is not followed by two hexadecimal digits.
  private static func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    let text = Array(text)
    var bytes: [UInt8] = []
    var i = 0
    while i < text.count {
      let escape = text.percentEscape(at: i)
      guard escape != nil || text[i] != 0x25 else { return nil }
      bytes.append(escape ?? text[i])
      i += escape == nil ? 1 : 3
    }
    return bytes
  }
}

extension Substring {
  /// What stands before the first `separator`, and what stands behind it; nil where there is none.
  fileprivate func divided(at separator: Character) -> (Substring, Substring?) {
    guard let place = firstIndex(of: separator) else { return (self, nil) }
    return (self[..<place], self[index(after: place)...])
  }
}
