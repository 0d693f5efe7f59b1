import Foundation
import Synchronization
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct FolderWatcherTests {
  private let folder: TemporaryFolder
  private let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("- [ ] a\n", to: "a.md")
    try folder.write("b\n", to: "Sub/b.md")
    try folder.write("hidden\n", to: ".hidden/c.md")
    try folder.write("ignored\n", to: "Out/d.md")
    try folder.write("/Out\n", to: ".gitignore")
    try folder.write("theme: blue\n", to: ".vault/config.yaml")
    test = try VaultUnderTest(folder)
  }

  /// Watches the vault, and no mounts: other tests, and other programs, mount something at any time.
  private func watcher(usesEvents: Bool = true) throws -> FolderWatcher {
    try FolderWatcher(test.vault().vault, usesEvents: usesEvents, mounts: .none)
  }

  /// Returns true when what `body` does is told. Where it is not to be, half a second passes before that is clear.
  private func isTold(
    usesEvents: Bool = true, patience: Double = 30, _ body: (TemporaryFolder, FolderWatcher) throws -> Void
  ) throws -> Bool {
    let watcher = try watcher(usesEvents: usesEvents)
    try body(folder, watcher)
    let wake = try watcher.wait(until: Date(timeIntervalSinceNow: patience))
    return wake == .changed
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var make: @Sendable (TemporaryFolder) throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ make: @escaping @Sendable (TemporaryFolder) throws -> Void) {
      self.name = name
      self.make = make
    }
  }

  static let changes = [
    Change("a note is written") { try $0.write("- [x] a, which is longer\n", to: "a.md") },
    Change("a note is written below") { try $0.write("another\n", to: "Sub/b.md") },
    Change("a note is new") { try $0.write("new\n", to: "Sub/new.md") },
    Change("a note is deleted") { try $0.remove("a.md") },
    Change("a note is replaced") {
      try $0.write("saved\n", to: ".a.md.tmp")
      try $0.move(".a.md.tmp", to: "a.md")
    },
    Change("a note is renamed") { try $0.move("a.md", to: "z.md") },
    Change("a folder is new") { try $0.write("x\n", to: "New/Deep/x.md") },
    Change("a folder is renamed") { try $0.move("Sub", to: "Sup") },
    Change("a folder is deleted") { try $0.remove("Sub") },
    Change("the ignore file is written") { try $0.write("\n", to: ".gitignore") },
    Change("the configuration is written") {
      try $0.write("theme: green\nappearance: dark\n", to: ".vault/config.yaml")
    },
  ]

  @Test(arguments: changes) func changesAreTold(_ change: Change) throws {
    #expect(try isTold { folder, _ in try change.make(folder) })
  }

  @Test(arguments: changes) func changesAreFound(_ change: Change) throws {
    #expect(try isTold(usesEvents: false) { folder, _ in try change.make(folder) })
  }

  @Test(arguments: [
    Change("nothing") { _ in },
    Change("a note is read") { _ = try $0.bytes(of: "a.md") },
    Change("a hidden file is written") { try $0.write("x", to: ".a.md.swp") },
    Change("a hidden folder is written to") { try $0.write("x", to: ".hidden/c.md") },
    Change("an ignored folder is written to") { try $0.write("x", to: "Out/d.md") },
    Change("the journal is written") { try $0.write("x", to: ".vault/journal/pending") },
  ])
  func whatIsNoneOfTheVaultsIsNot(_ change: Change) throws {
    #expect(try !isTold(patience: 0.5) { folder, _ in try change.make(folder) })
  }

  @Test func foldersThatComeAreWatched() throws {
    let watcher = try watcher()
    try folder.makeFolder("New/Deep")
    #expect(try watcher.wait(until: nil) == .changed)
    try watcher.follow(test.vault().vault)
    #expect(try watcher.wait(until: Date(timeIntervalSinceNow: 0.3)) == .deadline)
    try folder.write("x\n", to: "New/Deep/x.md")
    #expect(try watcher.wait(until: Date(timeIntervalSinceNow: 30)) == .changed)
  }

  @Test func foldersThatAreIgnoredAreNoLongerWatched() throws {
    let watcher = try watcher()
    try folder.write("/Out\n/Sub\n", to: ".gitignore")
    #expect(try watcher.wait(until: nil) == .changed)
    try watcher.follow(test.vault().vault)
    try folder.write("x\n", to: "Sub/b.md")
    #expect(try watcher.wait(until: Date(timeIntervalSinceNow: 0.5)) == .deadline)
    try folder.write("\n", to: ".gitignore")
    #expect(try watcher.wait(until: nil) == .changed)
    try watcher.follow(test.vault().vault)
    try folder.write("x\n", to: "Out/d.md")
    #expect(try watcher.wait(until: Date(timeIntervalSinceNow: 30)) == .changed)
  }

  @Test func oneSaveIsToldOnce() throws {
    let watcher = try watcher()
    for number in 0..<20 { try folder.write("\(number)\n", to: "a.md") }
    #expect(try watcher.wait(until: nil) == .changed)
    #expect(try watcher.wait(until: Date(timeIntervalSinceNow: 0.2)) == .deadline)
  }

  @Test func whatIsNeverQuietIsToldAllTheSame() throws {
    let watcher = try watcher()
    let done = Flag()
    let writer = Thread { [folder] in
      // Events of one file alone are put together: these come faster than they can be read.
      let files = ["a.md", "b.md"].map { open(folder.path + "/" + $0, O_WRONLY | O_CREAT, 0o600) }
      defer { for file in files { close(file) } }
      if files.contains(where: { $0 < 0 }) { Issue.record("the files cannot be opened") }
      while !done.isSet {
        for file in files { _ = pwrite(file, "x", 1, 0) }
      }
    }
    writer.start()
    defer { done.set() }
    #expect(try watcher.wait(until: nil) == .changed)
    #expect(try watcher.wait(until: nil) == .changed)
  }

  @Test func moreEventsThanTheSystemKeepsAreAChange() throws {
    // Each of these is several events, and Linux keeps 16,384.
    let watcher = try watcher()
    for number in 0..<6_000 { try folder.write("x\n", to: "Sub/\(number % 2).md") }
    #expect(try watcher.wait(until: nil) == .changed)
    try folder.write("y\n", to: "a.md")
    #expect(try watcher.wait(until: Date(timeIntervalSinceNow: 30)) == .changed)
  }

  @Test func otherDescriptorsEndTheWait() throws {
    let watcher = try watcher()
    let (input, output) = (Pipe(), Pipe())
    input.fileHandleForWriting.write(Data([1]))
    #expect(try watcher.wait(until: nil, readable: input.fileHandleForReading.fileDescriptor) == .readable)
    let written = output.fileHandleForWriting.fileDescriptor
    #expect(try watcher.wait(until: Date(timeIntervalSinceNow: 0.1), written: written) == .deadline)
    try output.fileHandleForReading.close()
    #expect(try watcher.wait(until: nil, written: written) == .closed)
  }

  @Test func whetherThereAreEvents() throws {
    #if os(Linux)
      #expect(try FolderWatcher(test.vault().vault).hasEvents == WatcherUnderTest.isPossible)
    #endif
    #expect(try !FolderWatcher(test.vault().vault, usesEvents: false).hasEvents)
  }
}

private final class Flag: Sendable {
  private let value = Mutex(false)

  func set() { value.withLock { $0 = true } }
  var isSet: Bool { value.withLock { $0 } }
}
