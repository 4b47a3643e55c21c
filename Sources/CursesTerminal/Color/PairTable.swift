/// Which number ncurses was given for a foreground on a background.
struct PairTable {
  struct Pair: Hashable {
    var foreground: Int32
    var background: Int32
  }

  enum Answer: Hashable {
    case known(Int32)
    /// ncurses has yet to be told of it.
    case new(Int32)
    /// There is no number left.
    case full
  }

  private var numbers: [Pair: Int32] = [:]
  private let limit: Int32

  /// - Parameter limit: how many pairs the terminal has, the standard one included.
  init(limit: Int32) { self.limit = limit }

  mutating func number(of pair: Pair) -> Answer {
    if pair.foreground < 0, pair.background < 0 { return .known(0) }
    if let known = numbers[pair] { return .known(known) }
    let next = Int32(numbers.count) + 1
    guard next < limit else { return .full }
    numbers[pair] = next
    return .new(next)
  }

  /// Begins anew: what is on the screen then has to be drawn again.
  mutating func forget() { numbers.removeAll(keepingCapacity: true) }
}
