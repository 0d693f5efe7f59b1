import VaultCore
import VaultInterface
import VaultStore

/// Notes of a query or a folder, to choose some of them and do the same with all.
enum SelectPage {
  static func page(_ context: PageContext) throws -> Page {
    guard !context.isReadOnly else { throw WebProblem.readOnly }
    let url = context.url
    let query = try context.vault.query(url.query ?? "")
    let keys = try url.sort.map { try context.vault.sortKeys($0, option: "sort") } ?? []
    let question = ListCursor.Question("\(url.query ?? "")\u{0}\(url.folder ?? "")", sort: url.sort ?? "")
    let place = try url.cursor.map { try ListCursor.place($0, in: question) }
    let list = try context.reader.list(
      query, sort: keys, limit: context.limit, after: place, inFolder: url.folder.map { NotePath($0) })
    var action = url
    action.cursor = nil
    var main: HTML = """
      <div class="head"><h1>Choose notes</h1><span class="count">\(list.total) \(list.total == 1 ? "note" : "notes")</span></div>
      \(try DoneRemark.html(context))\(filter(url))
      """
    if list.entries.isEmpty {
      main += PageContext.empty(
        "There are no notes here to choose. <a href=\"\(VaultURL(.select).path)\">All notes</a>")
    } else {
      main += """
        <form class="select" method="post" action="\(action.path)">
        <ul class="rows picks">\(list.entries.map { row($0, context) }.joined())</ul>
        \(list.next.map { more($0, question, url) })
        \(try actions(context))
        </form>
        """
    }
    return Page("Choose notes", in: .notes, main: main)
  }

  private static func filter(_ url: VaultURL) -> HTML {
    let folder: HTML? = url.folder.map { folder in
      "<input type=\"hidden\" name=\"folder\" value=\"\(HTML(exact: folder))\">"
    }
    return """
      <form class="filter" action="\(VaultURL(.select).path)"><input type="search" name="q" value="\(url.query ?? "")" \
      aria-label="Which notes" placeholder="\(url.folder.map { "Those in \($0) that…" } ?? "Which notes: a query")" \
      autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false">\(folder)<button>List</button></form>
      """
  }

  private static func row(_ record: NoteRecord, _ context: PageContext) -> HTML {
    let url = VaultURL(.note(record.path))
    return """
      <li><label><input type="checkbox" name="\(SelectForm.note)" value="\(url.description)">\
      <span class="title">\(record.title)</span></label>
      <p class="about"><span class="folder">\(record.path.parent.text)</span>\(context.date(record.updated))\
      <a href="\(url.path)">Read<span class="hidden"> \(record.title)</span></a>\(context.tags(record.tags))</p></li>

      """
  }

  private static func more(_ place: ListPlace, _ question: ListCursor.Question, _ url: VaultURL) -> HTML {
    var more = url
    more.cursor = ListCursor.text(place, in: question)
    return "<p class=\"more\"><a class=\"button\" rel=\"next\" href=\"\(more.path)\">More notes</a></p>"
  }

  // MARK: What is done with them

  private static let titles: [(action: SelectForm.Action, title: String)] = [
    (.move, "Move to a folder"), (.rename, "Rename"), (.addTag, "Add a tag"), (.removeTag, "Remove a tag"),
    (.archive, "Archive"), (.delete, "Move to the trash"),
  ]

  /// The style sheet shows the fields of the action that is chosen.
  private static func actions(_ context: PageContext) throws -> HTML {
    let options = titles.map { action, title -> HTML in "<option value=\"\(action.rawValue)\">\(title)</option>" }
    let folders = try context.reader.folders().map { folder -> HTML in "<option>\(folder.path.text)</option>" }
    let tags = try context.reader.tags().prefix(PageContext.mostEntries).map { tag -> HTML in
      "<option>\(tag.tag)</option>"
    }
    return """
      <fieldset class="actions-bar"><legend class="hidden">What to do with the chosen notes</legend>
      <p class="chosen" role="status" hidden></p>
      <select name="action" aria-label="Action">\(options.joined())</select>
      <span class="with move">\(field("folder", "Folder", list: "folders"))</span>
      <span class="with rename">\(field("replace", "Replace"))\(field("with", "With"))\(field("prefix", "Before"))\
      \(field("suffix", "Behind"))\(field("number", "Number from"))</span>
      <span class="with tag">\(field("tag", "Tag", list: "tags"))</span>
      <button class="strong">Show what changes</button>
      <datalist id="folders">\(folders.joined())</datalist><datalist id="tags">\(tags.joined())</datalist>
      </fieldset>
      """
  }

  private static func field(_ name: String, _ title: String, list: String? = nil) -> HTML {
    let list: HTML? = list.map { " list=\"\($0)\"" }
    let numeric: HTML = name == "number" ? " inputmode=\"numeric\"" : ""
    return """
      <input name="\(name)" aria-label="\(title)" placeholder="\(title)"\(list)\(numeric) autocomplete="off" \
      autocapitalize="off" autocorrect="off">
      """
  }
}
