import Testing
import VaultCore

/// What a merge is expected to be.
enum MergedText: Equatable, CustomTestStringConvertible {
  case text(String)
  case regions([MergeRegion])

  init(_ result: NoteMerge.Result) {
    switch result {
    case .merged(let text): self = .text(String(decoding: text, as: UTF8.self))
    case .open(let regions): self = .regions(regions)
    }
  }

  var testDescription: String {
    guard case .regions(let regions) = self else { return "\(self)" }
    return regions.map { region in
      switch region {
      case .settled(let text): String(decoding: text, as: UTF8.self)
      case .open(let place):
        "{"
          + [place.base, place.ours, place.theirs].map { String(decoding: $0.bytes, as: UTF8.self) }
          .joined(separator: "|") + "}"
      }
    }.joined()
  }

  var regions: [MergeRegion] { if case .regions(let regions) = self { regions } else { [] } }

  var open: [OpenPlace] {
    regions.compactMap { if case .open(let place) = $0 { place } else { nil } }
  }
}

/// What does not hold that holds of every merge; nil where all is well.
func brokenLaw(
  _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ options: NoteMerge.Options = NoteMerge.Options()
) -> String? {
  func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> NoteMerge.Result {
    NoteMerge.merge(base: base, ours: ours, theirs: theirs, options)
  }
  func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
  let texts = "base \(text(base)), ours \(text(ours)), theirs \(text(theirs))"
  guard merge(base, ours, base) == .merged(ours), merge(base, base, theirs) == .merged(theirs),
    merge(base, ours, ours) == .merged(ours)
  else { return "what one side made, or both, is not the result: \(texts)" }
  let (result, other) = (merge(base, ours, theirs), merge(base, theirs, ours))
  guard contents(result) == contents(other).mapValues({ SIMD4($0[0], $0[1], $0[3], $0[2]) }) else {
    return "swapping the sides changes more than the order: \(texts) makes \(MergedText(result).testDescription) and "
      + MergedText(other).testDescription
  }
  return nil
}

/// Merges, and checks what holds of every merge.
func merged(
  _ base: String, _ ours: String, _ theirs: String, _ options: NoteMerge.Options = NoteMerge.Options(),
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> MergedText {
  let (base, ours, theirs) = (Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
  if let problem = brokenLaw(base, ours, theirs, options) {
    Issue.record("\(problem)", sourceLocation: sourceLocation)
  }
  return MergedText(NoteMerge.merge(base: base, ours: ours, theirs: theirs, options))
}

/// How often each line that is not blank stands in what is settled, and in what is open of base, ours and theirs. Within a
/// line the words' order does not count: a list in brackets is one line.
private func contents(_ result: NoteMerge.Result) -> [[String]: SIMD4<Int>] {
  var counts: [[String]: SIMD4<Int>] = [:]
  func count(_ bytes: [UInt8], _ place: Int) {
    // A byte order mark stands where the text begins.
    for line in bytes.filter({ ![0xEF, 0xBB, 0xBF].contains($0) }).split(separator: 0x0A) {
      let words = line.split { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 || "[],".utf8.contains($0) }
        .map { String(decoding: $0, as: UTF8.self) }.sorted()
      if !words.isEmpty { counts[words, default: .zero][place] += 1 }
    }
  }
  switch result {
  case .merged(let text): count(text, 0)
  case .open(let regions):
    for region in regions {
      switch region {
      case .settled(let text): count(text, 0)
      case .open(let place):
        count(place.base.bytes, 1)
        count(place.ours.bytes, 2)
        count(place.theirs.bytes, 3)
      }
    }
  }
  return counts
}
