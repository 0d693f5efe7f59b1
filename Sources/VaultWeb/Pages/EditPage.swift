import VaultCore
import VaultInterface
import VaultStore

/// A note's text in a field. The text that it was opened with goes along with what is saved, so that what others change
/// meanwhile is merged, and nothing is lost.
enum EditPage {
  static func page(_ context: PageContext, _ path: NotePath) throws -> Page {
    guard !context.isReadOnly else { throw WebProblem.readOnly }
    // Also says why a note cannot be written, before anybody has typed.
    let note = try context.reader.noteToEdit(VaultURL(.note(path)).description)
    guard HTML.isKeptByForms(note.text) else {
      throw WebProblem(
        409, "refused",
        "\(ShownName.path(path.text)) has a character that no page can hold, a NUL or a CR by itself; edit it elsewhere.",
        path: path.text)
    }
    let title = try context.reader.show(VaultURL(.note(path)).description).record.title
    let text = String(decoding: note.text, as: UTF8.self)
    let isSplit = context.url.view == .split
    var other = context.url
    other.view = isSplit ? .edit : .split
    let address = VaultURL(.note(path)).path
    let main: HTML = """
      <form class="editor\(isSplit ? " split" : "")" method="post" action="\(address)" data-path="\(path.text)">
      <div class="head"><h1 class="name"><a href="\(address)">\(title)</a></h1>\
      <span class="count" data-counts aria-live="off"></span><span class="state" data-state role="status"></span></div>
      \(bar(other, isSplit))
      \(BaseField.field(note.text))
      <div class="halves"><div class="field">\(EditorAids.lines)<textarea name="text" aria-label="Text of \(title)" spellcheck="true" autocapitalize="off" \
      autocorrect="off" aria-autocomplete="list" aria-controls="Offers" autocomplete="off" autofocus required>
      \(HTML(exact: text))</textarea></div>\(isSplit ? "<div class=\"prose preview\" data-preview></div>" : HTML())</div>
      \(EditorAids.offers)
      </form>
      """
    var page = Page("Edit \(title)", in: .notes, main: main)
    page.isKept = false
    return page
  }

  private static func bar(_ other: VaultURL, _ isSplit: Bool) -> HTML {
    """
    <div class="tools"><button class="strong" data-save>Save</button>\
    <button name="stay" value="1" data-save>Save and go on</button>\
    <a class="button" href="\(other.path)" data-split>\(isSplit ? "Text only" : "Preview")</a>\
    \(EditorAids.toolbar)</div>
    """
  }
}

/// What scripts fill beside the text: the names that match what is being typed, and the lines with their colours.
enum EditorAids {
  static let lines: HTML = "<div class=\"lines\" aria-hidden=\"true\"></div>"
  /// Shown by the script that it needs.
  static let toolbar: HTML = {
    let buttons: [(mark: String, title: String, sign: HTML)] = [
      ("bold", "Bold (Ctrl B)", "<b>B</b>"), ("italic", "Italic (Ctrl I)", "<i>I</i>"), ("heading", "Heading", "H"),
      ("list", "List item", "•"), ("task", "Task", "☐"), ("quote", "Quotation", "❝"),
      ("code", "Code", "<code>&lt;&gt;</code>"),
      ("link", "Link (Ctrl K)", "<code>[[</code>"),
    ]
    let items = buttons.map { mark, title, sign -> HTML in
      "<button type=\"button\" data-mark=\"\(mark)\" aria-label=\"\(title)\" title=\"\(title)\">\(sign)</button>"
    }
    return "<div class=\"toolbar\" role=\"group\" aria-label=\"Marks\" hidden>\(items.joined())</div>"
  }()
  static let offers: HTML =
    "<ul id=\"Offers\" class=\"offers\" role=\"listbox\" aria-label=\"Names that match\" hidden></ul>"
}

/// The text that an edit began with, byte for byte: fields of a form change line ends.
enum BaseField {
  static let name = "base"

  static func field(_ bytes: [UInt8]) -> HTML {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(Base64Text.encoded(bytes))\">"
  }
}
