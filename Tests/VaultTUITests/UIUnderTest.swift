import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal
import VaultTestSupport

@testable import VaultTUI

/// The interface without a terminal: questions are answered and changes made at once, by a vault in a folder of its own.
final class UIUnderTest {
  let folder: TemporaryFolder
  private(set) var state: UIState
  private let vault: Vault
  /// That of the vault, for another one that looks at it.
  let environment: VaultEnvironment
  /// What was copied, and which notes were opened in the editor.
  private(set) var copied: [String] = []
  private(set) var edited: [String] = []
  private(set) var end: UIEnd?
  /// The lists that were asked for.
  private(set) var lists: [ListQuestion] = []
  private(set) var isStopped = false
  private var timers: Set<UITimer> = []
  /// Questions that wait for `release`, where answers are held back.
  private var held: [UIQuestion] = []
  var holdsAnswers = false

  /// `notes` by path; the sample vault where there are none.
  init(
    _ notes: [String: String] = [:], size: GridSize = GridSize(columns: 80, rows: 24), at address: String = "vault://",
    picks: UIState.Picking? = nil, unicode: Bool = true
  ) throws {
    folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: "vault/" + path) }
    if notes.isEmpty {
      try FileManager.default.copyItem(atPath: RepositoryPlaces.sampleVault, toPath: folder.absolute("vault"))
    }
    guard let day = CivilDate("2026-03-14") else { throw CocoaError(.formatting) }
    var environment = VaultEnvironment.fixed(day)
    environment.variables = ["HOME": folder.absolute("home"), "XDG_CACHE_HOME": folder.absolute("cache")]
    self.environment = environment
    vault = try Vault(location: VaultLocation(root: folder.absolute("vault"), marker: .none), environment: environment)
    var settings = UISettings()
    settings.terminal = TerminalContext(outputIsTerminal: true, outputColors: .palette256, unicode: unicode)
    state = UIState(
      place: try VaultURL(address), size: size, settings: settings, vaultName: "Notes", today: day, firstWeekday: 1)
    state.picks = picks
    try settleTimes()
    perform(state.begin())
  }

  /// Gives all files the same time, which is that of notes without dates of their own.
  private func settleTimes() throws {
    let root = folder.absolute("vault")
    for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_772_000_000)], ofItemAtPath: root + "/" + path)
    }
  }

  // MARK: What a person does

  /// Presses keys by their names; `"two words"` in quotes is typed.
  func press(_ keys: String) {
    var rest = keys[...]
    while let first = rest.first {
      if first == " " {
        rest = rest.dropFirst()
      } else if first == "\"" {
        let text = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest[text.endIndex...].dropFirst()
        for scalar in text.unicodeScalars { send(.input(.key(Key(.character(Character(scalar)))))) }
      } else {
        let word = rest.prefix { $0 != " " }
        rest = rest[word.endIndex...]
        guard let key = Key(named: String(word)) else { fatalError("\(word) is no key") }
        send(.input(.key(key)))
      }
    }
  }

  /// A click with the left button.
  func click(row: Int, column: Int) {
    send(.input(.mouse(MouseEvent(.press, column: column, row: row))))
    send(.input(.mouse(MouseEvent(.release, column: column, row: row))))
  }

  /// As on a console that takes no copies.
  func disablesCopies() { state.settings.copies = false }

  /// Clicks where a text stands on the screen.
  func click(_ text: String) throws {
    for (row, line) in lines.enumerated() {
      guard let range = line.range(of: text) else { continue }
      return click(row: row, column: DisplayWidth.of(line[..<range.lowerBound]))
    }
    throw NotOnScreen(text: text, screen: screen)
  }

  func send(_ message: UIMessage) { perform(state.update(message)) }

  /// The typist pauses.
  func pause() {
    let due = timers
    timers = []
    for timer in due { send(.timer(timer)) }
  }

  /// The answers that were held back come.
  func release() {
    let questions = held
    (held, holdsAnswers) = ([], false)
    for question in questions { send(.answer(answer(question))) }
  }

  /// The answers that are there by now come; what they ask for is held back again.
  func releaseOnce() {
    let questions = held
    held = []
    for question in questions { send(.answer(answer(question))) }
  }

  var isAnswered: Bool { held.isEmpty }

  // MARK: What is seen

  var screen: String {
    var grid = Grid(state.size, isASCII: !state.settings.terminal.unicode)
    FrameView.draw(state, on: &grid)
    return grid.text
  }

  var lines: [String] { screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  func shows(_ text: String) -> Bool { screen.contains(text) }

  // MARK: What it asks for

  private func perform(_ effects: [UIEffect]) {
    for effect in effects {
      switch effect {
      case .ask(let question):
        if case .list(let list) = question.body { lists.append(list) }
        if holdsAnswers { held.append(question) } else { send(.answer(answer(question))) }
      case .plan(let change, let number): answer(number, .plan) { .planned(try change.planned($0)) }
      case .change(let change, let number, let plan):
        answer(number, .change) { .changed(try change.made($0, plan: plan)) }
      case .edit(let path, let line): edited.append(path.text + (line.map { ":\($0)" } ?? ""))
      // Plans are made at once here.
      case .dropPlan: break
      case .wake(let timer, _): timers.insert(timer)
      case .copy(let text): copied.append(text)
      case .stop: isStopped = true
      case .redraw: break
      case .leave(let how): end = how
      }
    }
  }

  private func answer(_ number: Int, _ kind: UIAnswer.Kind, _ body: (VaultEditor) throws -> UIAnswer.Value) {
    let value = Result { try body(vault.editor()) }.mapError { UIFailure($0) }
    send(.answer(UIAnswer(number: number, kind: kind, value: value)))
  }

  private func answer(_ question: UIQuestion) -> UIAnswer {
    let value = Result<UIAnswer.Value, any Error> {
      try vault.read { reader in
        switch question.body {
        case .list(let list): .list(try list.answer(reader))
        case .preview(let preview): .preview(try preview.answer(reader))
        case .names(let typed): .names(NamedNote.matches(typed, try NameTable(reader)))
        }
      }
    }
    var query = ""
    if case .list(let list) = question.body { query = list.text }
    return UIAnswer(
      number: question.number, kind: .question(question.kind), value: value.mapError { UIFailure($0, query: query) })
  }

  /// The bytes of all notes, by path.
  func notes() throws -> [String: [UInt8]] {
    let root = folder.absolute("vault")
    var notes: [String: [UInt8]] = [:]
    for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
      guard path.hasSuffix(".md"), !path.hasPrefix(".") else { continue }
      notes[path] = Array(try Data(contentsOf: URL(fileURLWithPath: root + "/" + path)))
    }
    return notes
  }

  var history: [HistoryEntry] { get throws { try vault.read { try $0.history() } } }
}

struct NotOnScreen: Error, CustomStringConvertible {
  let text: String
  let screen: String

  var description: String { "\(text) is not on the screen:\n\(screen)" }
}
