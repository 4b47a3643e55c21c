import DraftEngine

/// A draft the slow and obvious way, for the engine to agree with.
///
/// The text is a row of scalars, and each of them knows which mention it belongs to. A mention is there for as long
/// as all of its scalars are, side by side with none between them, and a Character begins at the first one and ends at
/// the last one. What Characters there are, the standard library says of the whole text.
struct ReferenceDraft {
  struct Cell {
    var scalar: Unicode.Scalar
    var mention: Int?
  }

  /// A mention and the cells it has.
  struct Run: Equatable {
    var mention: Int
    var cells: Range<Int>
  }

  private(set) var cells: [Cell] = []
  /// What each mention that ever was stands for.
  private var targets: [MentionTarget] = []
  private(set) var revision = 0
  /// The text of the cells, and where in its bytes each cell and each Character begins; the end counts as well.
  private(set) var text = ""
  private(set) var cellOffsets = [0]
  private(set) var boundaries = [0]

  init(elements: [MessageElement]) {
    for element in elements {
      let mention = element.target.map { newMention($0) }
      cells += element.text.unicodeScalars.map { Cell(scalar: $0, mention: mention) }
    }
    measure()
    for run in runs where !standsOnCharacters(run.cells) { untag(run.mention) }
  }

  var count: Int { boundaries.count - 1 }
  var utf8Count: Int { text.utf8.count }
  var spans: [MentionSpan] { runs.map(span) }

  var mentions: [Mention] {
    spans.map { span in
      let offset = characters(before: span.range.lowerBound)
      let end = characters(before: span.range.upperBound)
      return Mention(offset: offset, length: end - offset, target: span.target)
    }
  }

  /// The mentions in text order, with their cells.
  var runs: [Run] {
    var result: [Run] = []
    for (index, cell) in cells.enumerated() {
      guard let mention = cell.mention else { continue }
      if let last = result.last, last.mention == mention, last.cells.upperBound == index {
        result[result.count - 1].cells = last.cells.lowerBound..<(index + 1)
      } else {
        result.append(Run(mention: mention, cells: index..<(index + 1)))
      }
    }
    return result
  }

  func span(of run: Run) -> MentionSpan {
    MentionSpan(
      cellOffsets[run.cells.lowerBound]..<cellOffsets[run.cells.upperBound], targets[run.mention])
  }

  /// How many Characters end at or before an offset.
  func characters(before utf8Offset: Int) -> Int {
    var count = 0
    while count + 1 < boundaries.count, boundaries[count + 1] <= utf8Offset { count += 1 }
    return count
  }

  func standsOnCharacters(_ range: Range<Int>) -> Bool {
    boundaries.contains(cellOffsets[range.lowerBound]) && boundaries.contains(cellOffsets[range.upperBound])
  }

  // MARK: What edits are made of

  /// Puts other scalars in the place of some cells; each range counts the cells before the edit.
  mutating func replace(_ changes: [(cells: Range<Int>, text: String)]) {
    var result: [Cell] = []
    var end = 0
    for change in changes {
      result += cells[end..<change.cells.lowerBound]
      result += change.text.unicodeScalars.map { Cell(scalar: $0, mention: nil) }
      end = change.cells.upperBound
    }
    result += cells[end...]
    cells = result
    measure()
  }

  /// Takes away the mentions that are not whole any more.
  mutating func dropBroken(of before: [Run]) {
    let now = runs
    for run in before {
      let left = now.filter { $0.mention == run.mention }
      if left.count == 1, left[0].cells.count == run.cells.count, standsOnCharacters(left[0].cells) {
        continue
      }
      untag(run.mention)
    }
  }

  mutating func tag(_ range: Range<Int>, _ target: MentionTarget) {
    let mention = newMention(target)
    for index in range { cells[index].mention = mention }
  }

  mutating func untag(_ mention: Int) {
    for index in cells.indices where cells[index].mention == mention { cells[index].mention = nil }
  }

  mutating func countEdit() { revision += 1 }

  private mutating func newMention(_ target: MentionTarget) -> Int {
    targets.append(target)
    return targets.count - 1
  }

  private mutating func measure() {
    var scalars = String.UnicodeScalarView()
    cellOffsets = [0]
    var length = 0
    for cell in cells {
      scalars.append(cell.scalar)
      length += UTF8.width(cell.scalar)
      cellOffsets.append(length)
    }
    text = String(scalars)
    boundaries = [0]
    var index = text.startIndex
    while index < text.endIndex {
      index = text.index(after: index)
      boundaries.append(text.utf8.distance(from: text.startIndex, to: index))
    }
  }
}
