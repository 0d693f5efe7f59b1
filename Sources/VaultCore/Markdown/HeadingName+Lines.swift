extension HeadingName {
  /// The numbers of the lines, from 1 in the file, of the section that is meant: from its heading to the next one of the same or
  /// a lesser level.
  package func lines(in bytes: [UInt8]) throws(HeadingNameProblem) -> Range<Int> {
    let document = bytes.withUnsafeBufferPointer { MarkdownDocument($0) }
    let sites = HeadingName.Site.sites(document)
    let index: Int
    do throws(HeadingNameProblem) { index = try find(in: sites, outside: true) } catch {
      // Where no other is called so, one in a quote or list is meant.
      guard case .inside(_, let line) = error, let inside = sites.firstIndex(where: { $0.line == line }) else {
        throw error
      }
      index = inside
    }
    let level = document.headings[index].level
    let next = document.headings.indices.dropFirst(index + 1).first {
      document.headings[$0].level <= level && !sites[$0].isInside
    }
    return sites[index].line..<(next.map { sites[$0].line } ?? document.lines.count + document.lineOffset + 1)
  }
}
