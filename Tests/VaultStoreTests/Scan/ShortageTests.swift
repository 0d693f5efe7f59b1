import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// Running out of what every file takes says nothing of the file at hand.
struct ShortageTests {
  @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN]) func isNeitherUnreadableNorMissing(_ code: CInt) {
    #expect(SystemFailure(code: code).isShortage)
    let errors: [any Error] = [
      SystemFailure(code: code), FileFailure(path: "a", code: code), FileReadFailure.system(code),
      FileReadError(NotePath("a.md"), .system(code)), ChangeError(NotePath("a.md"), .system("read", code)),
      AtomicFileError("a", .system("opened", code)), ShortageError("x", .system(code)),
    ]
    for error in errors {
      let shortage = #expect(throws: ShortageError.self) { try ShortageError.check("the notes cannot be read", error) }
      #expect(shortage?.want == .system(code))
      #expect(shortage?.kind == .shortage)
    }
    #expect(ShortageError("the notes cannot be read", errors[3])?.message.text.contains(systemMessage(code)) == true)
  }

  @Test(arguments: [EACCES, ENOENT, EIO, ELOOP, ENOSPC]) func othersAreAboutTheFile(_ code: CInt) throws {
    #expect(!SystemFailure(code: code).isShortage)
    for error in [SystemFailure(code: code), FileReadError(NotePath("a"), .system(code))] as [any Error] {
      try ShortageError.check("x", error)
    }
    try ShortageError.check("x", ChangeError(NotePath("a"), .notRegular))
  }

  @Test func eachSaysWhatHelps() {
    #expect(
      ShortageError("x", .system(EMFILE)).description
        == "x: Too many open files; let the program open more files (`ulimit -n`)")
    #expect(ShortageError("x", .threads).description.hasSuffix("(`ulimit -u`)"))
    #expect(ChangeError(NotePath("a.md"), .system("written", EFBIG)).description.contains("`ulimit -f`"))
    #expect(FileReadError(NotePath("a.md"), .system(EMFILE)).reason.contains("`ulimit -n`"))
    #expect(AtomicFileError("a", .system("written", EIO)).description.hasSuffix("check its permissions and the disk"))
  }

  /// What does nothing and says nothing would be asked for ever.
  @Test func aWriteOfNothingIsAnError() throws {
    #expect(throws: SystemFailure(code: EIO)) { try completing(5) { _ in 0 } }
    #expect(throws: SystemFailure(code: ENOSPC)) {
      try completing(5) { done in
        errno = ENOSPC
        return done == 0 ? 3 : -1
      }
    }
    var steps: [Int] = []
    try completing(5) { done in
      steps.append(done)
      return 2
    }
    #expect(steps == [0, 2, 4])
    try completing(0) { _ in -1 }
  }

  /// A file of holes takes no memory before it is known to be too large; neither is one that has no size read without end.
  @Test func onlySoMuchIsRead() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "holes")
    #expect(truncate(folder.absolute("holes"), 20 << 30) == 0)
    let file = OwnedDescriptor(openFile(folder.absolute("holes"), O_RDONLY))
    #expect(throws: FileReadFailure.tooLarge(size: 20 << 30, limit: 4_096)) { try readFile(file.number, limit: 4_096) }
    #expect(throws: FileReadFailure.tooLarge(size: 20 << 30, limit: 1 << 30)) { try readFile(file.number, limit: .max) }
    #if os(Linux)
      // It says that it is empty, and is long.
      let maps = OwnedDescriptor(openFile("/proc/self/maps", O_RDONLY))
      #expect(try readFile(maps.number, limit: 1 << 24).bytes.count > 100)
      let again = OwnedDescriptor(openFile("/proc/self/maps", O_RDONLY))
      #expect(throws: FileReadFailure.tooLarge(size: 101, limit: 100)) { try readFile(again.number, limit: 100) }
    #endif
  }

  @Test func entriesOfTheHistoryWithoutAnEndAreLeftOut() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.delete(named: ["a"])
    for (name, start) in [("00000002", ""), ("00000003", "{"), ("00000004", "x")] {
      try test.folder.write(start, to: ".vault/journal/\(name).done")
      #expect(truncate(test.folder.absolute(".vault/journal/\(name).done"), 20 << 30) == 0)
    }
    #expect(try test.vault().read { try $0.history() }.map(\.sequence) == [1])
  }
}

/// Threads that say when there can be none.
struct OwnThreadTests {
  @Test func worksOnAsManyAsThereAre() {
    let done = CountedCalls()
    OwnThread.perform(5) { done.add() }
    #expect(done.count == 5)
    OwnThread.perform(1) { done.add() }
    OwnThread.perform(0) { done.add() }
    #expect(done.count == 7)
    #expect(OwnThread.result(of: { 42 }) == 42)
  }

  private final class CountedCalls: Sendable {
    private let calls = Mutex(0)
    func add() { calls.withLock { $0 += 1 } }
    var count: Int { calls.withLock { $0 } }
  }
}
