import VaultCore

/// Several names of which none names just one thing.
package struct NamesError: Failure {
  package let errors: [any Failure]

  package var kind: FailureKind { errors.lazy.map(\.kind).first { $0 != .notFound } ?? .notFound }
  package var message: Message {
    let list = errors.map { "\n" + $0.message }.joined(separator: "")
    let more = errors.count < Self.most ? "" : "\nThe names behind them were not looked at"
    return "\(errors.count) names do not say what is meant:\(list)\(more)"
  }

  /// To suggest others for a name takes a look at all.
  private static let most = 10

  /// What `find` finds for each name. Of names that name nothing, or several things, all are told.
  static func gather<Found>(_ names: [String], _ find: (String) throws -> Found) throws -> [Found] {
    var errors: [any Failure] = []
    var found: [Found] = []
    for name in names where errors.count < most {
      do { found.append(try find(name)) } catch let error as any Failure
        where error.kind == .notFound || error.kind == .ambiguous
      {
        errors.append(error)
      }
    }
    if errors.count == 1 { throw errors[0] }
    if !errors.isEmpty { throw NamesError(errors: errors) }
    return found
  }
}
