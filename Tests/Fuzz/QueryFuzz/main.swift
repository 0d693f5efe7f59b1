import VaultCore
import VaultTestSupport

/// libFuzzer's driver: runs the test function on inputs it makes up from those it is given.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

nonisolated(unsafe) private var invariants = QueryInvariants()

private func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let buffer = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  for violation in invariants.violations(of: Array(buffer)) { fatalError(violation) }
  return 0
}

private var argumentCount = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
_ = runDriver(&argumentCount, &arguments) { test($0, $1) }
