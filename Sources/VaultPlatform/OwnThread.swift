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
    guard let thread = make({ box.value = body() }) else { return nil }
    pthread_join(thread, nil)
    return box.value
  }

  /// Written by one thread, and read by another once that has ended.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    var value: Value?
  }

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func make(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { run($0) }, work.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { run($0) }, work.toOpaque())
    #endif
    if code == 0 { return thread }
    work.release()
    return nil
  }

  private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
  }
}
