import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the figures come from.
struct Machine: Encodable {
  let cores: Int
  let memoryBytes: UInt64
  let system: String
  /// Processes that wanted a core in the minute before.
  let load: Double
  let vault: String
  let ripgrep: String
  let sqlite: String
  let hyperfine: String

  init(_ session: Session) throws {
    cores = ProcessInfo.processInfo.activeProcessorCount
    memoryBytes = ProcessInfo.processInfo.physicalMemory
    system = Self.operatingSystem + " " + Self.processor
    var averages = [0.0]
    load = getloadavg(&averages, 1) == 1 ? averages[0] : 0
    ripgrep = Self.version(try session.answer(["rg", "--version"]))
    hyperfine = Self.version(try session.answer(["hyperfine", "--version"]))
    sqlite = Self.version(try session.answer(session.peer("fts5", "--version")))
    do {
      vault = Self.version(try session.answer(session.vault("--version")))
    } catch {
      vault = "of unknown version"
    }
  }

  var line: String {
    let memory = Table.decimal(Double(memoryBytes) / 1e9, 0)
    let base =
      "\(cores) cores, \(memory) GB, \(system), load \(Table.decimal(load, 1)); "
      + "vault \(vault), ripgrep \(ripgrep), SQLite \(sqlite), hyperfine \(hyperfine); warm caches, medians"
    return load > Double(cores)
      ? base + "\nOthers are at work on this machine: figures are larger than they need be." : base
  }

  /// `ripgrep 13.0.0` and the like: the first word that begins with a digit.
  static func version(_ output: String) -> String {
    let words = output.split { $0 == " " || $0 == "\n" }
    return words.first { $0.first?.isNumber == true }.map(String.init) ?? "?"
  }

  private static var operatingSystem: String {
    #if os(macOS)
      "macOS"
    #else
      "Linux"
    #endif
  }

  private static var processor: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other processor"
    #endif
  }
}
