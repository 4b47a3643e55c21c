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

  private var numbers: [Pair: Int32] = [:]
  private let limit: Int32

  /// - Parameter limit: the number of pairs of the terminal, the standard one included.
  init(limit: Int32) { self.limit = limit }

  mutating func number(of pair: Pair) -> Answer {
    if pair.foreground < 0, pair.background < 0 { return .known(0) }
    if let known = numbers[pair] { return .known(known) }
    let next = Int32(numbers.count) + 1
    guard next < limit else { return .full }
    numbers[pair] = next
    return .new(next)
  }

  /// Starts over; the screen must then be drawn again.
  mutating func forget() { numbers.removeAll(keepingCapacity: true) }
}
