import VaultCore

extension ShownNote {
  /// The numbers of a section's lines in the file, from 1. Throws `HeadingNameError`.
  package func lines(ofSection name: String) throws -> Range<Int> {
    do throws(HeadingNameProblem) { return try HeadingName(name).lines(in: bytes) } catch {
      throw HeadingNameError(note: record.path, problem: error)
    }
  }
}
