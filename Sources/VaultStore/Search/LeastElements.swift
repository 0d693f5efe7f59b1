import VaultCore

extension RandomAccessCollection {
  /// The first `count` elements in an order, sorted: what `sorted` begins with, without the order of all the others.
  func least(_ count: Int, by precedes: (Element, Element) throws -> Bool) rethrows -> [Element] {
    // Where many are wanted, to order all is less work than to make room for each.
    guard count < Swift.min(self.count / 8, 1_000) else { return Array(try sorted(by: precedes).prefix(count)) }
    guard count > 0 else { return [] }
    var least: [Element] = []
    least.reserveCapacity(count + 1)
    for element in self {
      if least.count == count, try !precedes(element, least[count - 1]) { continue }
      // Behind those that it does not precede, so that equal ones stay in their order.
      let place = try least.partitioningIndex { try precedes(element, $0) }
      least.insert(element, at: place)
      if least.count > count { least.removeLast() }
    }
    return least
  }
}
