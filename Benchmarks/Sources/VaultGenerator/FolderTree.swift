/// Folders one to four deep, 22 notes in each on average.
package struct FolderTree: Sendable {
  private let paths: [[UInt8]]
  private let seed: UInt64

  init(noteCount: Int, words: [[UInt8]], seed: UInt64) {
    self.seed = seed
    let count = max(noteCount / 22, 1)
    var random = SplitMix64(seed: seed, stream: 5, index: 0)
    let names = Permutation(count: words.count * words.count, seed: seed, stream: 6)
    // Shares of the folders at depth 1 to 4, in percent.
    let ends = [max(count * 4 / 100, 1), max(count * 30 / 100, 1), max(count * 72 / 100, 1), count]
    var paths: [[UInt8]] = []
    var parents = 0..<0
    for end in ends {
      let first = paths.count
      for number in first..<max(end, first) {
        let rank = names(number)
        let name = words[rank % words.count].capitalized + [Byte.blank] + words[rank / words.count % words.count]
        if parents.isEmpty {
          paths.append(name)
        } else {
          let parent = parents.lowerBound + random.skewed(below: parents.count, draws: 2)
          paths.append(paths[parent] + [UInt8(ascii: "/")] + name)
        }
      }
      if first < paths.count { parents = first..<paths.count }
    }
    self.paths = paths
  }

  package var all: [[UInt8]] { paths }

  /// Some folders hold twice as many notes as the average, some a few.
  package func folder(ofNote index: Int) -> Int {
    var random = SplitMix64(seed: seed, stream: 7, index: index)
    return paths.count - 1 - random.skewed(below: paths.count, draws: 2)
  }

  func path(ofFolder number: Int) -> [UInt8] {
    paths[number]
  }
}
