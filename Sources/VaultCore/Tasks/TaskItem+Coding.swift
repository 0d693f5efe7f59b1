/// The form of a task in the index. The path is not part of it: the record it stands in has it once for all tasks.
extension TaskItem {
  private struct Presence: OptionSet {
    let rawValue: UInt64
    static let recurrence = Presence(rawValue: 1 << 0)
    static let id = Presence(rawValue: 1 << 1)
    static let dependsOn = Presence(rawValue: 1 << 2)
    static let onCompletion = Presence(rawValue: 1 << 3)
    static let tags = Presence(rawValue: 1 << 4)
    static let heading = Presence(rawValue: 1 << 5)
    static let parent = Presence(rawValue: 1 << 6)
    static let blockID = Presence(rawValue: 1 << 7)
    /// Any but `general`.
    static let category = Presence(rawValue: 1 << 8)
    /// Two bits for each date: it is there, and it is a day.
    static func date(_ i: Int) -> Presence { Presence(rawValue: 1 << UInt64(9 + 2 * i)) }
    static func day(_ i: Int) -> Presence { Presence(rawValue: 1 << UInt64(10 + 2 * i)) }
    static let dates = Presence(rawValue: 0xFFF << 9)
    static let children = Presence(rawValue: 1 << 21)
    static let all = Presence(rawValue: 1 << 22 - 1)
  }

  private var presence: Presence {
    var presence: Presence = []
    if recurrence != nil { presence.insert(.recurrence) }
    if id != nil { presence.insert(.id) }
    if !dependsOn.isEmpty { presence.insert(.dependsOn) }
    if onCompletion != nil { presence.insert(.onCompletion) }
    if !tags.isEmpty { presence.insert(.tags) }
    if heading != nil { presence.insert(.heading) }
    if parent != nil { presence.insert(.parent) }
    if blockID != nil { presence.insert(.blockID) }
    if values.category != nil { presence.insert(.category) }
    if childCount > 0 { presence.insert(.children) }
    for kind in TaskFieldKind.dates {
      guard let date = dates[kind] else { continue }
      presence.insert(.date(kind.index))
      if date.date != nil { presence.insert(.day(kind.index)) }
    }
    return presence
  }

  package func encode(into writer: inout ByteWriter) {
    let presence = presence
    writer.write(varint: presence.rawValue)
    writer.write(UInt8(priority.rank) | UInt8(Self.types.firstIndex(of: status.type) ?? 0) << 3)
    writer.write(varint: UInt64(status.symbol.value))
    writer.write(status.name)
    writer.write(handle)
    writer.write(varint: UInt64(max(line, 0)))
    writer.write(description)
    writer.write(raw)
    for kind in TaskFieldKind.dates {
      if let day = dates[day: kind] { writer.write(signed: Int64(day.dayNumber)) }
    }
    if let recurrence { writer.write(recurrence) }
    if let id { writer.write(id) }
    if presence.contains(.dependsOn) { writer.write(dependsOn) }
    if let onCompletion { writer.write(onCompletion) }
    if presence.contains(.tags) { writer.write(tags) }
    if let heading { writer.write(heading) }
    if let parent { writer.write(parent) }
    if let blockID { writer.write(blockID) }
    if let category = values.category { writer.write(category) }
    if presence.contains(.children) {
      writer.write(varint: UInt64(childCount))
      writer.write(varint: UInt64(max(childrenDone, 0)))
    }
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    encode(into: &writer)
    return writer.bytes
  }

  /// Returns nil unless `bytes` are exactly one task.
  package init?(decoding bytes: UnsafeRawBufferPointer, path: NotePath) {
    var reader = ByteReader(bytes)
    self.init(from: &reader, path: path)
    guard reader.isAtEnd else { return nil }
  }

  /// The next task of a record; nil when the bytes are damaged.
  package init?(from reader: inout ByteReader, path: NotePath) {
    guard let bits = reader.varint(), case let presence = Presence(rawValue: bits), presence.isSubset(of: .all),
      let kinds = reader.byte(), Self.priorities.indices.contains(Int(kinds & 7)),
      Self.types.indices.contains(Int(kinds >> 3)),
      let scalar = reader.varint().flatMap(UInt32.init(exactly:)), let symbol = Unicode.Scalar(scalar),
      let name = reader.string(), let handle = reader.string(),
      let line = reader.varint().flatMap(Int.init(exactly:)),
      let description = reader.string(), let raw = reader.string()
    else { return nil }
    self.init(
      handle: handle, path: path, line: line,
      status: TaskStatus(symbol: symbol, name: name, type: Self.types[Int(kinds >> 3)]), description: description,
      values: TaskFieldValues(priority: Self.priorities[Int(kinds & 7)]), raw: raw)
    guard readDates(presence, from: &reader), readTexts(presence, from: &reader) else { return nil }
  }

  private mutating func readDates(_ presence: Presence, from reader: inout ByteReader) -> Bool {
    // Most tasks have none or one, and lists decode all of a vault's.
    guard !presence.isDisjoint(with: .dates) else { return true }
    for kind in TaskFieldKind.dates {
      switch (presence.contains(.date(kind.index)), presence.contains(.day(kind.index))) {
      case (false, false): continue
      case (false, true): return false
      case (true, false): dates[kind] = .impossible
      case (true, true):
        guard let day = reader.signed(), Self.days.contains(day) else { return false }
        dates[kind] = .date(CivilDate(dayNumber: Int(day)))
      }
    }
    return true
  }

  /// 0001-01-01 to 9999-12-31.
  private static let days: ClosedRange<Int64> = -719_162...2_932_896

  private mutating func readTexts(_ presence: Presence, from reader: inout ByteReader) -> Bool {
    func read(_ part: Presence, into value: inout String?) -> Bool {
      guard presence.contains(part) else { return true }
      value = reader.string()
      return value != nil
    }
    func read(_ part: Presence, into value: inout [String]) -> Bool {
      guard presence.contains(part) else { return true }
      guard let texts = reader.strings() else { return false }
      value = texts
      return true
    }
    guard read(.recurrence, into: &values.recurrence), read(.id, into: &values.id),
      read(.dependsOn, into: &values.dependsOn), read(.onCompletion, into: &values.onCompletion),
      read(.tags, into: &tags), read(.heading, into: &heading),
      read(.parent, into: &parent), read(.blockID, into: &blockID), read(.category, into: &values.category)
    else { return false }
    if presence.contains(.children) {
      guard let count = reader.varint().flatMap(Int.init(exactly:)),
        let done = reader.varint().flatMap(Int.init(exactly:))
      else { return false }
      childCount = count
      childrenDone = done
    }
    return true
  }

  /// A type's place in here is what is stored, and a priority's rank is its place.
  private static let types: [StatusType] = [.todo, .inProgress, .onHold, .done, .cancelled, .nonTask]
  private static let priorities: [TaskPriority] = [.lowest, .low, .none, .medium, .high, .highest]
}
