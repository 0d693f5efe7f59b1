import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform

@testable import VaultTerminal

struct OutputSinkTests {
  private func pipePair() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func readAll(_ descriptor: Int32) -> [UInt8] {
    var result: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &block, block.count)
      guard count > 0 else { return result }
      result.append(contentsOf: block[..<count])
    }
  }

  @Test func writesInBlocksAndTheRestAtTheEnd() throws {
    let (readEnd, writeEnd) = pipePair()
    let sink = OutputSink(descriptor: writeEnd)
    try sink.write("small")
    #expect(sink.bytes.count == 5)
    try sink.finish()
    close(writeEnd)
    #expect(readAll(readEnd) == Array("small".utf8))
    close(readEnd)
  }

  @Test func aPipeThatIsFullAndDoesNotBlockIsWaitedFor() throws {
    let (readEnd, writeEnd) = pipePair()
    #expect(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0)
    let expected = (0..<400_000).map { UInt8(truncatingIfNeeded: $0) }
    // A thread of its own: all that run tests may be waiting.
    let received = Mutex<[UInt8]>([])
    let isRead = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let bytes = readAll(readEnd)
      received.withLock { $0 = bytes }
      isRead.signal()
    }
    let sink = OutputSink(descriptor: writeEnd)
    for start in stride(from: 0, to: expected.count, by: 1_000) { try sink.write(expected[start..<(start + 1_000)]) }
    try sink.finish()
    close(writeEnd)
    isRead.wait()
    #expect(received.withLock { $0 } == expected)
    close(readEnd)
  }

  @Test func aReaderThatWentAwayIsNoFailure() throws {
    let (readEnd, writeEnd) = pipePair()
    close(readEnd)
    let sink = OutputSink(descriptor: writeEnd)
    try sink.write("x")
    #expect(throws: OutputClosed.self) { try sink.finish() }
    #expect(throws: OutputClosed.self) { try sink.write("y") }
    close(writeEnd)
  }

  @Test(.enabled(if: access("/dev/full", W_OK) == 0, "there is no /dev/full")) func otherErrorsAreNamed() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    let sink = OutputSink(descriptor: descriptor)
    try sink.write("x")
    let failure = #expect(throws: OutputFailure.self) { try sink.finish() }
    #expect(failure?.code == ENOSPC)
    #expect(failure?.description.contains("No space left") == true)
    close(descriptor)
  }

  // MARK: Pager

  private static let terminal = TerminalContext(outputIsTerminal: true, width: 20, height: 5)

  @Test func shortOutputNeedsNoPager() throws {
    let (readEnd, writeEnd) = pipePair()
    let pager = try #require(Pager(environment: ["VAULT_PAGER": "sed -n x", "PATH": "/usr/bin:/bin"]))
    let sink = OutputSink(descriptor: writeEnd, pager: pager, context: Self.terminal)
    try sink.write("1\n2\n3\n4\n")
    try sink.finish()
    close(writeEnd)
    #expect(String(decoding: readAll(readEnd), as: UTF8.self) == "1\n2\n3\n4\n")
    close(readEnd)
  }

  @Test func longOutputGoesThroughThePager() throws {
    try TemporaryFile.with { file in
      let pager = try #require(Pager(environment: ["PAGER": "sed s/^/p/ > '\(file)'", "PATH": "/usr/bin:/bin"]))
      let sink = OutputSink(descriptor: -1, pager: pager, context: Self.terminal)
      for line in 1...10 { try sink.write("\(line)\n") }
      try sink.finish()
      let descriptor = open(file, O_RDONLY)
      #expect(String(decoding: readAll(descriptor), as: UTF8.self) == (1...10).map { "p\($0)\n" }.joined())
      close(descriptor)
    }
  }

  @Test func aPagerThatIsLeftEarlyEndsTheOutputQuietly() throws {
    let pager = try #require(Pager(environment: ["PAGER": "head -1 > /dev/null", "PATH": "/usr/bin:/bin"]))
    let sink = OutputSink(descriptor: -1, pager: pager, context: Self.terminal)
    #expect(throws: OutputClosed.self) {
      for line in 1...1_000_000 { try sink.write("\(line)\n") }
      try sink.finish()
    }
    #expect(throws: OutputClosed.self) { try sink.finish() }
  }

  @Test func whichPager() {
    #expect(Pager(environment: ["PAGER": "sed -n p", "VAULT_PAGER": "sort -r"])?.command == "sort -r")
    #expect(Pager(environment: ["PAGER": "sed -n p"])?.command == "sed -n p")
    #expect(Pager(environment: ["PAGER": "sed -n p"])?.environment["LESS"] == "FRX")
    #expect(Pager(environment: ["PAGER": "sed", "LESS": "-S"])?.environment["LESS"] == "-S")
    #expect(Pager(environment: ["PAGER": ""]) == nil)
    #expect(Pager(environment: ["PAGER": "cat"]) == nil)
    #expect(Pager(environment: ["PAGER": "no-such-program-here"]) == nil)
    #expect(Pager(environment: ["PAGER": "sed", "TERM": "dumb"]) == nil)
    #expect(Pager(environment: ["PAGER": "sed"], disabled: true) == nil)
  }

  @Test func whatFitsTheScreen() {
    func fits(_ text: String) -> Bool { Pager.fits(Array(text.utf8), rows: 3, columns: 4) }
    #expect(fits(""))
    #expect(fits("a\nb\n"))
    #expect(!fits("a\nb\nc\n"))
    #expect(fits("abcd\nb\n"))
    #expect(!fits("abcde\nb\n"))
    #expect(fits("éééé\nb\n"))
  }
}

private enum TemporaryFile {
  static func with(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/vault-output-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    close(descriptor)
    defer { unlink(path) }
    try body(path)
  }
}
