import VaultCore
import VaultTestSupport

/// libFuzzer's driver: runs the test function on inputs it makes up from those it is given.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The input is a note, put between fences where it has none, or else stands for one that is made up; its bytes also
/// choose the change. Going there and back is tried on one in four, since it takes five times as long.
private func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  let seed = input.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  var generator = FrontMatterGenerator(seed: seed)
  var note = generator.note()
  if generator.random.below(2) == 0 {
    note = input.starts(with: "---".utf8) ? input : Array("---\n".utf8) + input + Array("\n---\n".utf8)
  }
  let changes = generator.changes(for: note, count: 1)
  let violations =
    generator.random.below(4) == 0
    ? FrontMatterEditInvariants.violations(of: note, changes: changes)
    : changes.flatMap { FrontMatterEditInvariants.outcome(of: $0, in: note).violations }
  for violation in violations { fatalError("\(changes) in \(note): \(violation)") }
  return 0
}

private var argumentCount = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
_ = runDriver(&argumentCount, &arguments) { test($0, $1) }
