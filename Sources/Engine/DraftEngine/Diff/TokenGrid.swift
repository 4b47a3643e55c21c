/// Finds the pairs of words with the highest total weight, and prefers pairs that are neighbours in both texts.
struct TokenGrid {
  /// Larger grids are first split at certain words.
  static let sizeLimit = 1 << 17

  private static let neighbourBonus: Int32 = 4

  private enum Step {
    static let up: UInt8 = 0
    static let left: UInt8 = 1
    static let pair: UInt8 = 2
    static let direction: UInt8 = 0b011
    /// Set where the best pair in this cell continues the pair in the cell before, in both texts.
    static let continued: UInt8 = 0b100
  }

  private let shared: SharedTokens
  private let columns: Int
  private var steps: [UInt8]

  init(_ shared: SharedTokens) {
    self.shared = shared
    columns = shared.new.count
    steps = Array(repeating: Step.up, count: shared.old.count * shared.new.count)
  }

  /// The pairs, last one first.
  mutating func bestPairs(old: Tokens, new: Tokens) -> [TokenPair] {
    fill(old: old, new: new)
    var result: [TokenPair] = []
    var row = shared.old.count - 1
    var column = columns - 1
    var continues = false
    while row >= 0, column >= 0 {
      let step = steps[row * columns + column]
      let direction = step & Step.direction
      // A continued pair was scored with the pair before it, even if the best path through that cell is another.
      if continues || direction == Step.pair {
        result.append(TokenPair(old: shared.old[row], new: shared.new[column]))
        continues = step & Step.continued != 0
        row -= 1
        column -= 1
      } else if direction == Step.up {
        row -= 1
      } else {
        column -= 1
      }
    }
    return result
  }

  private mutating func fill(old: Tokens, new: Tokens) {
    let none = Int32.min / 2
    var best = [Int32](repeating: 0, count: columns + 1)
    var paired = [Int32](repeating: none, count: columns + 1)
    let newNumbers = shared.new.map { new.numbers[$0] }
    let isNewNeighbour = shared.new.indices.map { $0 > 0 && shared.new[$0] == shared.new[$0 - 1] + 1 }
    for row in shared.old.indices {
      let number = old.numbers[shared.old[row]]
      let weight = old.weight(shared.old[row])
      let isNeighbour = row > 0 && shared.old[row] == shared.old[row - 1] + 1
      var diagonalBest: Int32 = 0
      var diagonalPaired = none
      let base = row * columns
      for column in 0..<columns {
        let up = best[column + 1]
        let left = best[column]
        let upPaired = paired[column + 1]
        var score = max(up, left)
        var step = up >= left ? Step.up : Step.left
        var pairScore = none
        if newNumbers[column] == number {
          let alone = diagonalBest + weight
          let together =
            isNeighbour && isNewNeighbour[column] ? diagonalPaired + weight + Self.neighbourBonus : none
          let isTogether = together >= alone
          pairScore = isTogether ? together : alone
          if pairScore >= score {
            score = pairScore
            step = Step.pair
          }
          if isTogether { step |= Step.continued }
        }
        steps[base + column] = step
        best[column + 1] = score
        paired[column + 1] = pairScore
        diagonalBest = up
        diagonalPaired = upPaired
      }
    }
  }
}
