/// Why a path should not, or cannot, be the name of a note.
package struct NoteFileNameProblem: Hashable, Sendable {
  package enum Severity: Sendable, Hashable {
    /// Nothing is made under such a name.
    case refused
    /// It works here, but not everywhere.
    case warning
  }

  package enum Cause: Hashable, Sendable {
    case empty
    case absolute
    /// `..`, `.` or nothing between two slashes.
    case relativePart
    case endsWithSlash
    case controlCharacter
    case onlyDots
    case onlyWhitespace
    case hidden
    /// Another spelling of a hidden name.
    case hiddenElsewhere
    /// A folder in which no notes are looked for.
    case leftOut
    /// In bytes.
    case longName(Int)
    case longPath(Int)
    /// A character that other systems refuse, or that breaks links.
    case character(Character)
    case breaksLinks(String)
    case reserved
    case endsWithWhitespace
    case endsWithDot
    case beginsWithWhitespace
  }

  package var cause: Cause
  /// The path, or the part of it that is meant.
  package var name: String

  package var severity: Severity {
    switch cause {
    case .character(let character): NoteFileName.refusedCharacters.contains(character) ? .refused : .warning
    case .breaksLinks(let text): text == "[" || text == "]" ? .warning : .refused
    case .endsWithWhitespace, .endsWithDot, .beginsWithWhitespace: .warning
    default: .refused
    }
  }
}

extension NoteFileNameProblem: CustomStringConvertible {
  /// Names the part meant, the cause and the remedy, in one line without control characters.
  package var description: String {
    let shown = "\"" + ShownName.quoted(name) + "\""
    return switch cause {
    case .empty: "the name is empty; give the note a name"
    case .absolute: "\(shown) begins at the root of the disk; give the path from the vault's root, without the first /"
    case .relativePart: "\(shown) has \"..\", \".\" or nothing between two slashes; give the path from the vault's root"
    case .endsWithSlash: "\(shown) ends with /, so it names no file; add the file's name"
    case .controlCharacter: "\(shown) has a control character; leave it out"
    case .onlyDots: "\(shown) is nothing but dots; add a letter"
    case .onlyWhitespace: "\(shown) is nothing but blanks; add a letter"
    case .hidden: "\(shown) begins with a dot, so it would be hidden and never found; leave the dot out"
    case .hiddenElsewhere: "\(shown) is a hidden place on some systems, under another spelling; choose another name"
    case .leftOut: "no notes are looked for in a folder named \(shown); take another folder"
    case .longName(let count):
      "\(shown) takes \(count) bytes, and a name may have \(NoteFileName.longestName); shorten it"
    case .longPath(let count): "the path takes \(count) bytes, and it may have \(NoteFileName.longestPath); shorten it"
    case .character(let character):
      "\(shown) has a \(character), which other systems do not allow in names; leave it out or write - for it"
    case .breaksLinks(let text): "\(shown) has \(text), which cannot stand in a link to the note; leave it out"
    case .reserved: "\(shown) is a name that Windows keeps for itself; add a word to it"
    case .endsWithWhitespace: "\(shown) ends with a blank, which Windows drops; leave it out"
    case .endsWithDot: "\(shown) ends with a dot, which Windows drops; leave it out"
    case .beginsWithWhitespace: "\(shown) begins with a blank, which some programs drop; leave it out"
    }
  }
}
