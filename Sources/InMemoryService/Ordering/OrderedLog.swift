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

  var chunks: [[Element]] = []
  /// A lower bound for the tokens of each chunk; all tokens of earlier chunks are below it.
  var lows: [UInt64] = []
  var sizes = CountTree()
  var count = 0

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
