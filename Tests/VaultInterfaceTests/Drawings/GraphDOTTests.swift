import Testing
import VaultCore
import VaultStore

@testable import VaultInterface

@Suite struct GraphDOTTests {
  @Test func titlesAreQuoted() {
    let graph = NoteGraph(
      nodes: [
        .init(path: NotePath("a.md"), title: "say \"hi\"\\", step: 0, links: 1),
        .init(path: NotePath("b/<i>.md"), title: "<b>bold</b> &amp;\n\\n\\G", step: 1, links: 1),
      ], edges: [.init(from: 0, to: 1)])
    #expect(
      graph.dot == #"""
        digraph vault {
          node [shape=box, style=rounded];
          n0 [label="say \"hi\"\\", tooltip="a.md", URL="vault://note/a.md", penwidth=2];
          n1 [label="<b>bold</b> &amp;amp;␊\\n\\G", tooltip="b/<i>.md", URL="vault://note/b/%3Ci%3E.md"];
          n0 -> n1;
        }

        """#)
    #expect(NoteGraph().dot == "digraph vault {\n  node [shape=box, style=rounded];\n}\n")
  }
}
