/// A colour as it should be, with the nearest entry of the 256-colour palette.
package struct Color: Hashable, Sendable {
  /// 0xRRGGBB
  package let rgb: UInt32
  package let palette: UInt8

  /// `palette`: another entry than the nearest, which may be less legible.
  package init(_ rgb: UInt32, palette: UInt8? = nil) {
    self.rgb = rgb
    self.palette = palette ?? Self.nearest(rgb)
  }

  /// The 6×6×6 cube (16–231) or the grey ramp (232–255), whichever is nearer; 0–15 are the user's own.
  private static func nearest(_ rgb: UInt32) -> UInt8 {
    let (r, g, b) = (Int(rgb >> 16 & 0xFF), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF))
    let levels = [0, 95, 135, 175, 215, 255]
    func level(_ value: Int) -> Int {
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
    }
    func distance(_ x: Int, _ y: Int, _ z: Int) -> Int {
      (x - r) * (x - r) + (y - g) * (y - g) + (z - b) * (z - b)
    }
    let (i, j, k) = (level(r), level(g), level(b))
    let ramp = min(max(((r + g + b) / 3 - 8 + 5) / 10, 0), 23)
    let grey = 8 + 10 * ramp
    return distance(grey, grey, grey) < distance(levels[i], levels[j], levels[k])
      ? UInt8(232 + ramp) : UInt8(16 + 36 * i + 6 * j + k)
  }
}
