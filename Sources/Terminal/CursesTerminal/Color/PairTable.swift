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
    /// No number is left.
    case full
  }

  /// The pair with the number 1, and so on: few, and each is looked for once.
  private var pairs: [Pair] = []
  /// Their numbers, once pictures have made them many.
  private var numbers: [Pair: Int32]?
  private let limit: Int32

  /// - Parameter limit: the number of pairs of the terminal, the standard one included.
  init(limit: Int32) { self.limit = limit }

  /// - Parameter free: so many numbers stay free for other pairs.
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

  /// The number of the pair that is least different, of the first ones; nil if all are too different.
  ///
  /// - Parameter difference: nil: too much.
  func nearest(by difference: (Pair) -> Int?) -> Int32? {
    var best: (number: Int32, difference: Int)?
    for (pair, number) in zip(pairs.prefix(Self.few), Int32(1)...) {
      if let other = difference(pair), other < best?.difference ?? .max { best = (number, other) }
    }
    return best?.number
  }

  /// Those that pictures leave to words. They get the nearest of what there is when there are no more.
  var kept: Int32 { limit / 4 }

  /// Starts over; the screen must then be drawn again.
  mutating func forget() {
    pairs.removeAll(keepingCapacity: true)
    numbers = nil
  }

  private static let few = 256
}
