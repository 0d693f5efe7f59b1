import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

/// `vault serve`, which hands over to the program `vault-net`: what that brings along would make every other command slower.
struct ServeCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the vault as a web page.",
    discussion: """
      Prints an address that signs a browser in: it is good once, for a minute. Programs send the token from the \
      file that is named, as a bearer token. Other machines reach the page by an address of this one and the name \
      that they call it by, best behind a proxy that speaks TLS. It ends with Ctrl-C.

      Examples:
        vault serve
        vault serve --port 8000
        vault serve --read-only --read-in Projects
        vault serve --hide 'tag:private OR path:Journal/'
        vault serve --listen 192.168.1.20 --host notes.example
        vault serve --read-only --socket /run/notes.sock --host notes.example
      """)

  @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
  var port = ServeOptions.usualPort

  @Option(
    help: ArgumentHelp("The numeric address to listen on; this machine alone reaches 127.0.0.1.", valueName: "address"))
  var listen = ServeOptions.usualAddress

  @Option(
    help: ArgumentHelp(
      "A name by which browsers call the server, with :port unless it is the usual one.", valueName: "name"))
  var host: [String] = []

  @Option(
    help: ArgumentHelp(
      "Listen on a socket instead, which is for this user alone and asks for no token.", valueName: "path"))
  var socket: String?

  @Flag(help: "Let nobody change anything.")
  var readOnly = false

  @Option(help: ArgumentHelp("Show only what lies in this folder; several add up.", valueName: "folder"))
  var readIn: [String] = []

  @Option(help: ArgumentHelp("Show none of the notes that this query finds.", valueName: "query"))
  var hide: String?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes a number from 0 to 65535, not \(port)")
    }
    if socket != nil, listen != ServeOptions.usualAddress || port != ServeOptions.usualPort {
      throw ValidationError("--socket takes the place of --listen and --port: give one or the other")
    }
    if let socket, socket.utf8.count > 100 { throw ValidationError("--socket takes a path of 100 bytes at most") }
    for name in host where !ServerName.isValid(name) {
      throw ValidationError(
        "--host takes a name like notes.example or notes.example:8443, not \"\(ShownName.quoted(name))\"")
    }
    guard socket != nil || ServeOptions.isAddress(listen) else {
      throw ValidationError(
        "--listen takes an address in numbers, like 127.0.0.1, ::1 or 0.0.0.0, not \"\(ShownName.quoted(listen))\"")
    }
    if socket == nil, !ServeOptions.isOfThisMachine(listen), host.isEmpty {
      throw ValidationError(
        "--listen \(ShownName.quoted(listen)) lets other machines in; name with --host what they call this one")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    var serve = ServeOptions(
      vault.location,
      at: try socket.map { .socket(try absolute($0, context)) } ?? .address(listen, port: port))
    serve.hosts = host
    serve.isReadOnly = readOnly
    // Says now what is wrong in them. A folder may have been named from the working folder.
    let visible = try VisibleVault(in: vault, readIn: readIn, hide: hide)
    serve.readIn = visible.readIn.map { vault.location.root + "/" + $0.text }
    serve.hide = hide
    (serve.today, serve.isQuiet) = (options.today, options.quiet)
    try NetworkProgram.start(handingOver: serve.json)
  }

  private func absolute(_ path: String, _ context: CommandContext) throws -> String {
    if path.isAbsolutePath { return path }
    guard let folder = context.environment.workingFolder else {
      throw ValidationError("--socket takes an absolute path here")
    }
    return folder + "/" + path
  }
}
