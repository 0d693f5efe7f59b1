import Foundation
import Testing

@testable import VaultStore

struct InterruptionTests {
  /// Where two changes overlap, the signals do afterwards what they did before.
  @Test func signalsAreGivenBackAfterOverlappingChanges() {
    let first = Pause()
    let second = Pause()
    Thread.detachNewThread { Interruption.putOff { first.hold() } }
    first.waitUntilHeld()
    Thread.detachNewThread { Interruption.putOff { second.hold() } }
    second.waitUntilHeld()
    #expect(!Self.endsTheProcess(SIGTERM))
    first.end()
    usleep(50_000)
    #expect(!Self.endsTheProcess(SIGTERM), "the second is still at it")
    second.end()
    // Other tests may be changing something just now.
    for _ in 0..<10_000 where !Self.endsTheProcess(SIGTERM) { usleep(1_000) }
    #expect(Self.endsTheProcess(SIGTERM))
  }

  private static func endsTheProcess(_ signal: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
    #endif
  }
}

/// Where a thread stands still until another lets it go on.
private final class Pause: Sendable {
  private let isHeld = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)

  func hold() {
    isHeld.signal()
    isOver.wait()
  }

  func waitUntilHeld() { isHeld.wait() }
  func end() { isOver.signal() }
}
