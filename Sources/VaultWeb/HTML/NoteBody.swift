import VaultCore
import VaultInterface
import VaultStore

/// The body of a note as HTML: links lead to pages, boxes of tasks can be ticked, pictures and other notes show where they are
/// embedded.
struct NoteBody {
  /// Notes that embed notes that embed notes are followed so far.
  private static let deepestEmbed = 3
  /// Embeds of one page, however they nest: a note may embed another a thousand times.
  private static let mostEmbeds = 50

  /// Marks the line that the address names: a browser goes there by itself.
  private static let mark: HTML = "<span id=\"Line\" tabindex=\"-1\" autofocus></span>"

  private let context: PageContext
  private let shown: ShownNote
  private let depth: Int
  private let budget: Budget

  private final class Budget {
    var left = NoteBody.mostEmbeds
  }

  init(_ context: PageContext, _ shown: ShownNote) {
    self.init(context, shown, depth: 0, Budget())
  }

  private init(_ context: PageContext, _ shown: ShownNote, depth: Int, _ budget: Budget) {
    (self.context, self.shown, self.depth, self.budget) = (context, shown, depth, budget)
  }

  func html() throws -> HTML {
    try html(of: shown.note.bodyRange.clamped(to: 0..<shown.bytes.count))
  }

  /// The lines of the file from the beginning of `range`, which is a line's, to its end.
  private func html(of range: Range<Int>) throws -> HTML {
    var failure: (any Error)?
    var html = HTMLContext()
    html.keepsLineBreaks = true
    let resolved = Dictionary(
      zip(shown.note.links, shown.resolved).compactMap { link, path in path.map { (link.target, $0) } },
      uniquingKeysWith: { first, _ in first })
    html.destination = { target, kind in
      if let path = resolved[target] { return VaultURL(file: path).map { .init($0.path) } }
      guard kind == .wiki else { return nil }
      return VaultURL(file: NotePath(missing: target)).map { .init($0.path, isMissing: true) }
    }
    html.embed = { target in
      do { return try embed(target, resolved[target]) } catch {
        failure = error
        return nil
      }
    }
    let firstLine = shown.bytes[..<range.lowerBound].count { $0 == 0x0A } + 1
    let tasks = Dictionary(shown.tasks.map { ($0.task.line, $0) }, uniquingKeysWith: { first, _ in first })
    html.taskBox = { line in tasks[firstLine + line].map { TaskBox.box($0, context).bytes } }
    if depth == 0, let line = context.url.line, line > firstLine {
      html.mark = (line - firstLine, Self.mark.bytes)
    }
    let bytes = shown.bytes.withUnsafeBufferPointer { bytes in
      HTMLRenderer.html(of: UnsafeBufferPointer(rebasing: bytes[range]), in: html)
    }
    if let failure { throw failure }
    return HTML(rendered: bytes)
  }

  private func embed(_ target: String, _ path: NotePath?) throws -> HTMLContext.Embed? {
    guard let path else { return nil }
    if !path.isNote { return FileTypes.isPicture(path) ? .picture(VaultURL(.file(path)).path) : nil }
    guard depth < Self.deepestEmbed, budget.left > 0, path != shown.record.path else { return nil }
    budget.left -= 1
    let inner: ShownNote
    do { inner = try context.reader.show(VaultURL(.note(path)).description) } catch is NoteNameError { return nil }
    let body = NoteBody(context, inner, depth: depth + 1, budget)
    let address = VaultURL(.note(path)).path
    let html = try body.html(of: inner.part(named: target))
    let block: HTML = """
      <figure class="embed"><figcaption><a href="\(address)">\(inner.record.title)</a></figcaption>\(html)</figure>

      """
    return .blocks(block.bytes)
  }
}

extension NotePath {
  /// The path that a note would have that a link names and that is not there.
  fileprivate init(missing target: String) {
    let name = target.prefix { $0 != "#" && $0 != "|" }
    self.init(NotePath(String(name)).isNote ? String(name) : name + ".md")
  }
}

extension ShownNote {
  /// The bytes of the section that the anchor of a link's target names; the body for a target without one, or where there is no
  /// such section.
  fileprivate func part(named target: String) -> Range<Int> {
    let body = note.bodyRange.clamped(to: 0..<bytes.count)
    guard let hash = target.firstIndex(of: "#") else { return body }
    let anchor = String(target[target.index(after: hash)...].split(separator: "#").last ?? "")
    let place = note.headings.firstIndex { LinkResolver.anchorMatches(heading: $0.text, anchor: anchor) }
    guard let place else { return body }
    let heading = note.headings[place]
    let end = note.headings[(place + 1)...].first { $0.level <= heading.level }
    let starts = bytes.withUnsafeBufferPointer { LineTable($0, from: 0).starts }
    return starts[heading.line - 1]..<(end.map { starts[$0.line - 1] } ?? body.upperBound)
  }
}
