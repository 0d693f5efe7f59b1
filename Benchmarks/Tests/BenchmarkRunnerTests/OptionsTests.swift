import Testing

@testable import BenchmarkRunner

@Suite struct OptionsTests {
  @Test func defaults() throws {
    let options = try Options(arguments: [])
    #expect(options.sizes == [1_000, 10_000, 30_000] && options.mode == .measure)
    #expect(options.folders.isEmpty && options.corpus.isEmpty)
  }

  @Test func otherNotesTakeThePlaceOfGeneratedOnes() throws {
    let options = try Options(arguments: ["--folder", "a", "--folder", "b c"])
    #expect(options.folders == ["a", "b c"] && options.sizes.isEmpty)
    let corpus = try Options(arguments: ["--corpus", "8000,30000", "--sizes", "1000"])
    #expect(corpus.corpus == [8_000, 30_000] && corpus.sizes == [1_000])
  }

  @Test func all() throws {
    let options = try Options(arguments: [
      "--sizes", "400,500", "--runs", "3", "--json", "f", "--input", "a", "--input", "b",
    ])
    #expect(options.sizes == [400, 500] && options.runs == 3 && options.json == "f" && options.inputs == ["a", "b"])
    #expect(try Options(arguments: ["--ranking"]).mode == .ranking(misses: false))
    #expect(try Options(arguments: ["--misses", "--ranking"]).mode == .ranking(misses: true))
    #expect(try Options(arguments: ["--before", "/old", "--sizes", "500"]).mode == .pairs(before: "/old"))
    let generate = try Options(arguments: ["--generate", "50", "--tasks", "7"])
    #expect(generate.mode == .generate(notes: 50, tasks: 7))
  }

  @Test(arguments: [
    ["--sizes"], ["--sizes", ""], ["--sizes", "10"], ["--sizes", "1000,x"], ["--runs", "0"], ["--seed", "-1"],
    ["--tasks", "3"], ["--frobnicate"], ["--folder"], ["--before"], ["--corpus", "x"], ["--corpus"],
    ["--generate", "99999999999999999999"],
  ])
  func wrongUsage(_ arguments: [String]) {
    #expect(throws: Options.Usage.self) { try Options(arguments: arguments) }
  }

  @Test(arguments: [
    (["a", "b-c/d.e"], "a b-c/d.e"), (["two words", ""], "'two words' ''"), (["it's"], #"'it'\''s'"#),
    (["\"x\"", "{path}"], #"'"x"' '{path}'"#),
  ])
  func quoting(_ command: [String], _ expected: String) {
    #expect(Session.shown(command) == expected)
  }

  @Test func versions() {
    #expect(Machine.version("ripgrep 13.0.0\n-SIMD -AVX\n") == "13.0.0")
    #expect(Machine.version("3.40.1\n") == "3.40.1")
    #expect(Machine.version("none\n") == "?")
  }
}
