import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// Three machines keep a vault in step, while they are killed, while editors save notes, and while what they send is refused.
@Suite(
  "Machines in step",
  .enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"), .serialized)
struct SyncMachinesTests {
  private static let rounds = KillTests.isSoak ? 1_000 : 15

  @Test func nothingIsLostAndAllComeToTheSame() throws {
    let seed = TestSeed(fixed: 1)
    let machines = try SyncedMachines(seed)
    for round in 0..<Self.rounds {
      let isFine = try machines.round("round \(round), \(seed)")
      // What comes behind a fault says nothing.
      if !isFine { return }
    }
    try machines.checkEnd("after \(Self.rounds) rounds, \(seed)")
    print("synced \(Self.rounds) times on three machines: \(machines.tally.description)")
  }
}

/// The machines, and what each has saved.
final class SyncedMachines {
  struct Tally: CustomStringConvertible {
    var (killed, refused, saves, together, copies) = (0, 0, 0, 0, 0)

    var description: String {
      "\(killed) killed, \(refused) refused, \(saves) saves of an editor meanwhile, \(together) with another machine at "
        + "the same time, \(copies) copies of notes"
    }
  }

  private struct Machine {
    let clone: SyncedClone
    /// The words that were ever saved here, by their numbers.
    var saved: Set<Int> = []
    /// The objects that have them.
    var places: [Int: [Substring]] = [:]
    var known: Set<Substring> = []
    var head = ""
  }

  private let folder: TemporaryFolder
  private let hub: TestRepository
  private var machines: [Machine] = []
  private var notes: SyncedNotes
  /// Words that an edit has taken out of a file.
  private var removed: Set<Int> = []
  /// How long a sync takes, in seconds.
  private var typical = 1.0
  private(set) var tally = Tally()

  init(_ seed: TestSeed) throws {
    folder = try TemporaryFolder()
    notes = SyncedNotes(SeededGenerator(seed: seed.value))
    hub = try TestRepository(in: folder, at: "hub", initialized: false)
    try hub.git("init", "--quiet", "--bare", "--initial-branch=main", "--template=")
    for number in 1...3 {
      let name = "machine-\(number)"
      try hub.git("clone", "--quiet", "--template=", hub.path, folder.absolute(name))
      let repository = try TestRepository(in: folder, at: name, initialized: false)
      // Else git tidies up on its own, when the folder is going to be deleted.
      for setting in ["gc.autoDetach", "maintenance.autoDetach"] { try repository.git("config", setting, "false") }
      machines.append(Machine(clone: try SyncedClone(repository, home: folder.absolute("home-\(number)"))))
      if number == 1 { try begin(repository, machines[0].clone.environment) }
      machines[number - 1].head = try repository.git("rev-parse", "HEAD")
    }
    try folder.writeProgram("#!/bin/sh\necho not today >&2\nexit 1\n", to: "refusal")
  }

  private func begin(_ repository: TestRepository, _ environment: [String: String]) throws {
    try repository.git("switch", "--quiet", "--create", "main")
    let call = try AnsweredCall(
      [Sandbox.program, "init", repository.path], environment: environment, limits: AnsweredCall.Limits(seconds: 120))
    try #require(call.status == 0)
    for number in 1...12 { try repository.write(notes.note("Note \(number)"), to: "Note \(number).md") }
    try repository.commit("Base")
    try repository.git("push", "--quiet", "--set-upstream", "origin", "main")
  }

  // MARK: A round

  private enum Event { case none, kill, editor, refusal, together }

  /// False where something was not as it must be.
  func round(_ when: Comment) throws -> Bool {
    let event = notes.random.pick([Event.none, .kill, .kill, .kill, .editor, .editor, .editor, .refusal, .together])
    let first = notes.random.below(3)
    let all = event == .together ? [first, (first + 1) % 3] : [first]
    for index in all { try edit(index) }
    let editor = event == .editor ? try Editor(self, first) : nil
    if event == .refusal { try folder.link("hub/hooks/pre-receive", to: folder.absolute("refusal")) }
    let syncs = try all.map { try Sync(machines[$0].clone, in: folder, "output-\($0)") }
    let delay = Double(notes.random.below(1200)) / 1000
    if event == .kill {
      usleep(UInt32(delay * typical * 1_000_000))
      syncs[0].process.kill()
    }
    let outcomes = try syncs.map { try $0.wait() }
    if event == .none { typical = (3 * typical + outcomes[0].seconds) / 4 }
    if event == .refusal { try folder.remove("hub/hooks/pre-receive") }
    if let editor { try ended(editor, first) }

    var isFine = true
    for (index, outcome) in zip(all, outcomes) {
      let isKilled = event == .kill && outcome.status == 137
      if isKilled { try machines[index].clone.waitForOrphans() }
      let isRefused = outcome.status == 2 && event == .refusal && outcome.errorText.contains("not today")
      #expect(outcome.status == 0 || isKilled || isRefused, "\(event): \(outcome.errorText), \(when)")
      if outcome.status != 0, !isKilled, !isRefused { isFine = false }
      if try !check(index, "\(event), \(when)") { isFine = false }
      if isKilled { tally.killed += 1 }
      if isRefused { tally.refused += 1 }
      tally.copies += outcome.output.split(separator: "\n").count { $0.hasPrefix("copy") }
    }
    if event == .together { tally.together += 1 }
    return isFine
  }

  private func edit(_ index: Int) throws {
    for _ in 0...notes.random.below(3) {
      let files = try machines[index].clone.files()
      let edit = notes.edit(files)
      func words(_ texts: [[UInt8]?]) -> Set<Int> {
        texts.reduce(into: []) { $0.formUnion(SyncedNotes.words($1 ?? [])) }
      }
      let after = words(Array(edit.values))
      machines[index].saved.formUnion(after)
      removed.formUnion(words(edit.keys.map { files[$0] }).subtracting(after))
      for (path, text) in edit {
        let place = machines[index].clone.repository.place + "/" + path
        if let text { try folder.write(text, to: place) } else { try folder.remove(place) }
      }
    }
  }

  /// A sync that is going on.
  private struct Sync {
    let process: ShellProcess
    private let start = ContinuousClock.now
    private let output: String

    init(_ clone: SyncedClone, in folder: TemporaryFolder, _ name: String) throws {
      output = folder.absolute(name)
      var environment = clone.environment
      environment["VAULT_PROGRAM"] = try Sandbox.program
      environment["VAULT_FOLDER"] = clone.path
      let streams = [
        try Descriptor(opening: "/dev/null", O_RDONLY),
        try Descriptor(opening: output, O_WRONLY | O_CREAT | O_TRUNC),
        try Descriptor(opening: output + "-errors", O_WRONLY | O_CREAT | O_TRUNC),
      ]
      process = try ShellProcess(
        "exec \"$VAULT_PROGRAM\" --vault \"$VAULT_FOLDER\" sync --on-conflict copies", environment: environment,
        streams: streams.map(\.number))
    }

    func wait() throws -> (status: Int32, output: String, errorText: String, seconds: Double) {
      let status = process.wait()
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      return (
        status, try String(contentsOfFile: output, encoding: .utf8),
        try String(contentsOfFile: output + "-errors", encoding: .utf8), seconds
      )
    }
  }

  // MARK: An editor

  /// Somebody has a note open, and saves it while it is synced: once to three times, each time with more in it.
  private struct Editor {
    let process: ShellProcess
    let path: String
    let texts: [[UInt8]]

    init(_ machines: SyncedMachines, _ index: Int) throws {
      let (clone, folder) = (machines.machines[index].clone, machines.folder)
      let files = try clone.files()
      path = machines.notes.random.pick(files.keys.filter { $0.hasSuffix(".md") }.sorted())
      var (texts, text): ([[UInt8]], [UInt8]) = ([], files[path] ?? [])
      var lines = ["cd \"$VAULT_FOLDER\" || exit"]
      for number in 0...machines.notes.random.below(3) {
        text = machines.notes.saved(text)
        texts.append(text)
        try folder.write(text, to: "editor/\(number)")
        let delay = Double(machines.notes.random.below(700)) / 1000 * machines.typical
        // A new file in the note's place, or the note itself anew.
        let save =
          machines.notes.random.below(2) == 0
          ? "cp \"$E/\(number)\" .saving.tmp && mv -f .saving.tmp \"$N\"" : "cat \"$E/\(number)\" >\"$N\""
        lines += ["sleep \(delay)", "cp \"$N\" \"$E/seen-\(number)\" 2>\"$E/none\"", save + " || exit"]
      }
      self.texts = texts
      var environment = clone.environment.merging(["E": folder.absolute("editor"), "N": path]) { $1 }
      environment["VAULT_FOLDER"] = clone.path
      try folder.makeFolder(path.hasPrefix("Moved/") ? clone.repository.place + "/Moved" : "editor")
      let stream = try Descriptor(opening: "/dev/null", O_RDWR)
      process = try ShellProcess(
        lines.joined(separator: "\n"), environment: environment, streams: [stream, stream, stream].map(\.number))
    }
  }

  /// What an editor did not have when it saved, it has taken out; that is in a commit.
  private func ended(_ editor: Editor, _ index: Int) throws {
    // Its folder may have gone with the last note in it.
    guard editor.process.wait() == 0, let last = editor.texts.last else { return }
    tally.saves += editor.texts.count
    machines[index].saved.formUnion(SyncedNotes.words(last))
    var others: Set<Int> = []
    for number in editor.texts.indices where folder.exists("editor/seen-\(number)") {
      others.formUnion(SyncedNotes.words(try folder.bytes(of: "editor/seen-\(number)")))
      try folder.remove("editor/seen-\(number)")
    }
    for commit in ["HEAD", "refs/remotes/origin/main"] {
      let listing = try machines[index].clone.repository.git("ls-tree", "-r", "--name-only", "-z", commit)
      guard listing.split(separator: "\0").contains(where: { $0 == editor.path }) else { continue }
      let text = try machines[index].clone.repository.git("show", "\(commit):\(editor.path)")
      others.formUnion(SyncedNotes.words(Array(text.utf8)))
    }
    removed.formUnion(others.subtracting(SyncedNotes.words(last)))
  }

  // MARK: Checks

  /// Each word that was saved on a machine is in a file, or in a commit that a name leads to, and no commit is gone.
  private func check(_ index: Int, _ when: Comment) throws -> Bool {
    let clone = machines[index].clone
    try clone.checkNothingIsOpen(when)
    let committed = try clone.committed(except: machines[index].known)
    for (object, text) in committed.texts {
      for word in SyncedNotes.words(text) { machines[index].places[word, default: []].append(object) }
    }
    machines[index].known.formUnion(committed.objects)
    let files = try clone.files().values.reduce(into: Set<Int>()) { $0.formUnion(SyncedNotes.words($1)) }
    // What has been in a commit is in one for good.
    let lost = Set(machines[index].places.keys).union(machines[index].saved).subtracting(files).filter { word in
      guard let places = machines[index].places[word] else { return !removed.contains(word) }
      return !places.contains(where: committed.objects.contains)
    }
    #expect(lost.isEmpty, "lost on machine \(index), \(when)")
    let head = try clone.repository.git("rev-parse", "HEAD")
    let bases = try clone.repository.git("merge-base", machines[index].head, head)
    #expect(bases == machines[index].head, "the branch has left a commit behind on machine \(index), \(when)")
    machines[index].head = head
    return lost.isEmpty
  }

  /// All come to the same, and have each word that no edit has taken out.
  func checkEnd(_ when: Comment) throws {
    var bound = 12
    while bound > 0 {
      bound -= 1
      var heads: [String] = []
      for machine in machines {
        let outcome = try machine.clone.sync(["--on-conflict", "copies"])
        #expect(outcome.status == 0, "\(outcome.errorText), \(when)")
        heads.append(try machine.clone.repository.git("rev-parse", "HEAD"))
      }
      if Set(heads).count == 1 { break }
    }
    #expect(bound > 0, "they come to no end, \(when)")
    let files = try machines.map { try $0.clone.files() }
    let all = machines.reduce(into: Set<Int>()) { $0.formUnion($1.saved) }
    for (index, machine) in machines.enumerated() {
      #expect(try check(index, when))
      try machine.clone.checkAllIsDone(when)
      #expect(files[index] == files[0], when)
      let present = files[index].values.reduce(into: Set<Int>()) { $0.formUnion(SyncedNotes.words($1)) }
      #expect(all.subtracting(removed).subtracting(present).isEmpty, "machine \(index), \(when)")
      let outcome = try machine.clone.sync(["--on-conflict", "copies"])
      #expect(outcome.text + outcome.errorText == "In step with origin/main.\n", when)
    }
    #expect(try hub.git("fsck", "--full", "--no-dangling") == "", when)
  }
}
