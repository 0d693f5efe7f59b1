import VaultCore
import VaultStore

extension RecordFields where Record == NoteGraph {
  /// A graph as one object; its edges name notes by their paths.
  package static func graph(in vault: any RecordVault) -> RecordFields {
    let node = RecordFields<NoteGraph.Node>(
      RecordFields<NoteGraph.Node>.path(in: vault) { $0.path } + [
        .init("title") { .text($0.title) },
        .init("step") { .integer($0.step) },
        .init("links") { .integer($0.links) },
      ])
    return RecordFields([
      Field("nodes") { .list($0.nodes.map(node.value)) },
      Field("edges") { graph in
        .list(
          graph.edges.map { edge in
            .object([
              .init("from", .text(graph.nodes[edge.from].path.text)),
              .init("to", .text(graph.nodes[edge.to].path.text)),
            ])
          })
      },
      Field("omitted") { .integer($0.omitted) },
    ])
  }
}
