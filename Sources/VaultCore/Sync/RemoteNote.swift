/// A note as a server of notes has it, `{id, name, details, isFav, isSynced, createdAt, tags}`, with whatever else the server
/// gives it.
package struct RemoteNote: Sendable, Hashable {
  package let id: String
  package let fields: SharedFields
  /// The hash of the fields.
  package let hash: [UInt8]
  /// What the server said, so that what is not ours goes back as it came.
  package let object: JSONValue
  /// Its state, where the server gave one.
  package var tag: String?

  /// Why an object is no note, in words that stand behind "a note".
  package struct Problem: Error, Hashable {
    package let reason: String
  }

  package init(_ object: JSONValue, tag: String? = nil) throws(Problem) {
    guard object.members != nil else { throw Problem(reason: "is \(object.kind) where an object is needed") }
    guard let id = Self.id(object["id"]) else { throw Problem(reason: "has no id of text or a number") }
    guard Self.isUsable(id: id) else {
      throw Problem(reason: "has the id \"\(ShownName.shortened(id))\", which no address can hold")
    }
    func text(_ name: String) throws(Problem) -> String {
      switch object[name] {
      case nil, .null?: return ""
      case .text(let text)?: return text
      case let value?: throw Problem(reason: "has \(value.kind) as its \(name), which is text (id \(id))")
      }
    }
    let tags: [String]
    switch object["tags"] {
    case nil, .null?: tags = []
    case .list(let values)?: tags = values.compactMap(\.text)
    case .text(let text)?: tags = TagText.words(in: text).map(String.init)
    case let value?: throw Problem(reason: "has \(value.kind) as its tags, which are a list (id \(id))")
    }
    let isFavorite =
      switch object["isFav"] {
      case .bool(let value)?: value
      case .number(let text)?: text != "0"
      default: false
      }
    (self.id, self.object, self.tag) = (id, object, tag)
    fields = SharedFields(
      title: try text("name"), body: Array(try text("details").utf8), tags: tags, isFavorite: isFavorite)
    hash = fields.hash
  }

  /// Returns false for an id that would be another path of the server.
  package static func isUsable(id: String) -> Bool {
    !id.isEmpty && id != "." && id != ".." && id.utf8.count <= 512
  }

  private static func id(_ value: JSONValue?) -> String? {
    switch value {
    case .text(let text)?: text
    case .number(let text)?: text
    default: nil
    }
  }

  // MARK: When it was made

  /// Nil where the server does not say, or says nothing that can be read.
  package var created: NoteDate? {
    switch object["createdAt"] {
    case .number(let text)?: Double(text).flatMap { NoteDate(property: .number($0, text: text)) }
    case .text(let text)?:
      Double(text).map { NoteDate(property: .number($0, text: text)) } ?? NoteDate(text)
    default: nil
    }
  }

  /// True where a server counts milliseconds, as nobody counts seconds beyond the year 5000.
  package static func countsMilliseconds(_ notes: some Sequence<RemoteNote>) -> Bool {
    let numbers = notes.compactMap { note -> Double? in
      guard case .number(let text)? = note.object["createdAt"] else { return nil }
      return Double(text)
    }
    return numbers.count { $0 > 1e11 } * 2 > numbers.count
  }

  // MARK: What is sent

  /// The note with other fields. What the server has besides stays: other members, tags that are none here, and the empty lines
  /// around the text.
  package func object(with fields: SharedFields) -> JSONValue {
    var members = object.members ?? []
    func set(_ name: String, _ value: JSONValue) {
      guard let index = members.lastIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
        return members.append(.init(name, value))
      }
      members[index].value = value
    }
    if fields.title != self.fields.title { set("name", .text(fields.title)) }
    if fields.body != self.fields.body {
      let body = fields.body(as: Array((object["details"]?.text ?? "").utf8))
      set("details", .text(String(decoding: body, as: UTF8.self)))
    }
    if fields.tags != self.fields.tags { set("tags", tags(changedTo: fields.tags)) }
    if fields.isFavorite != self.fields.isFavorite { set("isFav", .bool(fields.isFavorite)) }
    return .object(members)
  }

  /// In a list or in one text, as the server has them, and each that stays as it is written there.
  private func tags(changedTo new: [String]) -> JSONValue {
    let old = Set(fields.tags.map(LinkResolver.key))
    func stays(_ tag: String) -> Bool {
      let tag = TagGrammar.bare(tag)
      return !old.contains(LinkResolver.key(tag)) || new.contains(tag)
    }
    let come = new.filter { !fields.tags.contains($0) }
    guard case .text(let text)? = object["tags"] else {
      let values = (object["tags"]?.list ?? []).filter { $0.text.map(stays) ?? true }
      return .list(values + come.map { .text($0) })
    }
    let words = TagText.words(in: text).map(String.init).filter(stays) + come
    return .text(words.joined(separator: text.contains(",") ? ", " : " "))
  }

  /// A note that the server does not have yet. `created`: in the server's unit.
  package static func object(_ fields: SharedFields, id: String, created: Int64) -> JSONValue {
    .object([
      .init("id", .text(id)), .init("name", .text(fields.title)),
      .init("details", .text(String(decoding: fields.body(as: []), as: UTF8.self))),
      .init("isFav", .bool(fields.isFavorite)), .init("isSynced", .bool(true)),
      .init("createdAt", .integer(Int(created))), .init("tags", .texts(fields.tags)),
    ])
  }
}

/// All that a server has.
package struct RemoteListing: Sendable {
  package private(set) var notes: [String: RemoteNote] = [:]
  /// What is odd in it, in sentences without an end. Then nothing is concluded from what is missing.
  package private(set) var oddities: [String] = []
  /// Ids that several notes have; none of these is touched.
  package private(set) var doubled: Set<String> = []

  package init() {}

  /// Adds a page of the list. Returns false where it brought nothing new. Throws for what is no list.
  package mutating func add(_ page: JSONValue) throws(RemoteNote.Problem) -> Bool {
    guard let values = page.list else {
      throw RemoteNote.Problem(reason: "is in \(page.kind), and not in a list")
    }
    var isNew = false
    var ids: Set<String> = []
    for value in values {
      let note: RemoteNote
      do throws(RemoteNote.Problem) { note = try RemoteNote(value) } catch {
        let oddity = "a note \(error.reason)"
        if !oddities.contains(oddity) {
          oddities.append(oddity)
          isNew = true
        }
        continue
      }
      if !ids.insert(note.id).inserted {
        if doubled.insert(note.id).inserted { oddities.append("two notes have the id \(note.id)") }
        notes[note.id] = nil
      } else if let known = notes[note.id], known.hash != note.hash {
        // A page may begin with what the one before has shown, and that is the same.
        oddities.append("two notes have the id \(note.id)")
        doubled.insert(note.id)
        notes[note.id] = nil
      } else if !doubled.contains(note.id), notes.updateValue(note, forKey: note.id) == nil {
        isNew = true
      }
    }
    return isNew
  }

  package mutating func set(_ note: RemoteNote) { notes[note.id] = note }

  package mutating func remove(_ id: String) { notes[id] = nil }

  package var isWhole: Bool { oddities.isEmpty }
}
