import VaultCore
import VaultInterface
import VaultStore

extension API {
  static let syncRoutes: [APIRoute] = [
    APIRoute(
      .get, "sync", "How far the vault is from its other machines over git, as far as is known here.",
      answer: .one("sync")
    ) { call in APICall.one(try await call.ask { RecordFields.sync.document(try $0.syncStatus()) }) },
    APIRoute(
      .post, "sync",
      "Commits, fetches, merges and sends over git. What is left open is named, and then nothing has changed.",
      [APIParameter("dry_run", .flag, "True to be told what would be done; what others have sent is fetched.")],
      body: [.init("conflicts", .choice(["stop", "copies"]), "copies keeps theirs beside a note that both changed.")],
      answer: .one("sync")
    ) { call in
      var options = SyncOptions()
      options.dryRun = try call.flag("dry_run")
      if try call.body.text(of: "conflicts") == SyncOptions.Conflicts.copies.rawValue { options.conflicts = .copies }
      return APICall.one(RecordFields.sync.document(try await call.application.syncs.sync(options)))
    },
  ]
}
