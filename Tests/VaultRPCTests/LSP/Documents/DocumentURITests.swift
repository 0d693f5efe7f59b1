import Testing
import VaultCore

@testable import VaultRPC

struct DocumentURITests {
  @Test(arguments: [
    ("file:///a/b.md", "/a/b.md"), ("file://localhost/a/b.md", "/a/b.md"), ("FILE:///a/b.md", "/a/b.md"),
    ("file:/a/b.md", "/a/b.md"), ("file:///a%20b/%C3%A4.md", "/a b/ä.md"), ("file:///c%3A/x.md", "/c:/x.md"),
    ("file:///a/./b//c.md", "/a/b/c.md"), ("file:///a/../b.md", "/b.md"), ("file:///a%2Fb.md", "/a/b.md"),
    ("file:///a/%2e%2e/b.md", "/b.md"), ("file:///a%25b.md", "/a%b.md"), ("file:///a%zz.md", "/a%zz.md"),
  ]) func pathsAreRead(_ text: String, _ path: String) { #expect(DocumentURI(text).path == path) }

  @Test(arguments: [
    "", "file:", "file://", "file:///", "file://host/a.md", "untitled:Untitled-1", "http://x/a.md",
    "vscode-vfs://x/a.md",
    "file:///a%00.md", "file:///..", "file:///../a.md", "file:///%2e%2e/a.md", "file:///a/../../b.md",
    "file:///a%FF.md",
    "file:///a.md?x", "file:///a.md#x", "file:a.md", "file://%2e%2e/a.md",
  ]) func whatIsNoFileHereHasNoPath(_ text: String) { #expect(DocumentURI(text).path == nil) }

  @Test func twoWaysToWriteAnAddressAreOne() {
    #expect(DocumentURI("file:///c%3A/x.md") == DocumentURI("file:///c:/x.md"))
    #expect(DocumentURI("file:///%C3%A4.md") == DocumentURI("file:///a%CC%88.md"))
    #expect(DocumentURI("file:///a.md") != DocumentURI("file:///A.md"))
    #expect(Set([DocumentURI("file:///a%20b.md"), DocumentURI("file:///a b.md")]).count == 1)
  }

  @Test func addressesAreWrittenWithEscapes() {
    #expect(DocumentURI(folder: "/v w", NotePath("ä #?%.md")).text == "file:///v%20w/%C3%A4%20%23%3F%25.md")
    #expect(DocumentURI(folder: "/", NotePath("a.md")).text == "file:///a.md")
    #expect(DocumentURI(folder: "/v", NotePath(bytes: [0x61, 0xFF])).text == "file:///v/a%FF")
  }
}
