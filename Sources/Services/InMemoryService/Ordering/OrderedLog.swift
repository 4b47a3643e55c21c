import DraftEngine

/// An element with a place in chronological order.
protocol Tokened {
  var token: UInt64 { get }
}

extension UInt64: Tokened {
  var token: UInt64 { self }
}

/// Elements ordered by token, mostly added at the end: lookup, counting, insertion and removal take logarithmic time.
///
/// They are stored in chunks of a bounded size, and a tree over the sizes gives the rank of any position. An empty
/// chunk stays until too many are sparse; then all are packed again.
struct OrderedLog<Element: Tokened & Sendable>: Sendable {
  /// The size at which a new chunk begins when elements are added at the end.
  static var chunkSize: Int { 256 }

  private var chunks: [[Element]] = []
  /// A lower bound for the tokens of each chunk; all tokens of earlier chunks are below it.
  private var lows: [UInt64] = []
  private var sizes = CountTree()
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }
  var first: Element? { count == 0 ? nil : element(at: 0) }
  var last: Element? {
    if let last = chunks.last?.last { return last }
    return count == 0 ? nil : element(at: count - 1)
  }

  subscript(token: UInt64) -> Element? {
    guard let place = place(of: token) else { return nil }
    return chunks[place.chunk][place.offset]
  }

  func contains(_ token: UInt64) -> Bool { place(of: token) != nil }

  /// - Returns: false if there already is an element with this token, which is then kept.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    let token = element.token
    guard var chunk = chunks.indices.last else {
      appendChunk(element)
      return true
    }
    if token < lows[chunk] { chunk = self.chunk(for: token) }
    if token < lows[chunk] { lows[chunk] = token }
    let offset = lowerBound(token, in: chunk)
    if offset < chunks[chunk].count, chunks[chunk][offset].token == token { return false }
    if chunk == chunks.count - 1, offset == chunks[chunk].count, offset >= Self.chunkSize {
      appendChunk(element)
      return true
    }
    chunks[chunk].insert(element, at: offset)
    sizes.add(1, at: chunk)
    count += 1
    if chunks[chunk].count > 2 * Self.chunkSize { split(chunk) }
    return true
  }

  @discardableResult
  mutating func remove(_ token: UInt64) -> Element? {
    guard let place = place(of: token) else { return nil }
    let element = chunks[place.chunk].remove(at: place.offset)
    sizes.add(-1, at: place.chunk)
    count -= 1
    if chunks.count > 4, count < chunks.count * Self.chunkSize / 4 { pack() }
    return element
  }

  /// Changes an element in place; its token must stay the same.
  @discardableResult
  mutating func modify<Result>(_ token: UInt64, _ change: (inout Element) -> Result) -> Result? {
    guard let place = place(of: token) else { return nil }
    let result = change(&chunks[place.chunk][place.offset])
    precondition(chunks[place.chunk][place.offset].token == token, "an element keeps its token")
    return result
  }
}

extension OrderedLog {
  /// The number of tokens below this one.
  func count(below token: UInt64) -> Int {
    guard !chunks.isEmpty else { return 0 }
    let chunk = chunk(for: token)
    return sizes.sum(before: chunk) + lowerBound(token, in: chunk)
  }

  /// The element with `rank` elements before it.
  func element(at rank: Int) -> Element {
    precondition(rank >= 0 && rank < count, "rank \(rank) of \(count)")
    let (chunk, offset) = sizes.position(ofRank: rank)
    return chunks[chunk][offset]
  }

  /// The elements with these ranks, as far as they exist.
  func elements(in ranks: Range<Int>) -> [Element] {
    let ranks = ranks.clamped(to: 0..<count)
    guard !ranks.isEmpty else { return [] }
    var result: [Element] = []
    result.reserveCapacity(ranks.count)
    var (chunk, offset) = sizes.position(ofRank: ranks.lowerBound)
    while result.count < ranks.count {
      result += chunks[chunk][offset...].prefix(ranks.count - result.count)
      chunk += 1
      offset = 0
    }
    return result
  }

  /// The number of tokens above this one.
  func count(above token: UInt64) -> Int {
    token == .max ? 0 : count - count(below: token + 1)
  }
}

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

extension OrderedLog {
  // MARK: Chunks

  private func place(of token: UInt64) -> (chunk: Int, offset: Int)? {
    guard !chunks.isEmpty else { return nil }
    let chunk = chunk(for: token)
    let offset = lowerBound(token, in: chunk)
    guard offset < chunks[chunk].count, chunks[chunk][offset].token == token else { return nil }
    return (chunk, offset)
  }

  /// The last chunk that begins at or before the token, or the first one.
  private func chunk(for token: UInt64) -> Int {
    max(0, lows.partitioningIndex { $0 > token } - 1)
  }

  private func lowerBound(_ token: UInt64, in chunk: Int) -> Int {
    // A new element almost always belongs at the end.
    if let last = chunks[chunk].last, last.token < token { return chunks[chunk].count }
    return chunks[chunk].partitioningIndex { $0.token >= token }
  }

  private mutating func appendChunk(_ element: Element) {
    chunks.append([element])
    lows.append(element.token)
    sizes.append(1)
    count += 1
  }

  private mutating func split(_ chunk: Int) {
    let upper = Array(chunks[chunk][Self.chunkSize...])
    chunks[chunk].removeSubrange(Self.chunkSize...)
    chunks.insert(upper, at: chunk + 1)
    lows.insert(upper[0].token, at: chunk + 1)
    sizes = CountTree(chunks.map(\.count))
  }

  private mutating func pack() {
    let all = chunks.flatMap { $0 }
    chunks = stride(from: 0, to: all.count, by: Self.chunkSize).map {
      Array(all[$0..<min($0 + Self.chunkSize, all.count)])
    }
    lows = chunks.map { $0[0].token }
    sizes = CountTree(chunks.map(\.count))
  }
}

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
