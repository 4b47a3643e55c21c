import DraftEngine

/// Operations on two logs of tokens, the second a subset of the first.
extension OrderedLog where Element == UInt64 {
  /// The number of tokens after a place that are only in this log.
  func count(after token: UInt64, notIn part: OrderedLog) -> Int {
    count(above: token) - part.count(above: token)
  }

  /// The first token after a place that is only in this log; found by binary search, because the count of such tokens
  /// only increases.
  func first(after token: UInt64, notIn part: OrderedLog) -> UInt64? {
    guard count(after: token, notIn: part) > 0 else { return nil }
    let start = count - count(above: token)
    let partStart = part.count - part.count(above: token)
    let place = (start..<count - 1).partitioningIndex { place in
      let end = element(at: place)
      let found = (place + 1 - start) - (part.count(below: end + 1) - partStart)
      return found > 0
    }
    return element(at: place)
  }
}
