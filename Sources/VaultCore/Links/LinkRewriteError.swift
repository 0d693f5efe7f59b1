/// Why a note's links cannot follow a move or a renamed heading. Nothing was changed.
package struct LinkRewriteError: Error, Hashable {
  package enum Reason: Hashable, Sendable {
    /// The link's syntax cannot hold the name, and has no escapes for it.
    case unwritableName
    /// Whatever is written there, another file is found first.
    case unreachable
    /// The front matter would not be what it was, with only that link changed.
    case property
    /// TOML is never edited.
    case toml
    /// The name has marks that would change what is around the link.
    case changesText
    /// Another heading of the note has that text, and comes first.
    case headingTaken
  }

  package var reason: Reason
  /// The note that holds the link, before the move.
  package var note: NotePath
  /// Counts from 1.
  package var line: Int
  /// The link as it is written.
  package var link: String
  /// What it has to lead to, after the move; its heading, where one is renamed.
  package var target: String

  init(_ reason: Reason, _ link: Link, in note: Note, target: String) {
    self.reason = reason
    self.note = note.path
    line = link.location.line
    self.link = link.target
    self.target = target
  }
}

extension LinkRewriteError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    let place = "\(note.text):\(line): the link \"\(link)\""
    return switch reason {
    case .unwritableName:
      "\(place) cannot be made to name \"\(target)\": a wikilink holds no # | ^ [[ ]] or line breaks, and no blanks at its ends; choose another name"
    case .unreachable:
      "\(place) cannot be made to lead to \"\(target)\": another file has the same name but for case or accents; choose another name"
    case .property:
      "\(place) in the front matter cannot be changed to \"\(target)\" without changing more than the link; write the text in double quotes and try again"
    case .toml:
      "\(place) stands in TOML front matter, which is not edited; remove or change it by hand, then try again"
    case .changesText:
      "\(place) cannot be changed to \"\(target)\": with the marks in that name the text around it would be read otherwise; choose another name"
    case .headingTaken:
      "\(place) could not tell the heading \"\(target)\" from another one of that text in the same note; choose another text"
    }
  }
}
