extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a condition that all later elements satisfy too; `endIndex` if there is none.
  @inlinable
  package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var lower = startIndex
    var upper = endIndex
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if condition(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
