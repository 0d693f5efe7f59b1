import VaultTerminal

/// Numbers for what cells show, so that a cell is a few bytes and two grids are compared at a glance.
///
/// The grids that are compared share one table.
package final class CellTable {
  private var clusters: [String] = []
  private var clusterNumbers: [String: UInt32] = [:]
  private var styles: [Style] = [.plain]
  private var styleNumbers: [Style: UInt16] = [.plain: 0]
  private var links: [String] = [""]
  private var linkNumbers: [String: UInt16] = ["": 0]

  /// Scalars stand for themselves; numbers from here on are places in `clusters`.
  private static let firstCluster: UInt32 = 0x11_0000
  /// The most clusters, styles and links: a screen shows far fewer, but a program that runs for weeks shows many.
  private static let most = 20_000

  package init() {}

  /// True once the table should make place for a new one, with which all is drawn anew.
  var isFull: Bool { clusters.count > Self.most || styles.count > Self.most || links.count > Self.most }

  func glyph(_ cluster: Character) -> UInt32 {
    let scalars = cluster.unicodeScalars
    if let only = scalars.first, scalars.count == 1 { return only.value }
    let text = String(cluster)
    return number(of: text)
  }

  func glyph(_ scalar: Unicode.Scalar) -> UInt32 { scalar.value }

  /// Text in one cell that is no single cluster: one with a mark of direction behind it.
  func number(of text: String) -> UInt32 {
    if let known = clusterNumbers[text] { return known }
    let number = Self.firstCluster + UInt32(clusters.count)
    clusters.append(text)
    clusterNumbers[text] = number
    return number
  }

  func text(of glyph: UInt32) -> String {
    guard glyph >= Self.firstCluster else { return Unicode.Scalar(glyph).map { String(Character($0)) } ?? " " }
    return clusters[Int(glyph - Self.firstCluster)]
  }

  func style(_ style: Style) -> UInt16 {
    if let known = styleNumbers[style] { return known }
    guard styles.count < Int(UInt16.max) else { return 0 }
    let number = UInt16(styles.count)
    styles.append(style)
    styleNumbers[style] = number
    return number
  }

  func style(numbered number: UInt16) -> Style { styles[Int(number)] }

  func link(_ link: String?) -> UInt16 {
    guard let link, !link.isEmpty else { return 0 }
    if let known = linkNumbers[link] { return known }
    guard links.count < Int(UInt16.max) else { return 0 }
    let number = UInt16(links.count)
    links.append(link)
    linkNumbers[link] = number
    return number
  }

  /// Empty for none.
  func link(numbered number: UInt16) -> String { links[Int(number)] }
}
