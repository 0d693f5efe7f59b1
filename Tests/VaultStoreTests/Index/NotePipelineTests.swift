import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct NotePipelineTests {
  private struct Enough: Error {}

  private func jobs(_ count: Int, in folder: TemporaryFolder) throws -> [NoteJob] {
    try (0..<count).map { number in
      try folder.write("text \(number)\n", to: "\(number).md")
      return NoteJob(path: NotePath("\(number).md"))
    }
  }

  @Test(arguments: [0, 1, 4, 5, 31, 32, 33, 700]) func keepsTheOrder(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let jobs = try jobs(count, in: folder)
    let pipeline = NotePipeline(root: folder.path, options: ParsingOptions(), maxFileSize: 100)
    var taken: [NotePath] = []
    try pipeline.run(jobs, transform: { note, _ in note.job.path }, take: { taken.append($0) })
    #expect(taken == jobs.map(\.path))
  }

  /// A full disk, say: nothing is left running, and nothing crashes.
  @Test func stopsWhereTakingThrows() throws {
    let folder = try TemporaryFolder()
    let jobs = try jobs(700, in: folder)
    let pipeline = NotePipeline(root: folder.path, options: ParsingOptions(), maxFileSize: 100)
    for limit in [0, 1, 31, 32, 33, 100, 400, 699] {
      var taken = 0
      #expect(throws: Enough.self) {
        try pipeline.run(
          jobs, transform: { note, _ in note.job.path },
          take: { _ in
            if taken == limit { throw Enough() }
            taken += 1
          })
      }
      #expect(taken == limit)
    }
  }

  @Test func whatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    try folder.write("short\n", to: "short.md")
    try folder.write("much too long\n", to: "long.md")
    try folder.makeFolder("folder.md")
    try folder.link("link.md", to: "short.md")
    let reader = NoteReader(NotePipeline(root: folder.path, options: ParsingOptions(), maxFileSize: 8))
    func code(_ path: String) throws -> String? {
      try reader.read(NotePath(path)).unreadRecord.warnings.first?.code.rawValue
    }
    #expect(try code("long.md") == "too-large")
    #expect(try code("folder.md") == "unreadable")
    #expect(try code("missing.md") == "unreadable")
    #expect(try code("../outside.md") == "unreadable")
    for path in ["short.md", "link.md"] {
      guard case .bytes(let bytes) = try reader.read(NotePath(path)).content else {
        Issue.record("\(path) was not read")
        continue
      }
      #expect(bytes == Array("short\n".utf8))
    }
  }
}
