import DraftEngine

/// Positions of elements. Only for use by the log itself.
extension OrderedLog {
  func place(of token: UInt64) -> (chunk: Int, offset: Int)? {
    guard !chunks.isEmpty else { return nil }
    let chunk = chunk(for: token)
    let offset = lowerBound(token, in: chunk)
    guard offset < chunks[chunk].count, chunks[chunk][offset].token == token else { return nil }
    return (chunk, offset)
  }

  /// The last chunk that begins at or before the token, or the first one.
  func chunk(for token: UInt64) -> Int {
    max(0, lows.partitioningIndex { $0 > token } - 1)
  }

  func lowerBound(_ token: UInt64, in chunk: Int) -> Int {
    // A new element almost always belongs at the end.
    if let last = chunks[chunk].last, last.token < token { return chunks[chunk].count }
    return chunks[chunk].partitioningIndex { $0.token >= token }
  }

  mutating func appendChunk(_ element: Element) {
    chunks.append([element])
    lows.append(element.token)
    sizes.append(1)
    count += 1
  }

  mutating func split(_ chunk: Int) {
    let upper = Array(chunks[chunk][Self.chunkSize...])
    chunks[chunk].removeSubrange(Self.chunkSize...)
    chunks.insert(upper, at: chunk + 1)
    lows.insert(upper[0].token, at: chunk + 1)
    sizes = CountTree(chunks.map(\.count))
  }

  mutating func pack() {
    let all = chunks.flatMap { $0 }
    chunks = stride(from: 0, to: all.count, by: Self.chunkSize).map {
      Array(all[$0..<min($0 + Self.chunkSize, all.count)])
    }
    lows = chunks.map { $0[0].token }
    sizes = CountTree(chunks.map(\.count))
  }
}
