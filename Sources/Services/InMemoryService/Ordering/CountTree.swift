/// A sequence of numbers whose prefix sums are computed in logarithmic time (a Fenwick tree).
struct CountTree: Sendable {
  /// The element at `i` is the sum of the numbers up to `i`; how many it includes is the lowest set bit of `i + 1`.
  private var sums: [Int] = []

  init() {}

  init(_ counts: some Sequence<Int>) {
    for count in counts { append(count) }
  }

  mutating func append(_ value: Int) {
    let index = sums.count + 1
    let start = index & (index - 1)
    var sum = value
    var part = index - 1
    while part > start {
      sum += sums[part - 1]
      part &= part - 1
    }
    sums.append(sum)
  }

  mutating func add(_ delta: Int, at position: Int) {
    var index = position + 1
    while index <= sums.count {
      sums[index - 1] += delta
      index += index & -index
    }
  }

  /// The sum of all numbers before a position.
  func sum(before position: Int) -> Int {
    var sum = 0
    var index = position
    while index > 0 {
      sum += sums[index - 1]
      index &= index - 1
    }
    return sum
  }

  /// The position at which the running sum first exceeds `rank`, and the remaining rank within it.
  func position(ofRank rank: Int) -> (position: Int, rest: Int) {
    var index = 0
    var rest = rank
    var step = 1
    while step * 2 <= sums.count { step *= 2 }
    while step > 0 {
      if index + step <= sums.count, sums[index + step - 1] <= rest {
        index += step
        rest -= sums[index - 1]
      }
      step /= 2
    }
    return (index, rest)
  }
}
