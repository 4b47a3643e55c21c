/// Pairs the words of two texts in order.
struct TokenAlignment {
  private let old: Tokens
  private let new: Tokens
  /// The new word that each old one became, or -1.
  private(set) var partners: [Int]
  private var occurrences: Occurrences
  private var work = Self.workLimit

  /// The total number of grid cells that may be computed, so that no pair of texts takes long.
  private static let workLimit = 1 << 20

  init(old: Tokens, new: Tokens, vocabularySize: Int) {
    self.old = old
    self.new = new
    partners = Array(repeating: -1, count: old.count)
    occurrences = Occurrences(vocabularySize: vocabularySize)
  }

  /// Pairs common ends and words that occur once on each side. For lines and passages, this is sufficient.
  ///
  /// - Returns: the words that occur once on each side but in another order, sorted by their old places.
  mutating func alignUnique(_ range: ChangedRange) -> [TokenPair] {
    let middle = pairEnds(range)
    let pairs = occurrences.unique(in: middle, old: old, new: new)
    for pair in pairs.longestAscending { partners[pair.old] = pair.new }
    return pairs.filter { partners[$0.old] < 0 }
  }

  /// Pairs the words of one stretch as well as the work limit allows.
  mutating func align(_ range: ChangedRange) {
    var open = [range]
    while let next = open.popLast() {
      let middle = pairEnds(next)
      guard !middle.old.isEmpty, !middle.new.isEmpty else { continue }
      let shared = occurrences.shared(in: middle, old: old, new: new)
      if shared.old.isEmpty { continue }
      let cells = shared.old.count * shared.new.count
      if cells <= TokenGrid.sizeLimit, cells <= work {
        work -= cells
        var grid = TokenGrid(shared)
        for pair in grid.bestPairs(old: old, new: new) { partners[pair.old] = pair.new }
        continue
      }
      open += split(middle)
    }
  }

  /// Removes the pairing of an old word.
  mutating func unpair(_ index: Int) { partners[index] = -1 }

  /// Removes the pairings next to unpaired words.
  mutating func unpairBesideGaps() {
    let paired = partners
    for index in paired.indices where paired[index] >= 0 {
      let isBehindGap = index > 0 && (paired[index - 1] < 0 || paired[index - 1] + 1 != paired[index])
      let next = index + 1 < paired.count ? paired[index + 1] : new.count
      if isBehindGap || next != paired[index] + 1 || index == 0 && paired[0] > 0 { partners[index] = -1 }
    }
  }

  /// The stretches of text between the paired words.
  ///
  /// - Parameter tokens: the indices of the old words in that text.
  func gaps(in range: ChangedRange, tokens: Range<Int>) -> [ChangedRange] {
    var result: [ChangedRange] = []
    var oldEnd = range.old.lowerBound
    var newEnd = range.new.lowerBound
    for index in tokens {
      let partner = partners[index]
      if partner < 0 { continue }
      if old.starts[index] > oldEnd || new.starts[partner] > newEnd {
        result.append(ChangedRange(old: oldEnd..<old.starts[index], new: newEnd..<new.starts[partner]))
      }
      oldEnd = old.ends[index]
      newEnd = new.ends[partner]
    }
    if oldEnd < range.old.upperBound || newEnd < range.new.upperBound {
      result.append(ChangedRange(old: oldEnd..<range.old.upperBound, new: newEnd..<range.new.upperBound))
    }
    return result
  }

  private mutating func pairEnds(_ range: ChangedRange) -> ChangedRange {
    var oldRange = range.old
    var newRange = range.new
    while !oldRange.isEmpty, !newRange.isEmpty,
      old.numbers[oldRange.lowerBound] == new.numbers[newRange.lowerBound]
    {
      partners[oldRange.lowerBound] = newRange.lowerBound
      oldRange = (oldRange.lowerBound + 1)..<oldRange.upperBound
      newRange = (newRange.lowerBound + 1)..<newRange.upperBound
    }
    while !oldRange.isEmpty, !newRange.isEmpty,
      old.numbers[oldRange.upperBound - 1] == new.numbers[newRange.upperBound - 1]
    {
      partners[oldRange.upperBound - 1] = newRange.upperBound - 1
      oldRange = oldRange.lowerBound..<(oldRange.upperBound - 1)
      newRange = newRange.lowerBound..<(newRange.upperBound - 1)
    }
    return ChangedRange(old: oldRange, new: newRange)
  }

  /// Splits a stretch that is too large for the grid at its anchors.
  private mutating func split(_ range: ChangedRange) -> [ChangedRange] {
    let anchors = anchors(in: range)
    work -= range.old.count + range.new.count
    guard !anchors.isEmpty, work > 0 else { return [] }
    var parts: [ChangedRange] = []
    var oldEnd = range.old.lowerBound
    var newEnd = range.new.lowerBound
    for anchor in anchors {
      partners[anchor.old] = anchor.new
      parts.append(ChangedRange(old: oldEnd..<anchor.old, new: newEnd..<anchor.new))
      oldEnd = anchor.old + 1
      newEnd = anchor.new + 1
    }
    parts.append(ChangedRange(old: oldEnd..<range.old.upperBound, new: newEnd..<range.new.upperBound))
    return parts
  }

  /// Words that occur once on each side, in the longest common order. In a long text a rare word can match by chance, so it
  /// counts only if a neighbour matches too.
  private mutating func anchors(in range: ChangedRange) -> [TokenPair] {
    var pairs = occurrences.unique(in: range, old: old, new: new)
    pairs.removeAll { pair in
      let before = pair.old > range.old.lowerBound && pair.new > range.new.lowerBound
      let after = pair.old + 1 < range.old.upperBound && pair.new + 1 < range.new.upperBound
      return !(before && old.numbers[pair.old - 1] == new.numbers[pair.new - 1])
        && !(after && old.numbers[pair.old + 1] == new.numbers[pair.new + 1])
    }
    return pairs.longestAscending
  }
}

/// Finds the pairs of words with the highest total weight, and prefers pairs that are neighbours in both texts.
struct TokenGrid {
  /// The maximum number of cells; a larger stretch is first split at its anchors.
  static let sizeLimit = 1 << 17

  private static let neighbourBonus: Int32 = 4

  private enum Step {
    static let up: UInt8 = 0
    static let left: UInt8 = 1
    static let pair: UInt8 = 2
    static let direction: UInt8 = 0b011
    /// Set if the best pair in this cell continues the pair in the previous cell, in both texts.
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

/// An old word and the new one it became, by their indices.
struct TokenPair {
  var old: Int
  var new: Int
}

/// The words of a stretch that occur on both sides.
struct SharedTokens {
  var old: [Int] = []
  var new: [Int] = []
}

/// Counts the words of a stretch on both sides.
struct Occurrences {
  private var oldCounts: [Int32]
  private var newCounts: [Int32]
  private var newPlaces: [Int32]

  init(vocabularySize: Int) {
    oldCounts = Array(repeating: 0, count: vocabularySize)
    newCounts = oldCounts
    newPlaces = oldCounts
  }

  mutating func shared(in range: ChangedRange, old: Tokens, new: Tokens) -> SharedTokens {
    count(range, old, new)
    var result = SharedTokens()
    for index in range.old where newCounts[Int(old.numbers[index])] > 0 { result.old.append(index) }
    for index in range.new where oldCounts[Int(new.numbers[index])] > 0 { result.new.append(index) }
    forget(range, old, new)
    return result
  }

  /// The words that occur exactly once on each side, in the order of the old text.
  mutating func unique(in range: ChangedRange, old: Tokens, new: Tokens) -> [TokenPair] {
    count(range, old, new)
    var result: [TokenPair] = []
    for index in range.old {
      let number = Int(old.numbers[index])
      if oldCounts[number] == 1, newCounts[number] == 1 {
        result.append(TokenPair(old: index, new: Int(newPlaces[number])))
      }
    }
    forget(range, old, new)
    return result
  }

  private mutating func count(_ range: ChangedRange, _ old: Tokens, _ new: Tokens) {
    for index in range.old { oldCounts[Int(old.numbers[index])] += 1 }
    for index in range.new {
      newCounts[Int(new.numbers[index])] += 1
      newPlaces[Int(new.numbers[index])] = Int32(index)
    }
  }

  private mutating func forget(_ range: ChangedRange, _ old: Tokens, _ new: Tokens) {
    for index in range.old { oldCounts[Int(old.numbers[index])] = 0 }
    for index in range.new { newCounts[Int(new.numbers[index])] = 0 }
  }
}

extension [TokenPair] {
  /// The longest subsequence of pairs whose new places ascend too; the old places already do.
  var longestAscending: [TokenPair] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let place = tails.partitioningIndex { self[$0].new >= self[index].new }
      if place > 0 { previous[index] = tails[place - 1] }
      if place == tails.count { tails.append(index) } else { tails[place] = index }
    }
    var result: [TokenPair] = []
    var index = tails.last ?? -1
    while index >= 0 {
      result.append(self[index])
      index = previous[index]
    }
    return result.reversed()
  }
}
