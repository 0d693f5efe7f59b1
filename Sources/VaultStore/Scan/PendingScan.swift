import Foundation
import Synchronization

/// A scan that runs while the index is being opened.
final class PendingScan {
  /// When it began, in nanoseconds since 1970.
  let startedAt: Int64
  private let box = ResultBox()
  private let done = DispatchSemaphore(value: 0)
  private var finished: Result<ScanResult, ScanError>?

  init(_ scanner: Scanner) {
    startedAt = Scanner.clock()
    let (box, done) = (box, done)
    Thread {
      let result = Result { () throws(ScanError) in try scanner.scan() }
      box.value.withLock { $0 = result }
      done.signal()
    }.start()
  }

  /// The result, once it is there; to be asked for on one thread.
  func wait() throws(ScanError) -> ScanResult {
    if finished == nil {
      done.wait()
      finished = box.value.withLock { $0 }
    }
    return try finished?.get() ?? ScanResult(folders: [], problems: [])
  }

  private final class ResultBox: Sendable {
    let value = Mutex<Result<ScanResult, ScanError>?>(nil)
  }
}
