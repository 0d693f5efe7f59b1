extension timespec {
  /// Since 1970, as the following ones.
  package init(nanoseconds: Int64) { self.init(nanoseconds, unitsInSecond: 1_000_000_000) }

  package init(milliseconds: Int64) { self.init(milliseconds, unitsInSecond: 1_000) }

  private init(_ time: Int64, unitsInSecond units: Int64) {
    var (seconds, rest) = time.quotientAndRemainder(dividingBy: units)
    if rest < 0 {
      seconds -= 1
      rest += units
    }
    self.init(tv_sec: Int(seconds), tv_nsec: Int(rest * (1_000_000_000 / units)))
  }
}
