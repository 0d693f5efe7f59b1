import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

extension API {
  /// Bytes of a file that is sent.
  private static let longestFile = 64 << 20

  static let fileRoutes: [APIRoute] = [
    APIRoute(.get, "files", "All files that are no notes.", [.envelope], answer: .list("file")) { call in
      try await call.records({ RecordFields.file(in: $0) }) { try $0.attachments() }
    },
    APIRoute(.get, "files/{+path}", "A file that is no note; Range asks for a part.", answer: .other(MediaType.bytes)) {
      call in
      try await FileDownload(application: call.application).answer(call.request, try call.path("path"))
    },
    APIRoute(
      .put, "files/{+path}", "Puts a new file into the vault; what is there is never overwritten.",
      APIParameter.ofChanges, takesFile: true, answer: .list("change"), status: 201
    ) { call in
      let path = try call.path("path")
      let file = try await call.request.file(atMost: longestFile)
      return try await call.answer(.files { try $0.addFile(path, file.bytes(), $1) })
    },
  ]
}
