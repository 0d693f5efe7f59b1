import VaultCore

extension VaultReader {
  /// What the front matter of some notes lacks, or has and should not, by `check.schema`.
  func propertyFindings(of wanted: IDSet, _ problems: inout [Finding]) throws -> [Finding] {
    let places = PropertyPlaces(self)
    var findings: [Finding] = []
    for schema in configuration.check.schema {
      guard var notes = try notes(ofSetting: "check.schema", schema.notes, &problems) else { continue }
      notes.formIntersection(wanted)
      for record in try snapshot.records(of: notes.ids) where !record.isPartlyRead {
        guard case .object(let members) = try JSONReader.read(record.properties) else { continue }
        for problem in schema.problems(of: members) {
          findings.append(
            Finding(
              path: record.path,
              diagnostic: Diagnostic(
                problem.code, at: try place(of: problem, in: record.path, places), problem.message),
              property: problem))
        }
      }
    }
    // Several schemas may ask the same of a note.
    return findings.uniqued(by: \.self)
  }

  private func place(
    of problem: NoteSchema.Problem, in path: NotePath, _ places: PropertyPlaces
  ) throws -> SourceLocation {
    // What is not there stands nowhere, and the note need not be read for it.
    if problem.isAbsent { return SourceLocation(line: 1, column: 1) }
    let property = try places.frontMatter(of: path)?.properties.first { $0.key.utf8.elementsEqual(problem.key.utf8) }
    guard let property else { return SourceLocation(line: 1, column: 1) }
    if problem.kind == .unknown { return property.location }
    if let item = problem.item, property.itemLocations.indices.contains(item) { return property.itemLocations[item] }
    return property.valueLocation
  }
}

extension NoteSchema.Problem {
  fileprivate var code: Diagnostic.Code { Diagnostic.Code("property-" + kind.rawValue) }
}
