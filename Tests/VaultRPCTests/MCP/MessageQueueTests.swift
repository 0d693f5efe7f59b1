import Dispatch
import Testing
import VaultCore
import VaultPlatform

@testable import VaultRPC

@Suite struct MessageQueueTests {
  private func taken(_ queue: MessageQueue) -> [Int] {
    var ids: [Int] = []
    while let entry = queue.next() {
      if case .request(.number(let id), _, _) = entry { ids.append(Int(id) ?? -1) }
      queue.finish()
    }
    return ids
  }

  private func request(_ id: Int) -> MessageQueue.Entry { .request(.number("\(id)"), method: "x", params: nil) }

  /// Whoever puts in more bytes than may wait does so once there is room.
  @Test func allOfThemComeInOrderHoweverLongTheyAre() {
    let queue = MessageQueue()
    let isStarted = OwnThread.start {
      for id in 0..<200 { queue.put(.request(.number("\(id)"), method: "x", params: nil), bytes: 4 << 20) }
      queue.end(dropping: false)
    }
    #expect(isStarted && taken(queue) == Array(0..<200))
  }

  @Test func whoeverPutsInTooManyBytesWaits() {
    let queue = MessageQueue()
    let (isPut, hasBegun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for id in 0..<8 { queue.put(request(id), bytes: 4 << 20) }
    let isStarted = OwnThread.start {
      hasBegun.signal()
      queue.put(.request(.number("8"), method: "x", params: nil), bytes: 1)
      isPut.signal()
    }
    hasBegun.wait()
    #expect(isStarted && isPut.wait(timeout: .now() + 0.05) == .timedOut)
    _ = queue.next()
    isPut.wait()
    queue.end(dropping: false)
    #expect(taken(queue) == Array(1...8))
  }

  @Test func whatIsCancelledLeavesRoom() {
    let queue = MessageQueue()
    for id in 0..<100 {
      queue.put(request(id), bytes: 30 << 20)
      queue.cancel(.number("\(id)"))
    }
    queue.put(request(100), bytes: 1)
    queue.cancel(.number("no such"))
    queue.end(dropping: false)
    #expect(taken(queue) == [100])
  }

  @Test func nothingComesOnceItIsDropped() {
    let queue = MessageQueue()
    queue.put(request(1), bytes: 1)
    queue.end(dropping: true)
    queue.put(request(2), bytes: 1)
    #expect(taken(queue) == [])
  }
}
