import VaultStore

extension NoteGraph {
  /// How much there is, and how much is left out: `60 notes, 124 links; 12 more notes are left out`.
  package var remark: String {
    let figures = "\(Self.count(nodes.count, "note")), \(Self.count(edges.count, "link"))"
    if omitted == 0 { return figures }
    return "\(figures); \(Self.count(omitted, "more note")) \(omitted == 1 ? "is" : "are") left out"
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(GroupedNumber.text(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
