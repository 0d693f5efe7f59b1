import Testing
import VaultCore

@Suite struct VaultURLTests {
  /// Every address of the table that the front ends share, in its shortest form.
  static let addresses = [
    "vault://", "vault://?q=tag:work&sort=-updated", "vault://search?q=rye%20%26%20salt",
    "vault://note/Recipes/Rye%20sourdough.md#the-schedule", "vault://note/a.md?view=edit",
    "vault://note/a.md?view=split",
    "vault://note/a.md?view=history", "vault://note/a.md?view=raw&line=40", "vault://note/%FF",
    "vault://new", "vault://new?title=An%20idea&folder=Inbox/New&template=Meeting", "vault://today",
    "vault://day/2026-03-14", "vault://tasks", "vault://tasks?q=%23home&tab=overdue", "vault://tasks?tab=high",
    "vault://task/9npqrstvwxyz0", "vault://agenda?days=7", "vault://backlinks/Home.md", "vault://folder/",
    "vault://folder/Recipes/Bread", "vault://tags", "vault://tag/baking/sourdough", "vault://tag/K%C3%BCche",
    "vault://tag/trail/",
    "vault://graph", "vault://graph?note=Recipes/Rye%20sourdough.md&steps=2", "vault://graph?note=%FF",
    "vault://select", "vault://select?q=tag:work&sort=title&cursor=abc", "vault://select?folder=Recipes/Bread",
    "vault://history?change=12", "vault://trash", "vault://history", "vault://settings", "vault://doctor",
    "vault://stats",
    "vault://sync", "vault://file/Pictures/100%25.png", "vault://?q=x&cursor=abc",
  ]

  @Test(arguments: addresses) func isWrittenAsItIsRead(_ address: String) throws {
    let url = try VaultURL(address)
    #expect(url.description == address)
    #expect(try VaultURL(url.path) == url)
    #expect(url.path == "/" + address.dropFirst(VaultURL.scheme.count))
  }

  @Test func saysWhatItNames() throws {
    let note = try VaultURL("/note/Recipes/Rye%20sourdough.md?view=edit&line=12#The%20schedule")
    #expect(note.place == .note(NotePath("Recipes/Rye sourdough.md")))
    #expect(note.view == .edit && note.line == 12 && note.heading == "The schedule")
    let search = try VaultURL("/search?q=rye+salt%2B&q=second&utm=x")
    #expect(search.place == .search && search.query == "rye salt+")
    #expect(try VaultURL("vault://task/9NPO").place == .task(handle: "9np0"))
    let graph = try VaultURL("/graph?note=a+b.md&steps=1&q=x")
    #expect(graph.place == .graph && graph.note == NotePath("a b.md") && graph.steps == 1 && graph.query == nil)
    #expect(try VaultURL("/folder").place == .folder(NotePath("")))
    #expect(try VaultURL("/note/%E9.md").place == .note(NotePath(bytes: [0xE9, 0x2E, 0x6D, 0x64])))
    // What a place does not take is passed over.
    #expect(try VaultURL("/trash?days=nonsense#x") == VaultURL(.trash))
  }

  @Test(arguments: [
    "note", "note/", "note/../secret.md", "note/a/../b.md", "note/%2e%2e/b.md", "note/.git/config", "note/a//b.md",
    "note/a%2Fb.md", "note/a%00.md", "note/%4", "note/%zz.md", "backlinks/", "file/.vault/config.yaml", "tag/",
    "tag/.x",
    "graph?note=../secret.md", "graph?note=a/%2e%2e/b.md", "graph?note=.vault/x.md", "graph?note=%zz", "graph/x",
    "task/", "task/u", "day/2026-02-30", "day/today", "trash/x", "tasks/x",
  ])
  func refusesWhatIsNoPath(_ address: String) {
    for address in ["vault://" + address, "/" + address] {
      let error = #expect(throws: VaultURLError.self) { try VaultURL(address) }
      let isBadPath = if case .badPath = error { true } else { false }
      #expect(isBadPath, "\(address): \(String(describing: error))")
    }
  }

  @Test func errorsSayWhatIsExpected() {
    func message(_ address: String) -> String? {
      (#expect(throws: VaultURLError.self) { try VaultURL(address) })?.description
    }
    #expect(message("https://x") == "\"https://x\" is no address: addresses begin with vault:// or /")
    #expect(message("/taks") == "no screen is called \"taks\"; did you mean tags or tasks or task?")
    #expect(message("/tasks?tab=hihg") == "tab=hihg: expected one of all, low, medium, high, today, overdue")
    #expect(message("/agenda?days=0") == "days=0: expected a number from 1 to 3660")
    #expect(message("/graph?steps=5") == "steps=5: expected a number from 1 to 4")
    #expect(message("/history?change=x") == "change=x: expected a number from 1")
    #expect(message("/note/a.md?line=-1") == "line=-1: expected a number from 1")
    #expect(message("/search?q=%ff") == "q=%ff: expected percent-encoded UTF-8")
    #expect(message("/note") == "the address of note needs a path or a name after it")
  }

  /// Any path and any text come back.
  @Test func anyValueSurvives() throws {
    let texts = ["", " ", "a b", "100%", "a&b=c", "#x", "ünï/cödé", "日本", "?", "a+b", "\"'<>", "\u{1F600}"]
    for text in texts {
      var url = VaultURL(.search)
      url.query = text
      #expect(try VaultURL(url.description) == url)
      guard !text.isEmpty else { continue }
      var note = VaultURL(.note(NotePath("x" + text + "/y" + text + ".md")))
      note.heading = text
      #expect(try VaultURL(note.path) == note)
    }
  }
}
