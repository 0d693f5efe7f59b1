#if os(Linux)
  import Foundation
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  @Suite struct FileSwapTests {
    private let folder: TemporaryFolder
    private let place: VaultTree.Place

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("text", to: "a.md")
      place = try VaultTree(root: folder.path).place(NotePath("a.md"))
    }

    private func openForWriting() throws -> CInt {
      let file = open(folder.absolute("a.md"), O_WRONLY | O_CLOEXEC)
      try #require(file >= 0)
      return file
    }

    /// As a program has it that is just being started, or an editor that saves.
    @Test func whoHasItOpenForAMomentIsWaitedFor() throws {
      // On a busy machine a moment may be long.
      let isWaitedFor = try (0..<50).contains { _ in
        let file = try openForWriting()
        let closed = DispatchSemaphore(value: 0)
        Thread {
          usleep(3_000)
          close(file)
          closed.signal()
        }.start()
        defer { closed.wait() }
        return !FileSwap.hasWriter(place)
      }
      #expect(isWaitedFor)
    }

    @Test func whoKeepsItOpenIsSeen() throws {
      let file = try openForWriting()
      #expect(FileSwap.hasWriter(place))
      close(file)
    }
  }
#endif
