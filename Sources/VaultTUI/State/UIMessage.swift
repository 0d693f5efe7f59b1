import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What happens: all that can change the state.
package enum UIMessage: Sendable {
  case input(TerminalInput)
  case resized(GridSize)
  case answer(UIAnswer)
  case event(SessionEvent)
  case timer(UITimer)
  /// A person is back from the editor.
  case edited(EditReport)
  /// The screen is taken again, after a stop.
  case resumed
  /// Something that the program itself has to say.
  case told(StatusLine)
}

package enum UITimer: Hashable, Sendable {
  /// The typist pauses: the query is asked in full.
  case fullQuestion
  /// A change is not made at once.
  case slowChange
}

/// What is to be done besides drawing.
package enum UIEffect: Sendable {
  case ask(UIQuestion)
  /// A plan of the change is made, to be shown.
  case plan(UIChange, number: Int)
  /// The plan under way is of no use any more.
  case dropPlan
  /// `plan`: what was shown of it; where something else would be done, nothing is.
  case change(UIChange, number: Int, plan: [UInt8]?)
  case edit(NotePath, line: Int?)
  /// After so many milliseconds; a later one of its kind takes its place.
  case wake(UITimer, after: Int)
  case copy(String)
  case stop
  case redraw
  case leave(UIEnd)

  /// True where keys go elsewhere from then on.
  var givesScreenAway: Bool {
    switch self {
    case .edit, .stop, .leave: true
    default: false
    }
  }
}

/// How the interface ends.
package enum UIEnd: Hashable, Sendable {
  case quit
  /// What was picked.
  case picked([PickedRow])
  case nothingPicked
}

/// Something that was picked.
package enum PickedRow: Hashable, Sendable {
  case note(NotePath)
  /// By its handle.
  case task(String)
}

/// A question that the screen asks. One of a kind is open at a time; a newer one drops it.
package struct UIQuestion: Sendable {
  package enum Kind: String, Hashable, Sendable {
    case list, preview, names
  }

  package enum Body: Sendable {
    case list(ListQuestion)
    case preview(PreviewQuestion)
    case names(String)
  }

  package var number: Int
  package var body: Body

  package var kind: Kind {
    switch body {
    case .list: .list
    case .preview: .preview
    case .names: .names
    }
  }
}

/// What a list is asked by.
package struct ListQuestion: Sendable {
  /// The screen, with its own query.
  package var place: VaultURL
  /// What is typed.
  package var text: String
  /// True while it is being typed.
  package var isTyping: Bool
  package var limit: Int
  /// What is unfolded.
  package var unfolded: Set<String>
  package var look: Look
  package var columns: Int
  /// The notes that it is about; nil for all.
  package var among: [NotePath]?
}

package struct PreviewQuestion: Sendable {
  package var subject: PreviewSubject
  /// True where what was proven less than a second ago will do: a row of a list that was just answered is looked at.
  package var isOfList = false
  /// The query whose matches are marked.
  package var query: String
  package var look: Look
  package var columns: Int
}

package struct ListAnswer: Sendable {
  package var rows: [Row] = []
  package var count = ""
  package var isComplete = true
  package var remarks: [String] = []
  package var nothing = ""
  package var tabs: [ListTab] = []
  /// How the interface is configured by now.
  package var configured: ConfiguredInterface?

  package init() {}
}

/// What the configuration says of the interface.
package struct ConfiguredInterface: Hashable, Sendable {
  package var theme: ColorScheme
  package var appearance: Appearance
  package var isSpaced: Bool
  package var usesMouse: Bool
  package var keys: KeyMap
  package var escapeDelay: Int
  package var firstWeekday: Int
  /// What cannot be understood of `ui.keys`.
  package var problems: [String]

  package init(_ configuration: Configuration) {
    theme = configuration.theme
    appearance = Appearance(rawValue: configuration.appearance.rawValue) ?? .auto
    isSpaced = configuration.uiSpacing == .comfortable
    usesMouse = configuration.uiMouse
    escapeDelay = configuration.uiEscapeDelay
    firstWeekday = configuration.firstWeekday
    (keys, problems) = KeyMap.standard(with: configuration.uiKeys.map { ($0.name, $0.keys) })
  }
}

/// A note that goes by a name, for the picker.
package struct NamedNote: Sendable, Hashable {
  package var path: NotePath
  package var title: String
  package var alias: String?
}

/// An answer to the question of that number.
package struct UIAnswer: Sendable {
  package enum Value: Sendable {
    case list(ListAnswer)
    case preview(PreviewContent)
    case names([NamedNote])
    /// What a change would do.
    case planned(PlannedText)
    /// What a change did.
    case changed(ChangedText)
  }

  package var number: Int
  package var kind: Kind
  package var value: Result<Value, UIFailure>
  /// False where it may be up to a second old.
  package var isProven = true

  package enum Kind: Hashable, Sendable {
    case question(UIQuestion.Kind)
    /// What a change would do.
    case plan
    case change
  }
}

/// A failure in words.
package struct UIFailure: Error, Hashable, Sendable {
  package var kind: FailureKind
  package var text: Message
  /// The two texts that it is about: what was, and what stands there now.
  package var diff: [DiffLine] = []
}

/// What a change would do, for a person to look at.
package struct PlannedText: Sendable, Hashable {
  /// The diff's lines.
  package var lines: [DiffLine]
  package var remarks: [Message]
  /// What tells this plan from another.
  package var signature: [UInt8]
  package var files: Int
}

package struct DiffLine: Sendable, Hashable {
  package enum Kind: Sendable, Hashable { case file, remark, hunk, context, removed, added }
  package var kind: Kind
  package var text: String
}

/// What a change did, in a sentence, and where to go from there.
package struct ChangedText: Sendable, Hashable {
  package var sentence: Message
  package var remarks: [Message] = []
  /// The note that it made, or where a note is now.
  package var note: NotePath?
  package var didChange = true
  /// True where something else would be done by now than what was shown, so that nothing was.
  package var isOutdated = false
}

/// What became of a note in the editor.
package struct EditReport: Sendable, Hashable {
  package var sentence: Message
  package var isProblem: Bool
  /// What others made of it meanwhile, and what the editor saved in place of that.
  package var conflict: [DiffLine] = []
}
