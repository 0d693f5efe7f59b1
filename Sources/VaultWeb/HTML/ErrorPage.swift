import VaultCore
import VaultInterface

/// What a browser is shown in place of a page.
enum ErrorPage {
  static func page(_ problem: WebProblem, _ request: WebRequest, _ options: ServeOptions) -> HTML {
    if problem.status == 401 { return SignInPage.page(problem, request) }
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
    if problem.status == 404, !options.isReadOnly, case .note(let path)? = (try? VaultURL(request.target))?.place {
      var address = VaultURL(.newNote)
      address.title = path.stem
      address.folder = path.parent.text.isEmpty ? nil : path.parent.text
      main += "<p><a class=\"button strong\" href=\"\(address.path)\">Write “\(path.stem)”</a></p>"
    }
    for text in problem.typed {
      main +=
        "<p>What was typed:</p><textarea readonly rows=\"8\" aria-label=\"What was typed\">\n\(HTML(exact: text))</textarea>"
    }
    main += "<p><a href=\"/\">All notes</a></p>"
    // Only who was let in hears that something is not there.
    let look = problem.status == 404 ? Shell.Look(options) : Shell.Look()
    return Shell.plain(WebProblem.title(problem.status), main, look)
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
