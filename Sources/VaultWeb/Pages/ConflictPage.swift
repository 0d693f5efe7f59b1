import VaultCore
import VaultInterface
import VaultStore

/// A text that could not be saved as it is, since somebody else changed the same places: each is shown as it is here, as the
/// others left it and as it was, and one or both are chosen.
enum ConflictPage {
  struct Conflict: Sendable {
    var path: NotePath
    var mine: [UInt8]
    var base: [UInt8]
    var theirs: [UInt8]
    var regions: [MergeRegion]
  }

  static func page(_ conflict: Conflict) -> Page {
    let count = conflict.regions.count { if case .open = $0 { true } else { false } }
    let main: HTML = """
      <h1>Changed in two places at once</h1>
      <p class="lead">Somebody else changed \(count == 1 ? "a place" : "\(count) places") of \(conflict.path.stem) that you \
      changed, too. Nothing is lost: choose what each is to be. All else is merged already.</p>
      <form class="conflict" data-path="\(conflict.path.text)" method="post" action="\(VaultURL(.note(conflict.path)).path)">
      \(BaseField.field(conflict.base))
      <input type="hidden" name="mine" value="\(Base64Text.encoded(conflict.mine))">
      <input type="hidden" name="theirs" value="\(Base64Text.encoded(conflict.theirs))">
      \(places(of: conflict.regions))
      <div class="tools"><button class="strong">Save</button></div>
      </form>
      """
    return Page("Changed in two places", in: .notes, main: main)
  }

  /// What is merged already, and each open place with what it can be. `prefix`: of the names of its fields.
  static func places(of regions: [MergeRegion], prefix: String = "") -> HTML {
    var number = 0
    let properties = ConflictChoices.placesOfFrontMatter(in: regions)
    return regions.map { region -> HTML in
      switch region {
      case .settled(let bytes): return settled(bytes)
      case .open(let place):
        defer { number += 1 }
        return open(place, number, prefix, ofProperties: number < properties)
      }
    }.joined()
  }

  private static func settled(_ bytes: [UInt8]) -> HTML {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // As much as shows where the places are.
    guard lines.count > 6 else { return "<pre class=\"settled\">\(lines.joined(separator: "\n"))</pre>" }
    let (first, last) = (lines.prefix(3).joined(separator: "\n"), lines.suffix(3).joined(separator: "\n"))
    return "<pre class=\"settled\">\(first)\n⋯\n\(last)</pre>"
  }

  private static func open(
    _ place: OpenPlace, _ number: Int, _ prefix: String, ofProperties isOfProperties: Bool
  ) -> HTML {
    let name = "\(prefix)place-\(number)"
    return """
      <fieldset><legend>Place \(number + 1), line \(place.ours.line)</legend>
      \(isOfProperties ? HTML() : choice(name, .both, "Keep both", nil, isChosen: true))
      \(choice(name, .mine, "Mine", place.ours.bytes, isChosen: isOfProperties))
      \(choice(name, .theirs, "Theirs", place.theirs.bytes))
      <details><summary>What it was</summary><pre>\(String(decoding: place.base.bytes, as: UTF8.self))</pre></details>
      </fieldset>
      """
  }

  private static func choice(
    _ name: String, _ choice: ConflictChoices.Choice, _ title: String, _ bytes: [UInt8]?, isChosen: Bool = false
  ) -> HTML {
    let text: HTML? = bytes.map { bytes in
      bytes.isEmpty
        ? "<p class=\"quiet\">Nothing: it was taken out.</p>" : "<pre>\(String(decoding: bytes, as: UTF8.self))</pre>"
    }
    return """
      <label><input type="radio" name="\(name)" value="\(choice.rawValue)"\(isChosen ? " checked" : HTML())> \(title)\
      </label>\(text)
      """
  }
}

/// What a person chose for each open place of a merge.
struct ConflictChoices {
  enum Choice: String {
    case mine, theirs, both
  }

  private let fields: FormFields
  private let prefix: String

  init(_ fields: FormFields, prefix: String = "") { (self.fields, self.prefix) = (fields, prefix) }

  /// The whole text. A place without a choice keeps both, so that nothing is lost.
  func text(of regions: [MergeRegion]) -> [UInt8] {
    var (text, number) = ([UInt8](), 0)
    let properties = Self.placesOfFrontMatter(in: regions)
    for region in regions {
      switch region {
      case .settled(let bytes): text += bytes
      case .open(let place):
        let choice = fields["\(prefix)place-\(number)"].flatMap(Choice.init(rawValue:)) ?? .both
        // Both would give a property twice.
        switch choice == .both && number < properties ? .mine : choice {
        case .mine: text += place.ours.bytes
        case .theirs: text += place.theirs.bytes
        case .both: text += Self.both(place)
        }
        number += 1
      }
    }
    return text
  }

  /// How many of the places, which are the first ones, stand in the front matter.
  static func placesOfFrontMatter(in regions: [MergeRegion]) -> Int {
    var (text, starts) = ([UInt8](), [Int]())
    for region in regions {
      switch region {
      case .settled(let bytes): text += bytes
      case .open(let place):
        starts.append(text.count)
        text += place.ours.bytes
      }
    }
    let end = NoteParser().structure(of: text, path: NotePath("note.md")).bodyRange.lowerBound
    return starts.count { $0 < end }
  }

  private static func both(_ place: OpenPlace) -> [UInt8] {
    let (ours, theirs) = (place.ours.bytes, place.theirs.bytes)
    // A last line without an end would run into the next one.
    let isCut = !ours.isEmpty && ours.last != 0x0A && !theirs.isEmpty
    return ours + (isCut ? LineEnding(of: ours).bytes : []) + theirs
  }
}
