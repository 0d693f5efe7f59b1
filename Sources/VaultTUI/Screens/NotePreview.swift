import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// A note as `vault show` draws it, with the matches of the search marked; below it what it links to, and what links to it.
struct NotePreview {
  private let question: PreviewQuestion
  private let reader: VaultReader
  private let printer: Printer

  private static let mostLinks = 100
  /// How much of a note is drawn, in bytes.
  private static let most = 256 << 10

  init(_ question: PreviewQuestion, _ reader: VaultReader) {
    (self.question, self.reader) = (question, reader)
    printer = question.look.printer(
      columns: question.columns, paths: PathBase(root: reader.vault.location.root, workingFolder: nil))
  }

  func content(of path: NotePath, line: Int?, heading: String?, raw: Bool) throws -> PreviewContent {
    let look = question.look
    // An address may leave the ending of a note's name out.
    let name = path.isNote ? VaultURL(file: path)?.description ?? path.text : path.text
    let shown = try reader.show(name)
    var content = PreviewContent()
    content.title = shown.record.title
    content.note = shown.record.path
    content.isPinned = shown.record.pinned
    content.fileLine = line
    var drawn = raw ? self.raw(shown) : self.drawn(shown)
    if !question.query.isEmpty {
      let matches = try reader.matchingLines(of: reader.vault.query(question.query), inNoteAt: path)
      let marked = drawn.marking(matches, look[.match].with(Style(reverse: true)))
      drawn = marked.lines
      content.focus = marked.first ?? 0
      content.fileLine = line ?? matches.first?.line
    }
    content.lines = drawn.map { PreviewLine($0.text, number: $0.number) }
    giveTargets(shown, to: &content.lines)
    var headingLine: Int?
    for part in shown.note.headings {
      guard let place = content.lines.firstIndex(where: { $0.number == part.line }) else { continue }
      content.outline.append((String(repeating: "  ", count: max(part.level - 1, 0)) + part.text, place))
    }
    if let heading { headingLine = shown.note.line(of: .heading([heading])) }
    if let line = headingLine ?? line {
      content.fileLine = line
      content.focus =
        content.lines.firstIndex { $0.number == line }
        ?? content.lines.lastIndex { $0.number > 0 && $0.number <= line } ?? content.focus
      for place in content.lines.indices where content.lines[place].number == line {
        content.lines[place].text = content.lines[place].text.underlined
      }
    }
    content.lines += try links(shown, path)
    return content
  }

  private func drawn(_ shown: ShownNote) -> [DrawnLine] {
    var part = shown
    if shown.bytes.count > Self.most {
      let end = shown.lines.partitioningIndex { $0.range.lowerBound >= Self.most }
      part.lines = shown.lines[..<end].map { Self.cut($0) }
    }
    var lines = ShownNoteText(part).drawn(
      by: printer, vault: ListedVault(reader.vault), statuses: reader.vault.parsingOptions.statuses)
    if part.lines.count < shown.lines.count || shown.bytes.count > Self.most {
      lines.append(
        DrawnLine(
          text: StyledText(
            "The rest of \(ByteCount.text(Int64(shown.bytes.count))) is not shown here.", question.look[.muted]),
          number: 0))
    }
    return lines
  }

  /// A line of megabytes is not wrapped whole.
  private static func cut(_ line: BodyLine) -> BodyLine {
    guard line.text.utf8.count > most else { return line }
    var line = line
    line.text = String(decoding: line.text.utf8.prefix(most), as: UTF8.self)
    return line
  }

  private func raw(_ shown: ShownNote) -> [DrawnLine] {
    var number = 0
    return shown.bytes.prefix(Self.most).split(separator: 0x0A, omittingEmptySubsequences: false).flatMap { line in
      number += 1
      return StyledText(String(decoding: line, as: UTF8.self).replacing("\t", with: "    "))
        .wrapped(to: question.columns, anywhere: true).map { DrawnLine(text: $0, number: number) }
    }
  }

  /// Says of each link that is drawn which line leads there: the first one of its block that holds its text and leads nowhere
  /// yet. A line leads to one place; all links stand below the note, too.
  private func giveTargets(_ shown: ShownNote, to lines: inout [PreviewLine]) {
    let numbers = lines.map(\.number)
    for (link, path) in zip(shown.note.links, shown.resolved).prefix(Self.mostLinks) {
      guard let url = url(of: link, path) else { continue }
      let end = numbers.partitioningIndex { $0 > link.location.line }
      guard end > 0, numbers[end - 1] > 0 else { continue }
      let start = numbers.partitioningIndex { $0 >= numbers[end - 1] }
      let free = (start..<end).filter { lines[$0].target == nil && lines[$0].text.width > 0 }
      let word = link.text.split(separator: " ").first.map(String.init) ?? ""
      guard let place = free.first(where: { lines[$0].text.plain.contains(word) }) else { continue }
      lines[place].target = url
    }
  }

  private func url(of link: Link, _ path: NotePath?) -> VaultURL? {
    guard let path, var url = VaultURL(file: path) else { return nil }
    let target = link.kind == .markdown ? LinkTarget(markdown: link.target) : LinkTarget(link.target)
    if case .heading(let names) = target.anchor { url.heading = names.last }
    return url
  }

  private func links(_ shown: ShownNote, _ path: NotePath) throws -> [PreviewLine] {
    let look = question.look
    var lines: [PreviewLine] = []
    func title(_ text: String) { lines += [PreviewLine(StyledText()), PreviewLine(StyledText(text, look[.heading]))] }
    var seen: Set<VaultURL> = []
    let out = zip(shown.note.links, shown.resolved).compactMap { link, path in
      url(of: link, path).flatMap { url in seen.insert(url).inserted ? (url, link, path) : nil }
    }
    if !out.isEmpty {
      title("Links  \(out.count)")
      lines += out.prefix(Self.mostLinks).map { url, link, target in
        PreviewLine(
          StyledText(look.glyphs.arrow + " ", look[.muted]) + StyledText(target?.text ?? link.target, look[.link])
            + StyledText(url.heading.map { "#\($0)" } ?? "", look[.muted]), target: url)
      }
    }
    let back = try reader.backlinks(ofNoteAt: path)
    if !back.isEmpty {
      title("Linked from  \(back.count)")
      var sources: Set<NotePath> = []
      for link in back where sources.insert(link.source).inserted && sources.count <= Self.mostLinks {
        var url = VaultURL(.note(link.source))
        url.line = link.link.location.line
        lines.append(
          PreviewLine(
            StyledText(look.glyphs.arrowBack + " ", look[.muted]) + StyledText(link.title, look[.link]), target: url))
      }
    }
    return lines
  }
}

extension StyledText {
  /// With a line under all of it but the blanks before it.
  fileprivate var underlined: StyledText {
    var copy = self
    for place in copy.spans.indices where copy.spans[place].text.contains(where: { $0 != " " }) {
      copy.spans[place].style = copy.spans[place].style.with(Style(bold: true, underline: true))
    }
    return copy
  }
}
