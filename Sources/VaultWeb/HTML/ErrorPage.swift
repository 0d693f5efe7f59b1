import VaultCore
import VaultInterface

/// What a browser is shown in place of a page.
enum ErrorPage {
  /// The page of a problem in the vault's look. Where `look` is nil, whoever was not let in does not hear which vault it is.
  static func page(_ problem: WebProblem, _ request: WebRequest, in look: Shell.Look?) -> HTML {
    if problem.status == 401 { return SignInPage.page(problem, request) }
    let (title, main) = (WebProblem.title(problem.status), main(problem, request, mayWrite: look?.isReadOnly == false))
    guard let look else { return Shell.plain(title, main) }
    return Shell.document(Page(title, in: nil, main: "<div class=\"refused\">\(main)</div>"), look)
  }

  private static func main(_ problem: WebProblem, _ request: WebRequest, mayWrite: Bool) -> HTML {
    var main: HTML = """
      <h1>\(heading(problem))</h1>
      <p class="lead">\(problem.detail)</p>
      """
    if !problem.candidates.isEmpty {
      let items = problem.candidates.map { candidate -> HTML in
        "<li><a href=\"\(VaultURL(.note(NotePath(candidate))).path)\">\(candidate)</a></li>"
      }
      main += "<ul>\(items.joined())</ul>"
    }
    if problem.status == 404, mayWrite, case .note(let path)? = (try? VaultURL(request.target))?.place {
      var address = VaultURL(.newNote)
      address.title = path.stem
      address.folder = path.parent.text.isEmpty ? nil : path.parent.text
      main += "<p><a class=\"button strong\" href=\"\(address.path)\">Write “\(path.stem)”</a></p>"
    }
    for text in problem.typed {
      main +=
        "<p>What was typed:</p><textarea readonly rows=\"8\" aria-label=\"What was typed\">\n\(HTML(exact: text))</textarea>"
    }
    if let again = problem.again {
      let fields = again.fields.map { name, value -> HTML in
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(HTML(exact: value))\">"
      }
      main += """
        <form method="post" action="\(request.target)">\(fields.joined())<button class="strong">\(again.title)</button></form>
        """
    }
    return main + "<p><a href=\"/\">All notes</a></p>"
  }

  private static func heading(_ problem: WebProblem) -> String {
    problem.status == 404 ? "There is nothing here" : WebProblem.title(problem.status)
  }
}

/// Where a browser shows that it may come in.
enum SignInPage {
  static let path = "/login"
  static let lead = "Open the address that vault serve prints, or give the token that it names."
  static let wrongKey =
    "That key is not good, or no longer: one is good once, for a minute. vault serve prints another, or give the token."

  static func page(_ problem: WebProblem, _ request: WebRequest) -> HTML {
    // A browser keeps the cookie back where another page led here; from this one it brings it along.
    let isLed = request.field("sec-fetch-site") == "cross-site" && request.method?.isReading == true
    let next: HTML = isLed ? "<p><a class=\"button\" href=\"\(request.target)\">Go on to the page</a></p>" : HTML()
    return Shell.plain(
      "Sign in",
      """
      <h1>Sign in</h1>
      <p class="lead">\(problem.detail)</p>
      \(next)
      <form class="stack" method="post" action="\(path)">
      <label for="key">Key or token</label>
      <input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
      <button class="strong">Sign in</button>
      </form>
      """)
  }
}
