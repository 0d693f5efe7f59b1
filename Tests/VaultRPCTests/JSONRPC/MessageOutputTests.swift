import Dispatch
import Synchronization
import Testing
import VaultPlatform

@testable import VaultRPC

struct MessageOutputTests {
  private final class Pipe {
    private(set) var reading: CInt
    let writing: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw TestFailure("no pipe") }
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      closeReading()
      close(writing)
    }

    func closeReading() {
      if reading >= 0 { close(reading) }
      reading = -1
    }
  }

  private func read(_ descriptor: CInt, count: Int) -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < count {
      let some = block.withUnsafeMutableBytes { readSome(descriptor, $0) }
      guard some > 0 else { break }
      bytes += block[..<some]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func messagesComeInOrderAndLaterOnesTakePlaces() throws {
    let pipe = try Pipe()
    let output = MessageOutput(pipe.writing, .lines) { Issue.record("\($0)") }
    output.send(Array("a".utf8))
    output.send(Array("old".utf8), .replacing("key"))
    output.send(Array("b".utf8))
    output.send(Array("new".utf8), .replacing("key"))
    output.send(Array("c".utf8), .whenIdle)
    output.send(Array("now".utf8), .first)
    // Nothing was written yet, so that the order does not hang on how quick the thread is.
    #expect(output.start())
    #expect(read(pipe.reading, count: 14) == "now\na\nb\nnew\nc\n")
    output.finish(patience: 60)
  }

  @Test func whoDoesNotReadIsNotWaitedForAndTooMuchIsTold() throws {
    // What is being written when the pipe is closed is no reason to end.
    BrokenPipes.ignoreForGood()
    let pipe = try Pipe()
    let told = DispatchSemaphore(value: 0)
    let output = MessageOutput(pipe.writing, .lines, limit: 1 << 20) { _ in told.signal() }
    #expect(output.start())
    let body = [UInt8](repeating: 0x61, count: 1 << 16)
    for _ in 0..<40 { output.send(body) }
    #expect(told.wait(timeout: .now() + 60) == .success)
    // What still writes is over before the pipe's number is another's.
    pipe.closeReading()
    output.finish(patience: 60)
  }

  @Test func aReaderThatIsGoneIsTold() throws {
    BrokenPipes.ignoreForGood()
    var ends: [CInt] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let told = DispatchSemaphore(value: 0)
    let output = MessageOutput(ends[1], .headers) { _ in told.signal() }
    #expect(output.start())
    output.send([0x7B, 0x7D])
    #expect(told.wait(timeout: .now() + 60) == .success)
    output.finish(patience: 60)
    close(ends[1])
  }

  /// However long a message is, a client that reads gets it.
  @Test func oneMessageMayBeLongerThanWhatMayWait() throws {
    let pipe = try Pipe()
    let output = MessageOutput(pipe.writing, .lines, limit: 1_000) { Issue.record("\($0)") }
    #expect(output.start())
    output.send([UInt8](repeating: 0x61, count: 5_000))
    #expect(read(pipe.reading, count: 5_001).utf8.count == 5_001)
    output.finish(patience: 60)
  }
}
