/// The ncurses colour-pair numbers of foreground and background.
struct PairTable {
  struct Pair: Hashable {
    var foreground: Int32
    var background: Int32
  }

  enum Answer: Hashable {
    case known(Int32)
    /// A new pair, to be registered with ncurses.
    case new(Int32)
    /// All numbers are in use.
    case full
  }

  /// The pairs from number 1 on; searched linearly while they are few.
  private var pairs: [Pair] = []
  /// The numbers of the pairs, once pictures have made them many.
  private var numbers: [Pair: Int32]?
  private let limit: Int32

  /// - Parameter limit: the number of pairs of the terminal, the standard one included.
  init(limit: Int32) { self.limit = limit }

  /// - Parameter free: how many numbers to leave free for other pairs.
  mutating func number(of pair: Pair, leaving free: Int32 = 0) -> Answer {
    if pair.foreground < 0, pair.background < 0 { return .known(0) }
    if let numbers {
      if let number = numbers[pair] { return .known(number) }
    } else if let index = pairs.firstIndex(of: pair) {
      return .known(Int32(index) + 1)
    }
    let next = Int32(pairs.count) + 1
    guard next < limit - free else { return .full }
    pairs.append(pair)
    if numbers != nil {
      numbers?[pair] = next
    } else if pairs.count > Self.few {
      numbers = Dictionary(uniqueKeysWithValues: zip(pairs, 1...))
    }
    return .new(next)
  }

  /// The number of the most similar pair among the first ones; nil if all are too different.
  ///
  /// - Parameter difference: nil means too different.
  func nearest(by difference: (Pair) -> Int?) -> Int32? {
    var best: (number: Int32, difference: Int)?
    for (pair, number) in zip(pairs.prefix(Self.few), Int32(1)...) {
      if let other = difference(pair), other < best?.difference ?? .max { best = (number, other) }
    }
    return best?.number
  }

  /// The numbers that pictures leave free for text. Once they are used up, pictures get the nearest existing pair.
  var kept: Int32 { limit / 4 }

  /// Starts over; the screen must then be drawn again.
  mutating func forget() {
    pairs.removeAll(keepingCapacity: true)
    numbers = nil
  }

  private static let few = 256
}
