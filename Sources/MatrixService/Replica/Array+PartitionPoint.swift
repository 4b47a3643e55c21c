extension Array {
  /// The first place from which something holds, in an array in which it holds of all behind one of which it does. Few are
  /// looked at for it.
  func partitionPoint(_ holds: (Element) -> Bool) -> Int {
    var (first, end) = (startIndex, endIndex)
    while first < end {
      let middle = first + (end - first) / 2
      if holds(self[middle]) { end = middle } else { first = middle + 1 }
    }
    return first
  }
}
