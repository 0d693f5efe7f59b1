import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault snapshot`
struct SnapshotCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "A glance for status bars and widgets: the pinned note, counts, what is next.",
    discussion: """
      Prints one JSON object: the note that was pinned last, counts of notes and open tasks, the three tasks to begin with, \
      and what assistants were shown lately. --write puts its members into the object in a file, and keeps the others there. \
      --watch goes on: whenever something changes, and at midnight, once a second at most.

      Examples:
        vault snapshot
        vault snapshot --format '{counts.open} open, {counts.overdue} overdue'
        vault snapshot --write ~/.cache/notes.json
        vault snapshot --watch --format '{pinnedNote.title}'
      """)

  @Flag(help: "Print one JSON object, as without any option.")
  var json = false

  @Option(
    "Print it as the template says, with the members of the object in braces.", value: "template",
    parsing: .unconditional)
  var format: String?

  @Option("Put it into this file, a JSON object, in place of printing it.", value: "file", completion: .file())
  var write: String?

  @Flag(help: "Go on, and print or write it whenever it has changed.")
  var watch = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    let forms = [("--json", json), ("--format", format != nil), ("--write", write != nil)].filter(\.1).map(\.0)
    if forms.count > 1 {
      throw ValidationError("\(forms.joined(separator: " and ")) exclude each other: give one of them")
    }
    _ = try format.map { try RecordFormat($0) }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let fields = RecordFields.snapshot(in: vault)
    let bound = try format.map { try RecordFormat($0).bound(to: fields) }
    let file = write.map { GlanceFile(path: $0) }
    func tell(_ glance: StatusSnapshot) throws {
      if let problem = glance.problem { context.warn("what assistants were shown is not known: \(problem)") }
      if let file { return try file.write(fields.members(glance)) }
      guard let bound else { return try context.printer.sink.write(fields.document(glance)) }
      try context.printer.sink.write { out in
        bound.append(glance, to: &out) { context.printer.painter.append($0, to: &$1) }
      }
    }
    guard watch else {
      try tell(context.read { try $0.statusSnapshot() })
      return .success
    }
    return try follow(vault, fields) {
      try tell($0)
      try context.printer.sink.flush()
    }
  }

  /// Tells of the vault as it is, and whenever that has become something else, until a signal ends it.
  private func follow(
    _ vault: Vault, _ fields: RecordFields<StatusSnapshot>, _ tell: (StatusSnapshot) throws -> Void
  ) throws -> ExitStatus {
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else {
      throw ShortageError("the vault cannot be watched", .system(errno))
    }
    var held = VaultSession.Options(version: VaultCommand.version)
    held.environment = VaultEnvironment.clock(today: options.today)
    held.prepares = false
    let session = try VaultSession(vault.location, options: held)
    defer { session.endWithProcess() }
    let events = try session.events()
    var last: [JSONValue.Member] = []
    while true {
      let references = vault.referencesStamp
      let glance = try session.answer(Question { try $0.statusSnapshot() })
      // The time alone is no change.
      let members = fields.members(glance).filter { $0.name != "at" }
      if members != last { try tell(glance) }
      last = members
      // Many changes at once are one. What assistants are shown is no change of the vault, and is asked for once a second.
      var ended = Self.wait(signals, nil, milliseconds: 1_000)
      while ended == nil, references == vault.referencesStamp, !Self.isReady(events) {
        ended = Self.wait(signals, events, milliseconds: 1_000)
      }
      if let ended { return ended == SIGINT ? .interrupted : .success }
      _ = events.take()
    }
  }

  private static func isReady(_ events: SessionEvents) -> Bool {
    var polled = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Waits for an event, or for the time. Returns the signal that has come; nil where none has.
  private static func wait(_ signals: SignalPipe, _ events: SessionEvents?, milliseconds: CInt) -> CInt? {
    var polled = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
    if let events { polled.append(pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&polled, nfds_t(polled.count), milliseconds)
    return signals.received().first
  }
}

/// The file that a status bar reads: a JSON object, of which some members are somebody else's.
private struct GlanceFile {
  let path: String

  /// Where the file itself lies, when the path is one of a symbolic link.
  private var place: String {
    guard case .success(let place) = resolvedPath(Array(path.utf8)) else { return path }
    return String(decoding: place, as: UTF8.self)
  }

  /// Puts the members in place of those of the same names, and behind the others where there are none. Writes nothing where
  /// nothing but the time would change.
  func write(_ members: [JSONValue.Member]) throws {
    let known = try AtomicFile.read(path)
    var text: JSONObjectText?
    if let known, !known.allSatisfy(\.isASCIIWhitespace) {
      do throws(JSONError) { text = try JSONObjectText(known) } catch { text = nil }
      guard text != nil else {
        throw CommandFailure(
          kind: .refused,
          message: "\(ShownName.path(path)): is no JSON object, and stays as it is; name another file, or remove it")
      }
    }
    if let known, text != nil {
      let object = try JSONReader.read(known).members ?? []
      let isSame = members.allSatisfy { member in
        member.name == "at" || object.last { $0.name == member.name } == member
      }
      if isSame { return }
    }
    for member in members { text?.set(member.name, member.value) }
    let bytes = text?.bytes ?? JSONValue.object(members).bytes + [0x0A]
    let mode = (status(of: path, followsLink: true)?.st_mode ?? 0o644) & 0o777
    try AtomicFile.replace(place, bytes, mode: mode, isLasting: false)
  }
}
