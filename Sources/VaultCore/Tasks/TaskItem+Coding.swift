/// The form of a task in the index. The path is not part of it: the record it stands in has it once for all tasks.
extension TaskItem {
  /// The parts that are there, a bit for each.
  private struct Presence {
    enum Part: UInt64 {
      case recurrence, id, dependsOn, onCompletion, tags, heading, parent, blockID
      /// Any but `general`.
      case category
      /// The first of twelve bits, two for each date: it is there, and it is a day.
      case dates
      case children = 21
    }

    var bits: UInt64 = 0

    subscript(part: Part, offset: Int = 0) -> Bool {
      get { bits >> (part.rawValue + UInt64(offset)) & 1 == 1 }
      set { bits |= (newValue ? 1 : 0) << (part.rawValue + UInt64(offset)) }
    }
  }

  private var presence: Presence {
    var presence = Presence()
    presence[.recurrence] = recurrence != nil
    presence[.id] = id != nil
    presence[.dependsOn] = !dependsOn.isEmpty
    presence[.onCompletion] = onCompletion != nil
    presence[.tags] = !tags.isEmpty
    presence[.heading] = heading != nil
    presence[.parent] = parent != nil
    presence[.blockID] = blockID != nil
    presence[.category] = values.category != nil
    presence[.children] = childCount > 0
    for kind in TaskFieldKind.dates {
      presence[.dates, 2 * kind.index] = dates[kind] != nil
      presence[.dates, 2 * kind.index + 1] = dates[day: kind] != nil
    }
    return presence
  }

  package func encode(into writer: inout ByteWriter) {
    let presence = presence
    writer.write(varint: presence.bits)
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
    if presence[.dependsOn] { writer.write(dependsOn) }
    if let onCompletion { writer.write(onCompletion) }
    if presence[.tags] { writer.write(tags) }
    if let heading { writer.write(heading) }
    if let parent { writer.write(parent) }
    if let blockID { writer.write(blockID) }
    if let category = values.category { writer.write(category) }
    if presence[.children] {
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
    guard let bits = reader.varint(), case let presence = Presence(bits: bits), bits < 1 << 22,
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
    guard presence.bits >> Presence.Part.dates.rawValue & 0xFFF != 0 else { return true }
    for kind in TaskFieldKind.dates {
      switch (presence[.dates, 2 * kind.index], presence[.dates, 2 * kind.index + 1]) {
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
    func read(_ part: Presence.Part, into value: inout String?) -> Bool {
      guard presence[part] else { return true }
      value = reader.string()
      return value != nil
    }
    func read(_ part: Presence.Part, into value: inout [String]) -> Bool {
      guard presence[part] else { return true }
      guard let texts = reader.strings() else { return false }
      value = texts
      return true
    }
    guard read(.recurrence, into: &values.recurrence), read(.id, into: &values.id),
      read(.dependsOn, into: &values.dependsOn), read(.onCompletion, into: &values.onCompletion),
      read(.tags, into: &tags), read(.heading, into: &heading),
      read(.parent, into: &parent), read(.blockID, into: &blockID), read(.category, into: &values.category)
    else { return false }
    if presence[.children] {
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
