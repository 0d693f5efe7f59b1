import Foundation
import VaultCore
import VaultStore

// What questions cost over texts of editors, beside a watcher, and what a table of all names costs. Prints medians in
// milliseconds. Then what a vault that is held open costs. Only a copy is written to, and the index goes into a folder of its
// own.

if CommandLine.arguments.count > 3 {
  // A part that is measured in a process of its own: what to do, the folder, and where the index goes.
  var environment = VaultEnvironment.live
  environment.variables["XDG_CACHE_HOME"] = CommandLine.arguments[3]
  environment.variables["XDG_RUNTIME_DIR"] = nil
  let vault = try Vault(
    location: VaultLocation(root: CommandLine.arguments[2], marker: .none), environment: environment)
  switch CommandLine.arguments[1] {
  case "--index": _ = try vault.index(rebuild: CommandLine.arguments.last == "true")
  default: try LiveSession(vault: vault, environment: environment).run()
  }
  exit(0)
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: SessionTimes FOLDER\n".utf8))
  exit(64)
}
let cache = FileManager.default.temporaryDirectory.appendingPathComponent("vault-session-\(UUID().uuidString)").path
var environment = VaultEnvironment.live
environment.variables["XDG_CACHE_HOME"] = cache
environment.variables["XDG_RUNTIME_DIR"] = nil
let root = URL(fileURLWithPath: CommandLine.arguments[1]).resolvingSymlinksInPath().path
let vault = try Vault(location: VaultLocation(root: root, marker: .none), environment: environment)
_ = try vault.index(rebuild: false)

let isReady = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  do {
    let watcher = try VaultWatcher(vault, version: "benchmark") { if case .ready = $0 { isReady.signal() } }
    _ = try watcher.run(until: -1)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
isReady.wait()

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .milliseconds(1)
}

func median(_ times: [Double]) -> String { String(format: "%9.2f", times.sorted()[times.count / 2]) }

func row(_ name: String, _ columns: [String]) {
  print(name.padding(toLength: 34, withPad: " ", startingAt: 0) + columns.joined())
}

// Questions

let paths = try vault.read { try $0.list(Query()).records.map(\.path).sorted() }
let overlays = try (0..<10).map { number -> Overlay in
  let path = paths[paths.count * number / 10]
  let text = try vault.read { try $0.textToEdit(path.text).text }
  return Overlay(
    path: path, bytes: text + Array("\n- [ ] a new line #tag\n".utf8), version: 1, modified: 1_770_000_000_000)
}
let vaults = [vault, vault.overlaid(by: Array(overlays.prefix(1))), vault.overlaid(by: overlays)]
let parser = QueryParser(context: vault.queryContext)
let word = try parser.parse("note")
let name = paths[paths.count / 2].text
let questions: [(String, (VaultReader) throws -> Void)] = [
  ("search for a word, 20 hits", { _ = try $0.search(word, options: SearchOptions(limit: 20)) }),
  ("typed: n, 20 hits", { _ = try $0.search(parser.parse("n"), options: SearchOptions(asTyped: true, limit: 20)) }),
  ("typed: s, 20 hits", { _ = try $0.search(parser.parse("s"), options: SearchOptions(asTyped: true, limit: 20)) }),
  (
    "typed: note ne, 20 hits",
    { _ = try $0.search(parser.parse("note ne"), options: SearchOptions(asTyped: true, limit: 20)) }
  ),
  ("count of a word", { _ = try $0.count(word) }),
  ("backlinks of a note", { _ = try $0.backlinks(to: name) }),
  ("show a note", { _ = try $0.show(name) }),
  ("tags", { _ = try $0.tags() }),
  ("open tasks, 20 of them", { _ = try $0.tasks(Query(), scope: .open, limit: 20) }),
]
print("\(paths.count) notes")
row("", ["    plain", " 1 overlay", " 10 overlays"])
for (title, question) in questions {
  var times = vaults.map { _ in [Double]() }
  for _ in 0..<21 {
    for (place, vault) in vaults.enumerated() { times[place].append(try milliseconds { try vault.read(question) }) }
  }
  row(title, times.map(median))
}

// Names

var table = try vault.read { try NameTable($0) }
print("\n\(table.nameCount) names")
row("made", [median(try (0..<5).map { _ in try milliseconds { table = try vault.read { try NameTable($0) } } })])
for typed in ["n", "no", "note", "proj plan", "qzx", ""] {
  row("one pass for \"\(typed)\"", [median((0..<21).map { _ in milliseconds { _ = table.matches(typed, limit: 50) } })])
}
let changes = NoteChanges.some(NoteChanges.Paths(changed: [paths[0], paths[paths.count / 2]]))
row("mended", [median(try (0..<21).map { _ in try milliseconds { try vault.read { try table.mend(changes, $0) } } })])

_ = try vault.stopWatcher()

// A vault held open, on a copy, which is written to

let copy = cache + "-copy"
try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
try FileManager.default.copyItem(atPath: root, toPath: copy)
print("")
let resolvedCopy = URL(fileURLWithPath: copy).resolvingSymlinksInPath().path
try SessionTimesChild.run(["--index", resolvedCopy, cache, "false"])
try SessionTimesChild.run(["--live", resolvedCopy, cache])
try FileManager.default.removeItem(atPath: copy)
try FileManager.default.removeItem(atPath: cache)
