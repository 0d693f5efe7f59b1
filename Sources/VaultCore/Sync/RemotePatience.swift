/// How long to wait for a server that does not answer, or not yet: a second, then twice as long each time, up to five minutes, and
/// never shorter than the server asks for. A little by chance, so that not all clients come back at once.
package struct RemotePatience: Sendable {
  package static let longest = 300.0
  private var next = 1.0

  package init() {}

  /// Begins anew with a second, once the server has answered.
  package mutating func reset() { next = 1 }

  /// In seconds. `asked`: what the server says.
  package mutating func wait(
    asked: Int?, using random: inout some RandomNumberGenerator
  ) -> Double {
    let wait = next * .random(in: 0.75...1.25, using: &random)
    next = min(next * 2, Self.longest)
    return min(max(wait, Double(asked ?? 0)), Self.longest * 12)
  }
}
