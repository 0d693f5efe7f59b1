import Synchronization
import Testing
import VaultCore

@testable import VaultTerminal

struct ProgressBarTests {
  private final class Recorder: Sendable {
    let now = Mutex(Duration.zero)
    let written = Mutex<[String]>([])
  }

  private func bar(_ recorder: Recorder, _ context: TerminalContext) -> ProgressBar {
    ProgressBar(
      "Indexing", unit: "notes", context: context, clock: { recorder.now.withLock { $0 } },
      emit: { text in recorder.written.withLock { $0.append(text) } })
  }

  @Test func appearsAfterHalfASecondAndErasesItself() {
    let recorder = Recorder()
    let bar = bar(recorder, TerminalContext(errorIsTerminal: true, errorWidth: 80))
    for milliseconds in stride(from: 0, through: 2_000, by: 10) {
      recorder.now.withLock { $0 = .milliseconds(milliseconds) }
      bar.update(milliseconds * 6, of: 30_000)
    }
    bar.finish()
    bar.update(1, of: 2)
    bar.finish()
    let written = recorder.written.withLock { $0 }
    #expect(written.count == 17)
    #expect(written.last == "\r\u{1B}[K")
    #expect(written.dropLast().last?.contains("12,000 of 30,000 notes, 6,000/s, 3 s left") == true)
    #expect(written.allSatisfy { DisplayWidth.of($0.dropFirst(4)) < 80 })
  }

  @Test func quickWorkShowsNothing() {
    let recorder = Recorder()
    let bar = bar(recorder, TerminalContext(errorIsTerminal: true))
    bar.update(5, of: 10)
    bar.finish()
    #expect(recorder.written.withLock { $0 }.isEmpty)
  }

  @Test func withoutATerminalNothingIsDrawn() {
    let recorder = Recorder()
    let bar = bar(recorder, TerminalContext())
    recorder.now.withLock { $0 = .seconds(9) }
    bar.update(5, of: 10)
    bar.finish()
    #expect(recorder.written.withLock { $0 }.isEmpty)
  }

  @Test(arguments: [(0, nil), (-5, 3), (Int.max, 1), (7, 0), (1, Int.max), (0, 10)] as [(Int, Int?)])
  func oddNumbers(_ done: Int, _ total: Int?) {
    let recorder = Recorder()
    let bar = bar(recorder, TerminalContext(errorIsTerminal: true, errorWidth: 20, unicode: false))
    recorder.now.withLock { $0 = .seconds(9) }
    bar.update(done, of: total)
    #expect(recorder.written.withLock { $0 }.count == 1)
    #expect(recorder.written.withLock { $0 }.allSatisfy { DisplayWidth.of($0.dropFirst(4)) < 20 })
  }
}
