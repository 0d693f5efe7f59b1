/// What a signal does to this process.
package struct SignalAction {
  private var action = sigaction()

  private init() {}

  /// Returns nil when that cannot be asked.
  package static func current(_ signal: CInt) -> SignalAction? {
    var current = SignalAction()
    return sigaction(signal, nil, &current.action) == 0 ? current : nil
  }

  /// Makes it what `signal` does from now on.
  package func install(_ signal: CInt) {
    var action = action
    _ = sigaction(signal, &action, nil)
  }

  /// One that calls `handler`; system calls go on after it. `onOtherStack`: on that of sigaltstack(2).
  package static func calling(
    onOtherStack: Bool = false, _ handler: @escaping @convention(c) (CInt) -> Void
  ) -> SignalAction {
    var own = SignalAction()
    own.action.sa_flags = SA_RESTART | (onOtherStack ? SA_ONSTACK : 0)
    #if canImport(Darwin)
      own.action.__sigaction_u.__sa_handler = handler
    #else
      own.action.__sigaction_handler.sa_handler = handler
    #endif
    return own
  }

  /// Has the signals wait, in this thread and in those that it starts from now on, for whoever asks which have come, as
  /// Dispatch's sources do. On Linux Dispatch means to do that itself once the first of them comes, and now and then loses it.
  /// To be called before there are other threads; programs that are started inherit it.
  package static func hold(_ signals: [CInt]) {
    #if os(Linux)
      var held = sigset_t()
      sigemptyset(&held)
      for signal in signals { sigaddset(&held, signal) }
      pthread_sigmask(SIG_BLOCK, &held, nil)
    #endif
  }

  package var isIgnored: Bool {
    #if canImport(Darwin)
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }
}
