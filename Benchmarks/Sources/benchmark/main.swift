import BenchmarkRunner
import Foundation

func complain(_ text: String) {
  FileHandle.standardError.write(Data(("benchmark: " + text + "\n").utf8))
}

func show(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

do {
  let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
  let benchmark = Benchmark(options, note: { complain($0) })
  switch options.mode {
  case .help:
    show(Options.help)
  case .generate(let notes, let tasks):
    show(try await benchmark.generate(notes: notes, tasks: tasks))
  case .ranking(let misses):
    try benchmark.rank(misses: misses, print: show)
  case .pairs(let before):
    exit(try await benchmark.pairs(before: before, print: show) ? 0 : 2)
  case .measure:
    exit(try await benchmark.measure(print: show) ? 0 : 2)
  }
} catch let error as Options.Usage {
  complain(error.description)
  exit(64)
} catch {
  complain("\(error)")
  exit(2)
}
