import VaultCore
import VaultInterface
import VaultStore

/// Notes of a query or a folder, to choose some of them and do the same with all.
enum SelectPage {
  /// What was chosen and typed, and why it was not done.
  struct Refused {
    var problem: WebProblem
    var fields: FormFields

    var notes: [String] { fields.all(named: SelectForm.note) }
  }

  static func page(_ context: PageContext, refused: Refused? = nil) throws -> Page {
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
    if let refused {
      main +=
        "<div class=\"refused remark changed\"><p class=\"lead\" role=\"alert\">\(refused.problem.detail)</p></div>"
    }
    let shown = Set(list.entries.map { VaultURL(.note($0.path)).description })
    // Chosen further down the list.
    let others = refused?.notes.filter { !shown.contains($0) } ?? []
    if list.entries.isEmpty && others.isEmpty {
      main += PageContext.empty(
        "There are no notes here to choose. <a href=\"\(VaultURL(.select).path)\">All notes</a>")
    } else {
      main += """
        <form class="select" method="post" action="\(action.path)">
        <ul class="rows picks">\(list.entries.map { row($0, context, refused) }.joined())\(others.map(row).joined())</ul>
        \(list.next.map { more($0, question, url) })
        \(try actions(context, refused))
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

  private static func row(_ record: NoteRecord, _ context: PageContext, _ refused: Refused?) -> HTML {
    let url = VaultURL(.note(record.path))
    let isChosen = refused?.notes.contains(url.description) == true
    return """
      <li><label><input type="checkbox" name="\(SelectForm.note)" value="\(url.description)"\(isChosen ? " checked" : HTML())>\
      <span class="title">\(record.title)</span></label>
      <p class="about"><span class="folder">\(record.path.parent.text)</span>\(context.date(record.updated))\
      <a href="\(url.path)">Read<span class="hidden"> \(record.title)</span></a>\(context.tags(record.tags))</p></li>

      """
  }

  private static func row(ofChosen address: String) -> HTML {
    let name = if case .note(let path)? = (try? VaultURL(address))?.place { path.text } else { address }
    return """
      <li><label><input type="checkbox" name="\(SelectForm.note)" value="\(HTML(exact: address))" checked>\
      <span class="title">\(name)</span></label></li>

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
  private static func actions(_ context: PageContext, _ refused: Refused?) throws -> HTML {
    let options = titles.map { action, title -> HTML in
      let isChosen = refused?.fields["action"] == action.rawValue
      return "<option value=\"\(action.rawValue)\"\(isChosen ? " selected" : HTML())>\(title)</option>"
    }
    let folders = try context.reader.folders().map { folder -> HTML in "<option>\(folder.path.text)</option>" }
    let tags = try context.reader.tags().prefix(PageContext.mostEntries).map { tag -> HTML in
      "<option>\(tag.tag)</option>"
    }
    func field(_ name: String, _ title: String, list: String? = nil) -> HTML {
      Self.field(name, title, list: list, refused?.fields[name] ?? "")
    }
    return """
      <fieldset class="actions-bar"><legend class="hidden">What to do with the chosen notes</legend>
      <p class="chosen" role="status" hidden></p>
      <select name="action" aria-label="Action">\(options.joined())</select>
      <span class="with move">\(field("folder", "Folder", list: "folders"))</span>
      <span class="with rename">\(field("replace", "Replace"))\(field("with", "With"))\(field("prefix", "Before"))\
      \(field("suffix", "Behind"))\(field("number", "Number from"))</span>
      <span class="with tag">\(field("tag", "Tag", list: "tags"))</span>
      \(leavingOut(refused))<button class="strong">Show what changes</button>
      <datalist id="folders">\(folders.joined())</datalist><datalist id="tags">\(tags.joined())</datalist>
      </fieldset>
      """
  }

  private static func leavingOut(_ refused: Refused?) -> HTML {
    guard let refused, refused.problem.word == "refused" || refused.fields[SelectForm.skip] != nil else {
      return HTML()
    }
    let mark: HTML = refused.fields[SelectForm.skip] == nil ? HTML() : " checked"
    return """
      <label class="skip-some"><input type="checkbox" name="\(SelectForm.skip)" value="1"\(mark)> Leave out what cannot be changed</label>

      """
  }

  private static func field(_ name: String, _ title: String, list: String?, _ value: String) -> HTML {
    let list: HTML? = list.map { " list=\"\($0)\"" }
    let numeric: HTML = name == "number" ? " inputmode=\"numeric\"" : ""
    return """
      <input name="\(name)" aria-label="\(title)" placeholder="\(title)"\(list)\(numeric) value="\(HTML(exact: value))" autocomplete="off" \
      autocapitalize="off" autocorrect="off">
      """
  }
}
