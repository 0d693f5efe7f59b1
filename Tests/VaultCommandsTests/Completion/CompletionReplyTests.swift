import Testing
import VaultInterface

@testable import VaultCommands

@Suite("Replies to shells")
struct CompletionReplyTests {
  private func records(
    _ shell: CompletionCommand.Shell, _ offer: Offer, line: String = "vault x ",
    _ purpose: CompletionReply.Purpose = .beginning
  ) throws -> [String] {
    let line = try #require(ShellLine(line, shell, variables: [:]))
    let replaced = String(decoding: line.current.raw, as: UTF8.self)
    return CompletionReply(shell: shell, line: line, replaced: replaced, purpose: purpose).records(offer)
  }

  private let tasks = Offer.candidates([
    Candidate(text: "a1", about: "call\u{1B}[31m \u{202E}him\nnow"), Candidate(text: "b22", about: "write"),
  ])

  @Test func descriptionsAreShownInOneLineAndVisibly() throws {
    let shown = ["a1   -- call␛[31m <U+202E>him␊now", "b22  -- write"]
    #expect(try records(.bash, tasks) == ["", "a1", "b22"])
    #expect(try records(.bash, tasks, .listing) == [""] + shown)
    #expect(
      try records(.zsh, tasks) == ["option", "-l", "", "word", "a1", shown[0], "word", "b22", shown[1]])
    #expect(try records(.fish, tasks) == ["words", "a1\tcall␛[31m <U+202E>him␊now", "b22\twrite"])
  }

  /// What all begin with is no candidate where bash puts in each of them.
  @Test func candidatesThatAreAllPutInAreTheOnlyOnes() throws {
    #expect(try records(.bash, tasks, .inserting) == ["", "a1", "b22"])
    let open = Offer.candidates([Candidate(text: "a b"), Candidate(text: "a'c")])
    #expect(try records(.bash, open, line: "vault a") == ["", #"a\ b"#, #"a\'c"#, "a"])
    #expect(try records(.bash, open, line: "vault a", .inserting) == ["", #"a\ b"#, #"a\'c"#])
    for type in ["42", "37"] {
      #expect(CompletionRequest(["bash", "vault a", "a", type])?.reply.purpose == .inserting)
    }
    #expect(CompletionRequest(["bash", "vault a", "a", "9"])?.reply.purpose == .beginning)
  }

  @Test func namesAreShownVisibly() throws {
    let offer = Offer.candidates([Candidate(text: "a\u{1B}\u{202E}"), Candidate(text: "a\nb")])
    #expect(try records(.bash, offer, .listing) == ["", "a␛<U+202E>", "a␊b"])
    #expect(try records(.zsh, offer) == ["word", "a\u{1B}\u{202E}", "a␛<U+202E>", "word", "a\nb", "a␊b"])
    // Fish would put the first into its line as it is.
    #expect(try records(.fish, offer) == ["words", "a\nb"])
  }

  @Test func wordsThatGoOn() throws {
    let offer = Offer.candidates([Candidate(text: "title:", isOpen: true)])
    #expect(try records(.bash, offer) == ["nospace", "title:"])
    #expect(try records(.zsh, offer) == ["part", "title:", "title:"])
    #expect(try records(.zsh, offer, line: "vault x 'nope")[..<2] == ["option", "-U"])
  }

  @Test func filesAndNothing() throws {
    #expect(try records(.bash, .files(head: "--x=")) == ["default"])
    #expect(try records(.bash, .folders(head: "")) == ["dirnames"])
    #expect(try records(.zsh, .folders(head: "--x=")) == ["folders", "--x=", ""])
    for shell in CompletionCommand.Shell.allCases { #expect(try records(shell, .nothing) == []) }
  }

  @Test func requestsThatAreNoneAreAnsweredWithNothing() {
    for arguments in [[], ["bash"], ["tcsh", "vault x "], ["bash", "vault"], ["bash", "vault show $(vault "]] {
      #expect(CompletionRequest(arguments, variables: [:]) == nil)
    }
  }
}
