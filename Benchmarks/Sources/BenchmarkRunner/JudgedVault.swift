import Foundation

/// A vault with judged queries.
struct JudgedVault {
  let name: String
  let root: String
  let judgments: String

  /// The one that is not part of the project may be absent.
  static func all(project: String) -> [JudgedVault] {
    [("obsidian-hub", "../shared/corpus/obsidian-hub"), ("SampleVault", "SampleVault")].map { name, place in
      JudgedVault(
        name: name, root: URL(fileURLWithPath: "\(project)/\(place)").standardizedFileURL.path,
        judgments: "\(project)/Benchmarks/Judgments/\(name).tsv")
    }
  }
}
