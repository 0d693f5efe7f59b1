import Testing

/// `--timing`
@Suite("Timing")
struct TimingTests {
  @Test(arguments: [
    ("search bread", ["start", "watcher", "scan", "open", "wait", "query", "rank", "excerpt", "print", "total"]),
    ("tasks --no-index", ["start", "watcher", "scan", "wait", "parse", "query", "rank", "print", "total"]),
    ("index --rebuild", ["start", "watcher", "scan", "wait", "compare", "parse", "write", "print", "total"]),
  ])
  func phasesAreToldAndNothingElseIsDifferent(_ command: String, _ phases: [String]) throws {
    let sandbox = try Sandbox()
    // Until their stamps are believed.
    _ = try sandbox.run("sleep 2.2; vault index")
    let outcome = try sandbox.run("vault \(command) --timing")
    let rows = outcome.errorText.split(separator: "\n")
    #expect(rows.map { String($0.prefix { $0 != " " }) } == phases)
    for row in rows { #expect(row.contains(#/^[a-z]+ +[0-9]+\.[0-9] ms/#), "\(row)") }
    if command.hasPrefix("index") { return }
    let plain = try sandbox.run("vault \(command)")
    #expect(outcome.output == plain.output && plain.errors.isEmpty && outcome.status == 0)
  }
}
