import VaultCore
import VaultInterface
import VaultStore

/// How far the vault is from its other machines, and what both have changed.
enum SyncPage {
  /// Notes of which the open places are shown; of more, both versions are kept.
  static let mostConflicts = 20
  private static let mostShown = 100

  static func page(_ context: PageContext) throws -> Page {
    let state = context.syncs
    var page: Page
    do {
      let status = try context.reader.syncStatus()
      page = Page("Sync", in: .sync, main: try main(status, state, context))
    } catch let failure as any Failure where failure is GitError || failure is SyncError {
      let main: HTML = """
        <div class="head"><h1>Sync</h1></div>
        \(PageContext.empty("\(failure.message.text.sentence)"))
        \(state.last == nil ? HTML() : last(state, context) + form(state, context))
        """
      page = Page("Sync", in: .sync, main: main)
    }
    if state.isRunning { page.refresh = 2 }
    return page
  }

  private static func main(
    _ status: SyncOutcome, _ state: VaultSyncs.State, _ context: PageContext
  ) throws -> HTML {
    let place: HTML =
      status.upstream.map { "<span class=\"count\">\(status.branch) with \($0)</span>" }
      ?? "<span class=\"count\">\(status.branch)</span>"
    return """
      <div class="head"><h1>Sync</h1>\(place)</div>
      <p class="lead">\(sentence(status, state))</p>
      \(last(state, context))
      \(form(state, context))
      \(try conflicts(state, context))
      \(list("Waits to be committed", status.committed, context))
      \(list("Waits to be merged", status.received, context))
      <p class="quiet"><a href="\(copies)">Notes with another version beside them</a></p>
      """
  }

  private static var copies: String {
    var url = VaultURL(.search)
    url.query = "is:conflict"
    return url.path
  }

  // MARK: How far it is

  private static func sentence(_ status: SyncOutcome, _ state: VaultSyncs.State) -> String {
    if state.isRunning { return "Syncing…" }
    guard let upstream = status.upstream else {
      return status.remotes.isEmpty
        ? "All is committed here alone: the repository has no other machine to send to. Name one with git remote add."
        : "The branch \(status.branch) is sent nowhere. Type git push --set-upstream \(status.remotes[0]) \(status.branch) once."
    }
    let parts = [
      count(status.committed.count, "note waits", "notes wait", "to be committed"),
      count(status.commits, "commit waits", "commits wait", "to be sent"),
      count(status.received.count, "file of others waits", "files of others wait", "to be merged"),
    ].compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") + "." }
    return status.sending == .waiting
      ? "Nothing has been sent to \(upstream) yet, or fetched from there."
      : "In step with \(upstream), as far as is known here."
  }

  private static func count(_ count: Int, _ one: String, _ several: String, _ what: String) -> String? {
    count == 0 ? nil : "\(GroupedNumber.text(count)) \(count == 1 ? one : several) \(what)"
  }

  private static func last(_ state: VaultSyncs.State, _ context: PageContext) -> HTML {
    guard let last = state.last else { return HTML() }
    let time = RelativeTime.instant(last.time, in: context.environment)
    if let failure = last.failure {
      return "<p class=\"warning\" role=\"status\">Tried \(time). \(failure.sentence)</p>"
    }
    let outcome = last.outcome
    let parts = [
      count(outcome.committed.count, "file", "files", "committed"),
      count(outcome.received.count, "file", "files", "received"),
      outcome.sending == .sent ? count(outcome.commits, "commit", "commits", "sent") : nil,
      count(outcome.copies.count, "copy", "copies", "made of what both changed"),
    ].compactMap(\.self)
    let verb = outcome.conflicts.isEmpty ? "Synced" : "Tried"
    let copies = outcome.copies.map { "<li>\(context.link($0, $0.text))</li>" as HTML }
    return """
      <p class="quiet" role="status">\(verb) \(time)\(parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")).</p>
      \(copies.isEmpty ? HTML() : "<ul>\(copies.joined())</ul>")
      """
  }

  private static func form(_ state: VaultSyncs.State, _ context: PageContext) -> HTML {
    guard !context.isReadOnly, !state.isRunning else { return HTML() }
    return """
      <form class="tools" method="post" action="\(context.url.path)">
      <button class="strong" name="action" value="sync">Sync now</button>
      <label><input type="checkbox" name="conflicts" value="copies"> Keep both versions of notes that both changed</label>
      </form>
      """
  }

  // MARK: What both have changed

  private static func conflicts(_ state: VaultSyncs.State, _ context: PageContext) throws -> HTML {
    guard let outcome = state.last?.outcome, !outcome.conflicts.isEmpty, !state.isRunning else { return HTML() }
    let all = outcome.conflicts
    let sections = try all.prefix(mostConflicts).enumerated().map { number, conflict -> HTML in
      let title: HTML = "<h3>\(context.link(conflict.path, conflict.path.text))</h3>"
      guard case .open(let regions)? = try context.reader.merge(of: conflict) else {
        return "<section>\(title)<p class=\"quiet\">\(words(conflict.kind))</p></section>"
      }
      return """
        <section>\(title)
        \(ConflictPage.places(of: regions, prefix: SyncForm.prefix(number)))</section>
        """
    }
    let rest: HTML =
      all.count > mostConflicts
      ? "<p>Of \(all.count - mostConflicts) more, both versions are kept as well.</p>" : HTML()
    let button: HTML =
      context.isReadOnly
      ? HTML()
      : "<div class=\"tools\"><button class=\"strong\" name=\"action\" value=\"settle\">Merge and sync</button></div>"
    return """
      <h2 class="part">Changed on both sides <span class="count">\(all.count)</span></h2>
      <p class="lead">Nothing is lost, and nothing has been merged yet: choose what each place is to be. All else merges by itself.</p>
      <form class="settle conflict" method="post" action="\(context.url.path)">
      <input type="hidden" name="shown" value="\(SyncForm.mark(of: all))">
      \(sections.joined())
      \(rest)\(button)
      </form>
      """
  }

  private static func words(_ kind: SyncOutcome.Conflict.Kind) -> String {
    switch kind {
    case .edited: "Both have changed it. Yours stays, and theirs comes beside it."
    case .added: "Both have made a file of that name. Yours stays, and theirs comes beside it."
    case .deletedHere: "It was deleted here and changed by others: it comes back."
    case .deletedThere: "It was deleted by others and changed here: it stays."
    case .other: "Both have changed its name or its kind. What can be kept of both is kept."
    }
  }

  private static func list(_ title: String, _ changes: [GitChange], _ context: PageContext) -> HTML {
    if changes.isEmpty { return HTML() }
    let items = changes.prefix(mostShown).map { change -> HTML in
      let name: HTML =
        change.kind == .deleted ? "<span>\(change.path.text)</span>" : context.link(change.path, change.path.text)
      return "<li>\(name) <span class=\"quiet\">\(change.kind.rawValue)</span></li>"
    }
    let rest: HTML =
      changes.count > mostShown ? "<p class=\"quiet\">and \(changes.count - mostShown) more</p>" : HTML()
    return """
      <section class="place"><h2 class="part">\(title) <span class="count">\(changes.count)</span></h2>
      <ul>\(items.joined())</ul>\(rest)</section>
      """
  }
}
