import VaultCore
import VaultInterface
import VaultStore

/// What was deleted and can come back.
enum TrashPage {
  static func page(_ context: PageContext) throws -> Page {
    let items = try context.reader.trash()
    let rows = items.prefix(PageContext.mostEntries).map { item -> HTML in
      let restore: HTML =
        context.isReadOnly || item.isForeign
        ? HTML()
        : "<form method=\"post\" action=\"\(context.url.path)\"><button name=\"restore\" value=\"\(item.id)\">Put back<span class=\"hidden\"> \(item.path.name)</span></button></form>"
      return """
        <li><div class="what"><span class="title">\(item.path.name)</span>
        <p class="about"><span class="folder">\(item.path.parent.text)</span><span>Deleted \(RelativeTime.instant(item.deleted, in: context.environment))</span>\
        <span>\(ByteCount.text(item.size))</span></p></div>\(restore)</li>
        """
    }
    let main: HTML = """
      <div class="head"><h1>Trash</h1><span class="count">\(items.count)</span></div>
      \(items.isEmpty ? PageContext.empty("The trash is empty. What you delete stays here until you empty it.") : "<ul class=\"rows\">\(rows.joined())</ul>")
      """
    return Page("Trash", in: .trash, main: main)
  }
}
