/// What a signal does to this process.
package struct SignalAction {
  private var action = sigaction()

  private init() {}

  /// What the system does by itself.
  package static var standard: SignalAction { SignalAction() }

  package static var ignoring: SignalAction {
    var own = SignalAction()
    own.set(SIG_IGN)
    return own
  }

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
    own.set(handler)
    return own
  }

  private mutating func set(_ handler: (@convention(c) (CInt) -> Void)?) {
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
  }

  package var isIgnored: Bool { handler == unsafeBitCast(SIG_IGN, to: Int.self) }

  /// True where nothing in this process catches or ignores it.
  package var isDefault: Bool { handler == unsafeBitCast(SIG_DFL, to: Int.self) }

  private var handler: Int {
    #if canImport(Darwin)
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }
}
