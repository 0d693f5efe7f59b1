/// Why front matter cannot be edited. The text says what to do; the file's name is the caller's to add. Lines and columns
/// count from 1 in the file.
package enum FrontMatterEditError: Error, Hashable {
  case notUTF8(line: Int)
  case toml
  /// It does not parse, or is over a limit.
  case unreadable(Diagnostic)
  case duplicateKey(String, line: Int, otherLine: Int)
  case mergeKey(line: Int)
  /// A key that is no single text on one line, or a line that ends or begins a YAML document.
  case unusualLayout(line: Int)
  /// The key's value has an anchor or an alias in it.
  case shared(key: String, line: Int)
  case keyExists(key: String, line: Int)
  case notAList(key: String, line: Int)
  /// YAML has no way to write this so that it reads back.
  case unwritable(key: String)
  /// The result would not be the old front matter with just that change.
  case wouldHarm(key: String, line: Int)
  case overLimit(key: String, Diagnostic)
}

extension FrontMatterEditError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .notUTF8(let line):
      "line \(line): the note is not UTF-8 text, and such notes are never rewritten; save it as UTF-8 first"
    case .toml:
      "line 1: the front matter is TOML (between \"+++\" lines), which is read and never changed; "
        + "edit it by hand, or turn it into YAML between \"---\" lines"
    case .unreadable(let problem):
      "line \(problem.location.line), column \(problem.location.column): \(problem.message); mend this first"
    case .duplicateKey(let key, let line, let otherLine):
      "line \(otherLine): the key \"\(key)\" stands in line \(line) already; remove one of them first"
    case .mergeKey(let line):
      "line \(line): the merge key \"<<\" takes values from elsewhere; write them out first, or edit the note by hand"
    case .unusualLayout(let line):
      "line \(line): this is YAML that cannot be changed here without harm to it; "
        + "write the front matter as lines of \"key: value\", or edit it by hand"
    case .shared(let key, let line):
      "line \(line): \"\(key)\" holds an anchor (\"&\") or an alias (\"*\"), and other values may hang on it; "
        + "write the values out first, or edit the note by hand"
    case .keyExists(let key, let line):
      "line \(line): there is a key \"\(key)\" already; choose another name, or remove that one first"
    case .notAList(let key, let line):
      "line \(line): \"\(key)\" holds neither a list nor a single text; give it another value first, or edit it by hand"
    case .unwritable(let key):
      "\"\(key)\" with this value cannot be written in YAML so that it reads back the same; choose a plainer one"
    case .wouldHarm(let key, let line):
      "line \(line): \"\(key)\" cannot be changed without changing something else in the front matter; "
        + "edit it by hand"
    case .overLimit(let key, let problem):
      "\"\(key)\" was not written, since the note could then no longer be read: \(problem.message)"
    }
  }
}
