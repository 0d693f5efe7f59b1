import Synchronization

/// Threads of this process. Unlike those of Foundation and Dispatch, one that cannot be had is told, and nothing waits for
/// it: the caller does the work itself.
package enum OwnThread {
  /// In bytes. YAML, Markdown and queries may nest.
  package static let stackSize = 8 << 20

  /// Begins `body` on a thread of its own, whose end nobody waits for. False where the process may have no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = make(body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Calls `body` on up to `count` threads at once, this one among them, and returns when all have ended: as many as the
  /// process may have.
  package static func perform(_ count: Int, _ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { body in
      var others: [pthread_t] = []
      while others.count < count - 1, let thread = make(body) { others.append(thread) }
      body()
      for thread in others { pthread_join(thread, nil) }
    }
  }

  /// What `body` gives on a thread of its own. Nil where there can be none.
  package static func result<Result: Sendable>(of body: @escaping @Sendable () -> Result) -> Result? {
    let box = Box<Result>()
    let work: @Sendable () -> Void = {
      let result = body()
      box.value.withLock { $0 = result }
    }
    guard let thread = make(work) else { return nil }
    pthread_join(thread, nil)
    return box.value.withLock { $0 }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func make(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let work = Unmanaged.passRetained(Work(body))
    let thread = make(work.toOpaque())
    if thread == nil { work.release() }
    return thread
  }

  private static func make(_ work: UnsafeMutableRawPointer) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackSize)
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread: pthread_t = 0
    #endif
    guard pthread_create(&thread, &attributes, runWork, work) == 0 else { return nil }
    return thread
  }
}

// No closure where it is used, which the compiler of Swift 6.3 does not survive.
private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let work { HandlerStack.guarding(Unmanaged<OwnThread.Work>.fromOpaque(work).takeRetainedValue().body) }
  return nil
}
