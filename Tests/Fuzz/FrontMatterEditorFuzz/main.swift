import VaultCore
import VaultTestSupport

/// libFuzzer's driver: runs the test function on inputs it makes up from those it is given.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The input is a note; its bytes also choose the changes. One that is no front matter is put between fences.
private func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  let seed = input.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  var generator = FrontMatterGenerator(seed: seed)
  var notes = [generator.note()]
  notes.append(input.starts(with: "---".utf8) ? input : Array("---\n".utf8) + input + Array("\n---\n".utf8))
  for note in notes {
    let changes = generator.changes(for: note, count: 2)
    for violation in FrontMatterEditInvariants.violations(of: note, changes: changes) { fatalError(violation) }
  }
  return 0
}

private var argumentCount = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
_ = runDriver(&argumentCount, &arguments) { test($0, $1) }
