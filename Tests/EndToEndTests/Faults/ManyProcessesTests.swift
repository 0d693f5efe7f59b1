import Foundation
import Testing

/// Many processes change the same notes, and an editor that knows of no lock saves over them all the while.
@Suite("Many processes", .serialized)
struct ManyProcessesTests {
  /// How many processes, and how many edits each does.
  static let crowds = KillTests.isSoak ? [(2, 1_000), (8, 1_000), (32, 250)] : [(3, 8)]

  @Test(arguments: crowds)
  func noUpdateIsLost(processes: Int, edits: Int) throws {
    let sandbox = try Sandbox(notes: false)
    for name in ["One", "Two", "Edited"] { try write("# \(name)\n", name, sandbox) }
    #expect(try sandbox.run("vault init && vault index").status == 0)
    let lines = (1...processes).map { process in
      """
      (i=0; while [ $i -lt \(edits) ]; do i=$((i+1))
        case $((i % 3)) in 0) n=One;; 1) n=Two;; 2) n=Edited;; esac
        vault append $n "- p\(process)-$i" >/dev/null 2>>"$RESULTS/errors" && echo "$n p\(process)-$i" >> "$RESULTS/done\(process)"
      done) &
      """
    }
    let streams = try (0..<3).map { _ in try Descriptor(opening: "/dev/null", O_RDWR) }
    let shell = try sandbox.start(lines.joined(separator: "\n") + "\nwait", streams: streams)
    let editor = RudeEditor(path: sandbox.vault + "/Edited.md")
    let stop = Flag()
    let thread = Thread { while !stop.isSet { editor.save() } }
    thread.start()
    _ = shell.wait()
    stop.set()
    while !thread.isFinished { usleep(1_000) }

    var done: [String: [Substring]] = [:]
    for process in 1...processes {
      for line in try String(contentsOfFile: sandbox.root + "/results/done\(process)", encoding: .utf8).split(
        separator: "\n")
      {
        let parts = line.split(separator: " ")
        done[String(parts[0]), default: []].append(parts[1])
      }
    }
    let errors = (try? String(contentsOfFile: sandbox.root + "/results/errors", encoding: .utf8)) ?? ""
    #expect(done.values.reduce(0) { $0 + $1.count } > processes * edits / 2, "\(errors.prefix(500))")
    for name in ["One", "Two"] {
      let text = try String(contentsOfFile: sandbox.vault + "/\(name).md", encoding: .utf8)
      #expect(done[name]?.count == processes * (1...edits).count { $0 % 3 == (name == "One" ? 0 : 1) })
      for edit in done[name] ?? [] {
        #expect(text.split(separator: "\n").count { $0 == "- " + edit } == 1, "\(edit) in \(name)")
      }
    }
    let text = try String(contentsOfFile: sandbox.vault + "/Edited.md", encoding: .utf8)
    let kept = Set(text.split(separator: "\n"))
    let lost = editor.saved.filter { !kept.contains(Substring($0)) }
    #expect(lost.isEmpty, "the editor's: \(lost.prefix(5)) of \(editor.saved.count)")
    // An editor that writes over what it has not read: that is its doing.
    let overwritten = (done["Edited"] ?? []).filter { !kept.contains("- " + $0) }
    #expect(try sandbox.run("find . -name '.vault-tmp*'").text == "")
    let count = done.values.reduce(0) { $0 + $1.count }
    print(
      "\(count) edits by \(processes) processes, 0 lost; \(editor.saved.count) saved by a rude editor, 0 lost, which "
        + "wrote over \(overwritten.count) itself")
  }

  /// Tasks of one note, each completed by a process of its own, and one by all of them, which recurs once.
  @Test(arguments: ["above", "below"])
  func tasksAreCompletedOnceEach(_ place: String) throws {
    let sandbox = try Sandbox(notes: false)
    let own = (1...8).map { "- [ ] own \($0) 🆔 own\($0)\n" }.joined()
    try write("# Own\n\n" + own + "\n# All\n\n- [ ] all 🔁 every day 📅 2026-03-01\n", "Tasks", sandbox)
    #expect(try sandbox.run("vault init && vault config set tasks.next_occurrence \(place) && vault index").status == 0)
    let handle = try sandbox.run("vault tasks own OR all --format '{description} {handle}' | sed -n 's/^all //p'").text
    #expect(handle.count > 10)
    let lines = (1...8).map { process in
      """
      (vault tasks done own\(process) >/dev/null 2>>"$RESULTS/errors" || echo "own\(process)" >>"$RESULTS/failed"
       vault tasks done \(handle.filter { $0 != "\n" }) >/dev/null 2>>"$RESULTS/errors" || echo all >>"$RESULTS/failed") &
      """
    }
    _ = try sandbox.run(lines.joined(separator: "\n") + "\nwait")
    let errors = try sandbox.run("cat \"$RESULTS/errors\" \"$RESULTS/failed\"").text
    let text = try String(contentsOfFile: sandbox.vault + "/Tasks.md", encoding: .utf8)
    #expect(!text.contains("- [ ] own") && text.contains("- [x] own 8"), "\(text)\(errors)")
    #expect(text.split(separator: "\n").count { $0.contains("] all") } == 2, "\(text)\(errors)")
    #expect(text.contains("- [x] all 🔁 every day 📅 2026-03-01 ✅"), "\(text)\(errors)")
    #expect(text.contains("- [ ] all 🔁 every day 📅 2026-03-02\n"), "\(text)\(errors)")
    // The completed one keeps its handle, so that there is nothing left to do for those who come later.
    #expect(try sandbox.run("cat \"$RESULTS/failed\"").text.isEmpty, "\(errors)")
  }

  private func write(_ text: String, _ name: String, _ sandbox: Sandbox) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: sandbox.vault + "/\(name).md"))
  }
}

/// Reads a file, adds a line and saves, in turn by writing into the file and by renaming another one over it.
private final class RudeEditor: @unchecked Sendable {
  let path: String
  private(set) var saved: [String] = []

  init(path: String) {
    self.path = path
  }

  func save() {
    let number = saved.count
    guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasPrefix("# Edited") else { return }
    // It sees that what it saved is not there for a moment, while a change of that text is being taken back.
    if let last = saved.last, !text.split(separator: "\n").contains(Substring(last)) { return }
    let line = "- editor-\(number)"
    let new = text + line + "\n"
    // As editors do that look whether the file is still what they read.
    guard (try? String(contentsOfFile: path, encoding: .utf8)) == text else { return }
    if number % 2 == 0 {
      let file = open(path, O_WRONLY | O_TRUNC)
      guard file >= 0 else { return }
      let bytes = Array(new.utf8)
      let half = bytes.count / 2
      var written = bytes[..<half].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      usleep(200)
      written += bytes[half...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
      if written == bytes.count { saved.append(line) }
    } else {
      let other = path + "~"
      guard (try? Data(new.utf8).write(to: URL(fileURLWithPath: other))) != nil, rename(other, path) == 0 else {
        return
      }
      saved.append(line)
    }
    // In the long test a person's haste: else nobody else would ever get to write.
    usleep(UInt32.random(in: 0...(KillTests.isSoak ? 300_000 : 20_000)))
  }
}

private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false
  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
