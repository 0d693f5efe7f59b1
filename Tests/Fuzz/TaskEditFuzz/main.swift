import VaultCore
import VaultTestSupport

/// libFuzzer's driver: runs the test function on inputs it makes up from those it is given.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let buffer = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  // Each task is edited some forty times: many small notes find more than a few long ones.
  let outcome = TaskEditInvariants.outcome(
    of: Array(buffer), format: count.isMultiple(of: 2) ? .emoji : .inline, limit: 2)
  for violation in outcome.violations { fatalError(violation) }
  return 0
}

private var argumentCount = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
_ = runDriver(&argumentCount, &arguments) { test($0, $1) }
