import VaultCore
import VaultInterface
import VaultStore

/// A folder: the folders in it, its notes, and its other files.
enum FolderPage {
  static func page(_ context: PageContext, _ path: NotePath) throws -> Page {
    let isRoot = path.text.isEmpty
    let folders = try context.reader.folders()
    guard isRoot || folders.contains(where: { $0.path == path }) else {
      throw WebProblem.notFound("There is no folder \(ShownName.path(path.text)).")
    }
    let below = folders.filter { $0.path.parent == path }
    let files = try context.reader.attachments().filter { $0.parent == path }
    let question = ListCursor.Question(path.text, sort: "folder")
    let place = try context.url.cursor.map { try ListCursor.place($0, in: question) }
    let notes = try context.reader.list(Query(), limit: context.limit, after: place, inFolder: path)
    var main: HTML = """
      <header class="folder-head">\(isRoot ? HTML() : NotePage.crumbs(path))<h1>\(isRoot ? "Folders" : path.name)</h1>\
      \(isRoot || context.isReadOnly ? HTML() : actions(path, hasNotes: notes.total > 0))</header>
      \(try DoneRemark.html(context))
      """
    if !below.isEmpty {
      let items = below.map { folder -> HTML in
        "<li><a href=\"\(VaultURL(.folder(folder.path)).path)\"><span class=\"icon folders\" aria-hidden=\"true\"></span>\(folder.path.name)</a> <span class=\"count\">\(folder.total)</span></li>"
      }
      main += "<ul class=\"folders\">\(items.joined())</ul>"
    }
    if !notes.entries.isEmpty {
      main += """
        <h2 class="part">Notes <span class="count">\(notes.total)</span></h2>\(NoteRow.list(notes.entries, context))
        \(context.more("More notes", notes.next, in: question))
        """
    }
    if !files.isEmpty {
      let items = files.map { file -> HTML in "<li>\(context.link(file, file.name))</li>" }
      main +=
        "<h2 class=\"part\">Files <span class=\"count\">\(files.count)</span></h2><ul class=\"files\">\(items.joined())</ul>"
    }
    if below.isEmpty, notes.entries.isEmpty, files.isEmpty {
      var new = VaultURL(.newNote)
      new.folder = path.text
      let write: HTML = context.isReadOnly ? HTML() : " <a href=\"\(new.path)\">Write the first note.</a>"
      main += PageContext.empty("There is nothing here yet.\(write)")
    }
    return Page(isRoot ? "Folders" : path.name, in: .folders, main: main)
  }

  /// Each shows what it would do before it does it.
  private static func actions(_ path: NotePath, hasNotes: Bool) -> HTML {
    let address = VaultURL(.folder(path)).path
    var select = VaultURL(.select)
    select.folder = path.text
    let choose: HTML? = hasNotes ? "<a class=\"button\" href=\"\(select.path)\">Choose notes</a>" : nil
    return """
      <details class="menu more"><summary aria-label="More about this folder">⋯</summary><div class="choices">
      <form class="line" method="post" action="\(address)"><input name="value" aria-label="New path" required \
      value="\(HTML(exact: path.text))" autocomplete="off" autocapitalize="off" autocorrect="off">\
      <button name="action" value="move">Move or rename</button></form>
      \(choose)
      <form method="post" action="\(address)"><button class="danger" name="action" value="delete">Move to the trash</button></form>
      </div></details>
      """
  }
}
