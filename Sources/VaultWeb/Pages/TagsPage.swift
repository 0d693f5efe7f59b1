import VaultCore
import VaultInterface
import VaultStore

/// All tags, or the notes of one.
enum TagsPage {
  static func page(_ context: PageContext) throws -> Page {
    let tags = try context.reader.tags()
    let most = tags.map(\.total).max() ?? 1
    let items = tags.map { tag -> HTML in
      // Five steps, by the logarithm: a few tags have most notes.
      let size = min(5, 1 + 5 * tag.total.logarithm / max(1, most.logarithm))
      return
        "<li class=\"size-\(size)\"><a href=\"\(VaultURL(.tag(tag.tag)).path)\">#\(tag.tag)</a> <span class=\"count\">\(tag.total)</span></li>"
    }
    let main: HTML = """
      <div class="head"><h1>Tags</h1><span class="count">\(tags.count)</span></div>
      \(tags.isEmpty ? PageContext.empty("No note has a tag yet. <code>#like-this</code> in a note's text makes one.") : "<ul class=\"cloud\">\(items.joined())</ul>")
      """
    return Page("Tags", in: .tags, main: main)
  }

  static func page(_ context: PageContext, tag name: String) throws -> Page {
    let all = try context.reader.tags()
    let key = LinkResolver.key(name)
    guard let tag = all.first(where: { LinkResolver.key($0.tag) == key }) else {
      throw WebProblem.notFound("No note has the tag #\(name).")
    }
    let query = try context.vault.query("tag:\"\(name.replacing("\"", with: "\\\""))\"")
    let list = try context.reader.list(query, limit: PageContext.mostEntries)
    let below = all.filter { $0.tag != tag.tag && LinkResolver.key($0.tag).hasPrefix(key + "/") }
    let links = below.map { other -> HTML in
      "<a class=\"tag\" href=\"\(VaultURL(.tag(other.tag)).path)\">#\(other.tag)</a>"
    }
    let main: HTML = """
      <div class="head"><h1>#\(tag.tag)</h1><span class="count">\(list.total) \(list.total == 1 ? "note" : "notes")</span></div>
      \(links.isEmpty ? HTML() : "<p class=\"tags\">\(links.joined(" "))</p>")
      \(NoteRow.list(list.records, context))
      """
    return Page("#\(tag.tag)", in: .tags, main: main)
  }
}

extension Int {
  /// How many binary digits it has.
  fileprivate var logarithm: Int { bitWidth - leadingZeroBitCount }
}
