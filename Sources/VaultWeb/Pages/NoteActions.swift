import VaultCore
import VaultInterface
import VaultStore

/// What can be done with a note from its page: the frequent things as buttons, the others in a menu. All are forms.
enum NoteActions {
  static func bar(_ record: NoteRecord, _ context: PageContext) -> HTML {
    var edit = VaultURL(.note(record.path))
    edit.view = .edit
    let address = VaultURL(.note(record.path)).path
    return """
      <form class="actions" method="post" action="\(address)">
      <a class="button strong" data-key="edit" href="\(edit.path)">Edit</a>
      \(toggle("pin", record.pinned, "Pin", "Unpin"))
      \(toggle("favorite", record.favorite, "Favourite", "No favourite"))
      </form>
      <details class="menu more"><summary aria-label="More about this note">⋯</summary><div class="choices">
      \(field("add-tag", "Add a tag", "tag", address))
      \(remove(record.tags, address))
      \(category(record, context, address))
      \(field("move", "Move or rename", "path", address, value: record.path.text))
      \(button("duplicate", "Duplicate", address))
      \(button("archive", "Archive", address))
      <a class="button" href="\(raw(record.path))">Source</a>
      \(button("delete", "Move to the trash", address, isDangerous: true))
      </div></details>
      """
  }

  private static func raw(_ path: NotePath) -> String {
    var url = VaultURL(.note(path))
    url.view = .raw
    return url.path
  }

  private static func toggle(_ action: String, _ isOn: Bool, _ on: String, _ off: String) -> HTML {
    "<button name=\"action\" value=\"\(isOn ? "un" : "")\(action)\" data-key=\"\(action)\">\(isOn ? off : on)</button>"
  }

  private static func button(_ action: String, _ title: String, _ address: String, isDangerous: Bool = false) -> HTML {
    """
    <form method="post" action="\(address)"><button\(isDangerous ? " class=\"danger\"" : HTML()) name="action" \
    value="\(action)">\(title)</button></form>
    """
  }

  private static func field(
    _ action: String, _ title: String, _ placeholder: String, _ address: String, value: String = ""
  ) -> HTML {
    """
    <form class="line" method="post" action="\(address)"><input name="value" aria-label="\(title)" required \
    placeholder="\(placeholder)" value="\(value)" autocomplete="off" autocapitalize="off" autocorrect="off">\
    <button name="action" value="\(action)">\(title)</button></form>
    """
  }

  private static func remove(_ tags: [String], _ address: String) -> HTML {
    guard !tags.isEmpty else { return HTML() }
    let options = tags.map { tag -> HTML in "<option>\(tag)</option>" }
    return """
      <form class="line" method="post" action="\(address)"><select name="value" aria-label="Tag">\(options.joined())</select>\
      <button name="action" value="remove-tag">Remove tag</button></form>
      """
  }

  private static func category(_ record: NoteRecord, _ context: PageContext, _ address: String) -> HTML {
    let current = record.category ?? Note.defaultCategory
    var labels = context.listed.labels.categories.map { ($0.name, "\($0.icon) \($0.title)") }
    if !labels.contains(where: { $0.0.caseInsensitiveEquals(current) }) { labels.append((current, current)) }
    let options = labels.map { name, title -> HTML in
      "<option value=\"\(name)\"\(name.caseInsensitiveEquals(current) ? " selected" : HTML())>\(title)</option>"
    }
    return """
      <form class="line" method="post" action="\(address)"><select name="value" aria-label="Category">\(options.joined())\
      </select><button name="action" value="category">Set category</button></form>
      """
  }
}
