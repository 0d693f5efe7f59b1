import VaultCore
import VaultInterface

/// What is written for a shell's script: records that end with NUL.
struct CompletionReply {
  let shell: CompletionCommand.Shell
  let line: ShellLine
  /// What bash replaces of the word under the cursor.
  var replaced = ""
  var purpose = Purpose.beginning

  /// What bash does with several candidates.
  enum Purpose {
    /// Puts in what all of them begin with.
    case beginning
    /// Shows them, and puts nothing into the line.
    case listing
    /// Puts them in as they are, all or one after the other.
    case inserting
  }

  func bytes(_ offer: Offer) -> [UInt8] { records(offer).flatMap { Array($0.utf8) + [0] } }

  func records(_ offer: Offer) -> [String] {
    switch offer {
    case .candidates(let candidates): records(candidates)
    case .files(let head): shell == .bash ? ["default"] : ["files", head, ""]
    case .folders(let head): shell == .bash ? ["dirnames"] : ["folders", head, ""]
    }
  }

  private func records(_ candidates: [Candidate]) -> [String] {
    guard !candidates.isEmpty else { return [] }
    switch shell {
    case .bash:
      if purpose == .listing, candidates.count > 1 { return [""] + Self.rows(candidates) }
      let (words, option) = BashWords(line.current, replacing: replaced).reply(candidates, purpose)
      return [option] + words
    case .zsh:
      let typed = line.current.value.lowercased()
      var options: [String] = []
      if candidates.contains(where: { !$0.about.isEmpty }) { options.append("-l") }
      // What does not begin as it was typed, since it takes quotes of a query's own, zsh would leave out.
      if !candidates.allSatisfy({ $0.text.lowercased().hasPrefix(typed) }) { options.append("-U") }
      return options.flatMap { ["option", $0, ""] }
        + zip(candidates, Self.rows(candidates)).flatMap { [$0.isOpen ? "part" : "word", $0.text, $1] }
    case .fish:
      // Inside of quotes, fish puts them into its line as they are.
      let safe = candidates.filter { candidate in
        candidate.text.split(separator: "\n").allSatisfy { ControlCharacters.visible(String($0), .singleLine) == $0 }
      }
      return ["words"] + safe.map { $0.about.isEmpty ? $0.text : $0.text + "\t" + Self.about($0) }
    }
  }

  /// Lines for people to read.
  private static func rows(_ candidates: [Candidate]) -> [String] {
    let names = candidates.map { ControlCharacters.visible($0.text, .singleLine) }
    let width = candidates.contains { !$0.about.isEmpty } ? names.map(DisplayWidth.of).max() ?? 0 : 0
    return zip(names, candidates).map { name, candidate in
      guard !candidate.about.isEmpty else { return name }
      return name + String(repeating: " ", count: width - DisplayWidth.of(name)) + "  -- " + about(candidate)
    }
  }

  /// One line of which a terminal of usual width has room for a column more.
  private static func about(_ candidate: Candidate) -> String {
    DisplayWidth.truncated(ControlCharacters.visible(candidate.about, .singleLine), to: 60)
  }
}
