import Foundation
import Testing

/// What `make install` puts somewhere, and takes away again.
@Suite("Installation")
struct InstallTests {
  @Test func helpNamesTheSchemasThatAreInstalled() throws {
    let sandbox = try Sandbox()
    let script = "sh '\(Sandbox.package)/Support/install.sh'"
    let installed = try sandbox.run("\(script) \"$VAULT_PROGRAM\" \"$RESULTS/prefix\"")
    #expect(installed.status == 0, "\(installed.errorText)")
    let help = try sandbox.run("\"$RESULTS/prefix/bin/vault\" help json").text
    let place = sandbox.root + "/results/prefix/share/vault/schemas"
    #expect(help.contains(place + "."))
    let schemas = try FileManager.default.contentsOfDirectory(atPath: Sandbox.package + "/Documentation/schemas")
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: place)) == Set(schemas))
    #expect(FileManager.default.fileExists(atPath: sandbox.root + "/results/prefix/share/man/man5/vault-config.5"))

    let removed = try sandbox.run("\(script) --remove \"$RESULTS/prefix\"")
    #expect(removed.status == 0, "\(removed.errorText)")
    #expect(try sandbox.run("find \"$RESULTS/prefix\" -type f").text == "")
  }
}
