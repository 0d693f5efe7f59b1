import Foundation
import VaultCore
import VaultStore

// What questions cost over texts of editors, beside a watcher, and what a table of all names costs. Prints medians in
// milliseconds. Then what a vault that is held open costs. Only a copy is written to, and the index goes into a folder of its
// own.

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--idle" {
  var environment = VaultEnvironment.live
  environment.variables["XDG_CACHE_HOME"] = CommandLine.arguments[3]
  environment.variables["XDG_RUNTIME_DIR"] = nil
  try HeldOpen(folder: CommandLine.arguments[2], environment: environment).idle()
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

// A vault held open

func share(_ times: [Double], _ part: Double) -> String {
  String(format: "%9.2f", times.sorted()[min(times.count - 1, Int(Double(times.count) * part))])
}

let copy = cache + "/notes"
try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
try FileManager.default.copyItem(atPath: root, toPath: copy)
let heldOpen = HeldOpen(folder: copy, environment: environment)
print("\nheld open")
row("", ["   median", "      95 %", "      99 %"])
let events = try heldOpen.eventTimes(40)
row("from a save to its event", [share(events, 0.5), share(events, 0.95), share(events, 0.99)])
for query in ["note", "n*", "~ot", "/n.*e/", "task-todo:a sort:title", "is:orphan"] {
  let times = try heldOpen.cancelTimes(query, 300)
  if times.isEmpty {
    row("cancelling \(query)", ["  always answered before"])
  } else {
    row(
      "cancelling \(query)",
      [share(times, 0.5), share(times, 0.95), share(times, 0.99), "  of \(times.count) that still ran"])
  }
}
let child = Process()
let output = Pipe()
child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
child.arguments = ["--idle", copy, cache]
child.standardOutput = output
try child.run()
let figures = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: " ")
child.waitUntilExit()
row("idle: memory in MB", ["  \(figures.first ?? "failed")"])
row("idle: processor time in 10 s", ["  \(figures.last?.dropLast() ?? "failed")"])
try FileManager.default.removeItem(atPath: cache)
