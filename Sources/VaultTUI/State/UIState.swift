import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// All that the screen shows, and all that a key's meaning depends on.
package struct UIState: Sendable {
  package enum Focus: Hashable, Sendable { case list, preview, query }

  /// What is picked.
  package struct Picking: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case notes, tasks }

    package var kind: Kind
    /// True where one is wanted, and nothing can be marked.
    package var isOne = false
    /// The notes that it can be; nil for all.
    package var among: [NotePath]?

    package init(_ kind: Kind, isOne: Bool = false, among: [NotePath]? = nil) {
      (self.kind, self.isOne, self.among) = (kind, isOne, among)
    }
  }

  package enum Freshness: Hashable, Sendable {
    /// Nothing is known yet.
    case unknown
    case proven
    case unwatched(String)
    case building(Int)
    case gone(String)
  }

  package var size: GridSize
  package var settings: UISettings
  /// Where one is. It names the screen, so that it can be come back to.
  package var place: VaultURL
  /// What the list shows: `place`, or where that was gone to from.
  package var listPlace: VaultURL
  package var back: [BackPlace] = []
  package var query: QueryDraft
  package var list = ListState()
  package var preview = PreviewState()
  package var focus = Focus.list
  package var marks: Set<RowID> = []
  /// The notes and names of marked rows, which may not be in the list any more.
  package var marked: [RowID: MarkedRow] = [:]
  package var dialog: Dialog?
  /// What has to be read as soon as nothing else is open.
  var notice: Notice?
  package var unfolded: Set<String> = []
  package var status: StatusLine?
  package var freshness = Freshness.unknown
  /// Where notes are picked, and Enter ends with them.
  package var picks: Picking?
  /// The colours that were asked for, whatever the configuration says.
  package var givenTheme: ColorScheme?
  /// True while what is shown may be up to a second old.
  package var isChecking = false
  package var vaultName: String
  package var today: CivilDate
  package var firstWeekday: Int
  var numbers = QuestionNumbers()
  /// How many rows are asked for.
  var limit = 0
  /// The row to be selected once it is there; rows are asked for until then.
  var wanted: RowID?
  /// True where the last row is to be selected once all are there.
  var wantsEnd = false
  /// True where the first of the mentions without a link is to be selected.
  var wantsMentions = false
  /// True where something was unfolded, which is to be seen.
  var wantsFold = false
  /// True where all rows are to be marked once they are there.
  var wantsMarks = false
  /// True while the best row of a query is to be selected, whichever it is.
  var followsBest = true
  var configured: ConfiguredInterface?
  /// What a remedy is called that no key is.
  package var nameOfRemedy: @Sendable (Remedy) -> String = { $0.name }
  /// True while a plan is under way that will be shown; any key drops it, so that no late question takes a key for its answer.
  var isPlanning = false
  /// True where one wants to leave as soon as the change under way is made.
  var leavesAfterChange = false
  /// What it was before the index was built anew.
  var freshnessBefore = Freshness.unknown
  /// True where a plan takes the place of one that does not hold any more.
  var isPlannedAnew = false
  /// The change that is waited for.
  var pending: UIChange?
  /// The rows that it is about, and the form that it comes from, which is open again where it is refused.
  var pendingRows: Set<RowID> = []
  var pendingPrompt: Prompt?
  /// What was selected before the last change, and is to be once that is undone.
  var selectedBefore: RowID?
  /// What was said of it before it was said yes to.
  var toldBefore: [Message] = []
  /// By how many rows one wants to go beyond those that are there, while more are asked for.
  var beyond = 0
  /// Keys about rows that came before the rows did, and what came behind them, as it is to be taken in order.
  var ahead: [TerminalInput] = []
  /// True while the border between the panes is held.
  var isDragging = false
  /// The first column of the preview; nil for the usual one.
  package var divider: Int?

  package init(
    place: VaultURL, size: GridSize, settings: UISettings, vaultName: String, today: CivilDate, firstWeekday: Int
  ) {
    (self.place, self.size, self.settings) = (place, size, settings)
    listPlace = place
    (self.vaultName, self.today, self.firstWeekday) = (vaultName, today, firstWeekday)
    query = QueryDraft(place.query ?? "")
  }

  static let leaving = StatusLine(.remark, "The change is being made; the same key again leaves at once.")

  package var screen: Screen { Screen(listPlace.place) }

  package var layout: Layout { Layout(self) }

  /// A message as a sentence, with keys for the remedies that are one. A path, a name or a key at its beginning stays as
  /// it is.
  func words(_ message: Message) -> String {
    let text = message.text { remedy in
      guard case .command(let command) = remedy, let action = UIAction(command) else { return nameOfRemedy(remedy) }
      let key = settings.keys.shown(action)
      return key.isEmpty ? nameOfRemedy(remedy) : key
    }
    let beginsWithRemedy = message.text { _ in "\0" }.hasPrefix("\0")
    return !beginsWithRemedy && text.prefix { $0 != " " }.allSatisfy(\.isLetter) ? text.capitalizedFirst : text
  }

  /// True while an answer is under way that the screen shows.
  package var isWaiting: Bool { !numbers.waiting.isEmpty }

  /// The rows that a change is about: the marked ones, else the selected one.
  package var targets: [MarkedRow] {
    guard marks.isEmpty else {
      // As they stand in the list; those that are not in it come behind.
      let places = Dictionary(
        list.rows.enumerated().compactMap { place, row in row.id.map { ($0, place) } }, uniquingKeysWith: min)
      return marks.compactMap { marked[$0] }.sorted {
        let (a, b) = (places[$0.id] ?? .max, places[$1.id] ?? .max)
        return a == b ? $0.name < $1.name : a < b
      }
    }
    return list.selected.flatMap { row in
      row.id.map { MarkedRow(id: $0, note: row.note, line: row.line, name: row.name) }
    }
    .map { [$0] } ?? []
  }

  package var targetNotes: [NotePath] {
    // Below the list's width the note is all that is seen.
    if focus == .preview, marks.isEmpty, case .task = preview.subject { return [] }
    if focus == .preview, marks.isEmpty, preview.subject.note != nil { return shownNote.map { [$0] } ?? [] }
    return targets.compactMap { $0.id.note ?? ($0.id.task == nil ? $0.note : nil) }.uniqued(by: \.self)
  }

  package var targetTasks: [String] {
    if focus == .preview, marks.isEmpty {
      if case .task(let handle) = preview.subject { return [handle] }
      return []
    }
    return targets.compactMap(\.id.task).uniqued(by: \.self)
  }

  /// The note in the preview, once it is there.
  var shownNote: NotePath? { preview.shown == preview.subject ? preview.content?.note : nil }

  /// The one note that a key is about which looks at one, whatever is marked.
  var noteAtHand: NotePath? { focus == .preview ? shownNote : list.selected.flatMap { $0.id?.note ?? $0.note } }
}

/// A row that was marked.
package struct MarkedRow: Hashable, Sendable {
  package var id: RowID
  package var note: NotePath?
  package var line: Int?
  package var name: String
}

/// Where one was before, with what was selected there.
package struct BackPlace: Hashable, Sendable {
  package var place: VaultURL
  package var listPlace: VaultURL
  package var query: QueryDraft
  package var selection: RowID?
  package var top: Int
  package var focus: UIState.Focus
  /// What the preview was about, how far it was scrolled, and what was chosen in it.
  package var subject: PreviewSubject
  package var view: PreviewState.View
}

/// The line at the bottom: what was done, or went wrong.
package struct StatusLine: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case done, remark, problem }
  package var kind: Kind
  package var text: String

  package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

/// The numbers of the questions that were asked last: an answer to another one is of no use any more.
struct QuestionNumbers: Hashable, Sendable {
  private var last = 0
  private var open: [UIAnswer.Kind: Int] = [:]
  /// Answers that are waited for.
  private(set) var waiting: Set<UIAnswer.Kind> = []

  mutating func next(_ kind: UIAnswer.Kind) -> Int {
    last += 1
    open[kind] = last
    waiting.insert(kind)
    return last
  }

  /// Whatever was asked of that kind is of no use any more.
  mutating func drop(_ kind: UIAnswer.Kind) {
    open[kind] = nil
    waiting.remove(kind)
  }

  /// True for the answer that is waited for.
  mutating func takes(_ answer: UIAnswer) -> Bool {
    guard open[answer.kind] == answer.number else { return false }
    waiting.remove(answer.kind)
    return true
  }
}
