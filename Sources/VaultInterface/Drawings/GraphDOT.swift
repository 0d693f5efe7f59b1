import VaultCore
import VaultStore

extension NoteGraph {
  /// The graph in the language of Graphviz, with the notes' titles as labels, paths as tooltips and addresses as links. Nodes
  /// have numbers for names, so that no name of a note can end one; labels are always quoted, so that none is HTML.
  package var dot: String {
    var text = "digraph vault {\n  node [shape=box, style=rounded];\n"
    for (number, node) in nodes.enumerated() {
      var attributes = [("label", node.title), ("tooltip", node.path.text)]
      if let address = VaultURL(file: node.path) { attributes.append(("URL", address.description)) }
      let list = attributes.map { "\($0.0)=\(Self.quoted($0.1))" }.joined(separator: ", ")
      text += "  n\(number) [\(list)\(node.step == 0 ? ", penwidth=2" : "")];\n"
    }
    for edge in edges { text += "  n\(edge.from) -> n\(edge.to);\n" }
    return text + "}\n"
  }

  /// Backslashes begin escapes in a quoted text, and `&` an entity of HTML; line ends and other control characters are
  /// shown as signs.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in ControlCharacters.visible(text, .singleLine).unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "&": quoted += "&amp;"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
