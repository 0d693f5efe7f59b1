import VaultCore
import VaultInterface
import VaultStore

/// Finds the page of an address. The addresses are those of `VaultURL`, which all front ends share.
struct PageRouter {
  let application: WebApplication

  func answer(_ request: WebRequest) async throws -> WebResponse {
    let url = try VaultURL(request.target)
    guard request.method?.isReading == true else {
      return try await PageForms(application: application).answer(request, url)
    }
    if case .file(let path) = url.place {
      return try await FileDownload(application: application).answer(request, path)
    }
    if case .note(let path) = url.place, url.view == .raw { return try await raw(path) }
    if let other = try await redirection(from: url) { return WebResponse.seeOther(other.path) }
    let isFragment = request.field("vault-fragment") == "main"
    let (options, parameters) = (application.options, FormFields(request.query))
    let syncs = application.syncs.now
    // What asks, and how often it has: requests that a browser gave up may come behind the next.
    let client = isFragment ? request.field("vault-client")?.split(separator: " ") ?? [] : []
    var question = Question(key: client.first.map { "page \($0)" }) { reader in
      let context = PageContext(
        reader: reader, url: url, parameters: parameters, isReadOnly: options.isReadOnly, syncs: syncs)
      return (try Self.page(context), Shell.Look(reader.vault, options))
    }
    question.order = client.count == 2 ? Int(client[1]) ?? 0 : 0
    // Where an address names a note, whoever has just written it wants to see it.
    let isFirstList = url.place == .notes && !isFragment
    let answer = try await isFirstList ? application.askAfterFirstLook(question) : application.ask(question)
    let (page, look) = answer.value
    let html = isFragment ? Shell.fragment(page, look) : Shell.document(page, look, answer.stamp)
    var response = WebResponse(200, type: MediaType.html, html.bytes)
    response["vary"] = "Vault-Fragment"
    if !page.isKept { response["cache-control"] = "no-store" }
    if let seconds = page.refresh, !isFragment { response["refresh"] = "\(seconds)" }
    return response
  }

  private static func page(_ context: PageContext) throws -> Page {
    switch context.url.place {
    case .notes: try NotesPage.page(context)
    case .search: try SearchPage.page(context)
    case .note(let path):
      switch context.url.view {
      case .edit, .split: try EditPage.page(context, path)
      case .history: try HistoryPage.page(context, of: path)
      default: try NotePage.page(context, path)
      }
    case .tasks: try TasksPage.page(context)
    case .agenda: try AgendaPage.page(context)
    case .backlinks(let path): try BacklinksPage.page(context, path)
    case .folder(let path): try FolderPage.page(context, path)
    case .tags: try TagsPage.page(context)
    case .tag(let name): try TagsPage.page(context, tag: name)
    case .trash: try TrashPage.page(context)
    case .history: try HistoryPage.page(context)
    case .settings: try SettingsPage.page(context)
    case .doctor: try DoctorPage.page(context)
    case .stats: try StatsPage.page(context)
    case .graph: try GraphPage.page(context)
    case .newNote: try NewNotePage.page(context)
    case .task(let handle): try TaskPage.page(context, handle)
    case .select: try SelectPage.page(context)
    case .sync: try SyncPage.page(context)
    case .today, .day, .file: throw WebProblem.notFound("There is no such page.")
    }
  }

  /// The page of a day's note; a form makes the note where it is not there yet.
  private func redirection(from url: VaultURL) async throws -> VaultURL? {
    let day: CivilDate
    switch url.place {
    case .today: day = application.environment().today
    case .day(let named): day = named
    default: return nil
    }
    let question = Question { try $0.dailyNotePlace(day).path }
    return VaultURL(file: try await application.ask(question).value)
  }

  private func raw(_ path: NotePath) async throws -> WebResponse {
    let shown = try await application.ask(Question { try $0.show(VaultURL(.note(path)).description) }).value
    var response = WebResponse(200, type: MediaType.text, shown.bytes)
    response["etag"] = ETag.field(shown.record.hash)
    return response
  }
}
