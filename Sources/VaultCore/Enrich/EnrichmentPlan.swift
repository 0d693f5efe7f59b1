/// What an engine may write into a note's front matter: only what is missing, and what it wrote itself and nobody has touched.
package struct EnrichmentPlan: Sendable {
  /// What a key is.
  package enum State: Hashable, Sendable {
    case missing
    /// Filled in, and as it was filled in.
    case own
    /// Written, changed or removed by a person, for good.
    case settled
  }

  private let frontMatter: FrontMatter
  private let mark: EnrichedMark?
  private let bodyHash: String
  /// True where `enrich: false` keeps a note out, or a property that is called like the mark and is none.
  package let isKeptOut: Bool

  private static let outKey = "enrich"
  /// Stands for the hash of a body of which not all was asked.
  private static let noBody = "000000000000"

  /// `bytes`: the whole file.
  package init(_ bytes: [UInt8], bodyRange: Range<Int>) {
    frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    mark = EnrichedMark(frontMatter[EnrichedMark.property]?.value)
    bodyHash = EnrichedMark.hash(ofBody: bytes[bodyRange])
    let own = frontMatter[EnrichedMark.property]?.value
    // A property of that name that is no mark is a person's, who means something else by it.
    let isForeign = mark == nil && own.map { !Self.isEmpty($0) } == true
    isKeptOut = frontMatter[Self.outKey]?.value.checkbox == false || isForeign
  }

  package var isEnriched: Bool { mark != nil }

  package func state(of key: EnrichedKey) -> State {
    let value = frontMatter[key.rawValue]?.value
    let isMissing = value.map(Self.isEmpty) ?? true
    guard let known = mark?.values[key] else { return isMissing ? .missing : .settled }
    return value.flatMap(EnrichedMark.hash) == known && !isMissing ? .own : .settled
  }

  /// The line of a template that waits for a value is none.
  private static func isEmpty(_ value: PropertyValue) -> Bool {
    switch value {
    case .null: true
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .list(let items): items.isEmpty
    default: false
    }
  }

  /// True where an engine of that name, or any where none is named, has said of this body what it has to say.
  package func isUpToDate(by engine: String?) -> Bool {
    mark?.body == bodyHash && (engine == nil || mark?.engine == engine)
  }

  /// The keys of those that are wanted which may be written.
  package func open(_ wanted: Set<EnrichedKey>) -> Set<EnrichedKey> {
    isKeptOut ? [] : wanted.filter { state(of: $0) != .settled }
  }

  /// What an engine's answer changes; nothing where all is as it says. Nothing is written of an answer that says nothing. `isWhole`:
  /// false where other keys might be written, too, of which the engine was not asked; they are to be asked about later.
  package func changes(
    _ found: Enrichment, _ wanted: Set<EnrichedKey>, isWhole: Bool = true, by engine: String, on day: CivilDate
  ) -> [FrontMatterChange] {
    var changes: [FrontMatterChange] = []
    var values = mark?.values ?? [:]
    let open = open(wanted)
    for key in EnrichedKey.allCases where open.contains(key) {
      guard let answer = found[key] else { continue }
      let isOwn = state(of: key) == .own
      guard let value = answer else {
        guard isOwn else { continue }
        changes.append(.unset(key: key.rawValue))
        values[key] = nil
        continue
      }
      let hash = EnrichedMark.hash(of: value)
      if !isOwn || values[key] != hash { changes.append(.set(key: key.rawValue, value)) }
      values[key] = hash
    }
    let body = isWhole ? bodyHash : mark?.engine == engine ? mark?.body ?? Self.noBody : Self.noBody
    let new = EnrichedMark(engine: engine, day: day, body: body, values: values)
    let isKnown = mark?.engine == engine && mark?.body == body && mark?.values == values
    guard !isKnown, mark != nil || !values.isEmpty, !open.isEmpty else { return [] }
    return changes + [.set(key: EnrichedMark.property, new.value)]
  }
}
