import VaultCore

/// What is known of how terminals draw a grapheme cluster, on which they disagree.
struct ClusterShape {
  /// Columns that are reserved for it: what most terminals that know of clusters give it.
  let width: Int
  /// Columns that it takes where each scalar counts by itself, two at the most.
  let widest: Int
  /// True where terminals may disagree, so that nothing may depend on where the cursor is behind it.
  let isDisputed: Bool

  init(_ cluster: Character) {
    width = DisplayWidth.of(cluster)
    let scalars = cluster.unicodeScalars
    guard scalars.count > 1 else {
      // A flag's half by itself, a skin tone by itself.
      let value = scalars.first?.value ?? 0
      isDisputed = (0x1F1E6...0x1F1FF).contains(value) || (0x1F3FB...0x1F3FF).contains(value)
      widest = max(width, 2)
      return
    }
    widest = max(width, 2 * scalars.count)
    isDisputed =
      scalars.contains { scalar in
        switch scalar.value {
        // Joiners, selectors of a presentation, skin tones, halves of flags, tags, the keycap's frame.
        case 0x200C...0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF, 0xE0020...0xE007F, 0x20E3: true
        default: false
        }
      } || Self.ownWidths(cluster) != width
  }

  /// What the scalars take one by one.
  private static func ownWidths(_ cluster: Character) -> Int {
    cluster.unicodeScalars.reduce(0) { $0 + DisplayWidth.of($1) }
  }
}

extension Character {
  /// Without a joiner at its end, which tmux would join with whatever follows.
  var withoutOpenJoiner: Character {
    guard unicodeScalars.count > 1, unicodeScalars.last == "\u{200D}" else { return self }
    var scalars = unicodeScalars
    while scalars.count > 1, scalars.last == "\u{200D}" { scalars.removeLast() }
    let text = String(scalars)
    return text.first ?? self
  }

  /// True for letters of scripts that are written from right to left.
  var isRightToLeft: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
