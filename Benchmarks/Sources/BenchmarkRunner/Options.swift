import Foundation

/// What `run` is asked for.
package struct Options: Sendable, Equatable {
  package enum Mode: Sendable, Equatable {
    case measure
    /// Only the ranking, which nothing is timed for.
    case ranking(misses: Bool)
    /// Only this build against that one, in turn.
    case pairs(before: String)
    /// Only write the vault of that many notes and print where it is.
    case generate(notes: Int, tasks: Int?)
    case help
  }

  package var mode = Mode.measure
  /// Numbers of notes of generated vaults; none where other notes are named.
  package var sizes = [1_000, 10_000, 30_000]
  /// Somebody's notes, to be measured as copies.
  package var folders: [String] = []
  /// Numbers of notes that the corpus is copied up to.
  package var corpus: [Int] = []
  package var vault = ""
  /// Times that a command is timed; slow ones less often.
  package var runs = 12
  package var json: String?
  package var picture: String?
  /// Whether to measure vaults that are odd in one way, too.
  package var extremes = false
  package var seed: UInt64 = 1
  /// Folders of notes to recombine, in place of the usual ones.
  package var inputs: [String] = []
  /// Set by the script `run`.
  package var project = ""
  package var peers = ""
  /// A private, empty folder, which `run` removes.
  package var work = ""

  package struct Usage: Error, CustomStringConvertible {
    package let description: String
  }

  /// Fewer notes than this would leave some planted word out.
  package static let leastNotes = 400

  package init() {}

  package init(arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Usage(description: "\(option) needs a value") }
      return value
    }
    func number(_ text: String, _ option: String, from least: Int) throws -> Int {
      guard let number = Int(text), number >= least, number <= 10_000_000 else {
        throw Usage(description: "\(option) \(text): a whole number from \(least) to 10000000 is needed")
      }
      return number
    }
    var sizes: [Int]?
    var generate: Int?
    var tasks: Int?
    var ranking: Mode?
    var before: String?
    while let option = rest.popFirst() {
      switch option {
      case "--sizes":
        sizes = try value(of: option).split(separator: ",").map {
          try number(String($0), option, from: Self.leastNotes)
        }
      case "--folder": folders.append(try value(of: option))
      case "--corpus":
        corpus += try value(of: option).split(separator: ",").map {
          try number(String($0), option, from: Self.leastNotes)
        }
      case "--vault": vault = try value(of: option)
      case "--before": before = try value(of: option)
      case "--runs": runs = try number(value(of: option), option, from: 2)
      case "--json": json = try value(of: option)
      case "--extremes": extremes = true
      case "--picture": picture = try value(of: option)
      case "--seed":
        let text = try value(of: option)
        guard let seed = UInt64(text) else { throw Usage(description: "--seed \(text): a whole number is needed") }
        self.seed = seed
      case "--input": inputs.append(try value(of: option))
      case "--generate": generate = try number(value(of: option), option, from: 1)
      case "--tasks": tasks = try number(value(of: option), option, from: 0)
      case "--ranking": ranking = ranking ?? .ranking(misses: false)
      case "--misses": ranking = .ranking(misses: true)
      case "--project": project = try value(of: option)
      case "--peers": peers = try value(of: option)
      case "--work": work = try value(of: option)
      case "--help", "-h": mode = .help
      default: throw Usage(description: "unknown option \(option); --help lists them")
      }
    }
    guard sizes?.isEmpty != true else { throw Usage(description: "--sizes needs at least one number") }
    self.sizes = sizes ?? (folders.isEmpty && corpus.isEmpty ? self.sizes : [])
    if let ranking, mode != .help { mode = ranking }
    if let before, mode != .help { mode = .pairs(before: before) }
    if let generate { mode = .generate(notes: generate, tasks: tasks) }
    if tasks != nil, generate == nil { throw Usage(description: "--tasks goes with --generate") }
  }

  package static let help = """
    usage: Benchmarks/run [--sizes 1000,10000,30000] [--folder FOLDER ...] [--corpus N] [--vault BINARY]
                          [--runs N] [--json FILE] [--picture FILE] [--extremes] [--seed N] [--input FOLDER ...]
           Benchmarks/run --before BINARY [--vault BINARY] [--sizes N | --folder FOLDER] [--runs N]
           Benchmarks/run --ranking | --misses [--vault BINARY] [--json FILE]
           Benchmarks/run --generate NOTES [--tasks N] [--seed N] [--input FOLDER ...]
           Benchmarks/run --self-test

      --sizes LIST      numbers of notes, each at least \(leastNotes); a vault is generated for each and kept in TMPDIR;
                        1000000 takes 10 GB and an hour. Default unless other notes are named: 1000,10000,30000
      --folder FOLDER   measure a copy of these notes; the folder is only read
      --corpus LIST     ../shared/corpus, copied again and again up to so many notes, and kept in TMPDIR
      --vault BINARY    the vault command to time (default: .build/release/vault of the project)
      --before BINARY   only that build against this one: each command of both in turn, at the largest of --sizes
      --runs N          how often a command is timed (default 12; slow ones less often)
      --json FILE       write the table as JSON too
      --picture FILE    draw how the cost grows with the vault, as SVG
      --extremes        large, long and deep things too, each against half of it
      --seed N          another vault of the same kind (default 1)
      --input FOLDER    notes whose paragraphs are recombined (default: SampleVault, and ../shared/corpus if present)
      --ranking         only how well search ranks the judged queries; nothing is timed
      --misses          the same, with each query of the tuning half and the notes that came first
      --generate NOTES  only write a vault of so many notes, and print where it is
      --tasks N         with exactly so many tasks (default: a third of the notes)
      --self-test       run the tests of the benchmarks themselves

    Exit status: 0 when everything could be measured, whatever the figures; 2 when a row failed; 64 wrong usage.
    """
}
