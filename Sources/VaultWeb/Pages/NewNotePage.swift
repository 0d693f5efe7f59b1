import Crypto
import VaultCore
import VaultInterface
import VaultStore

/// The form for a new note. Without a title its first line gives it one.
enum NewNotePage {
  /// The field by which a form that comes twice is known.
  static let key = "request"

  static func page(_ context: PageContext) throws -> Page {
    guard !context.isReadOnly else { throw WebProblem.readOnly }
    let url = context.url
    let templates = try context.reader.templates()
    let folders = try context.reader.folders().map { folder -> HTML in "<option>\(folder.path.text)</option>" }
    let options = templates.map { name -> HTML in
      "<option\(name == url.template ? " selected" : HTML())>\(name)</option>"
    }
    let template: HTML =
      templates.isEmpty
      ? HTML()
      : "<label>Template <select name=\"template\"><option value=\"\">None</option>\(options.joined())</select></label>"
    // A setting that is wrong is told when a note is saved that has no other folder.
    let usual = (try? context.reader.newNoteFolder(nil))?.text ?? ""
    let main: HTML = """
      <form class="editor new" method="post" action="\(VaultURL(.newNote).path)" data-folder="\(usual)">
      <input type="hidden" name="\(key)" value="\(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }.hexadecimal)">
      <div class="head"><h1>New note</h1><span class="count" data-counts aria-live="off"></span>\
      <span class="state" data-state role="status"></span></div>
      <div class="tools"><button class="strong" data-save>Save</button>\(EditorAids.toolbar)</div>
      <input name="title" aria-label="Title" placeholder="Title (or the first line)" value="\(url.title ?? "")" autocomplete="off">
      <div class="halves"><div class="field">\(EditorAids.lines)<textarea name="text" aria-label="Text" placeholder="Write…" spellcheck="true" autocapitalize="off" \
      autocorrect="off" aria-autocomplete="list" aria-controls="Offers" autocomplete="off" autofocus></textarea></div></div>
      \(EditorAids.offers)
      <div class="fields"><label>Folder <input name="folder" list="folders" value="\(url.folder ?? "")" autocomplete="off"></label>
      <label>Tags <input name="tags" placeholder="home, garden" autocomplete="off" autocapitalize="off" autocorrect="off"></label>
      \(template)</div>
      <datalist id="folders">\(folders.joined())</datalist>
      </form>
      """
    var page = Page("New note", in: .notes, main: main)
    page.isKept = false
    return page
  }
}
