/// A line of a table: cells between bars.
struct TableLine {
  /// The alignment of a column; `natural` if the table gives none.
  enum Alignment: Hashable, Sendable { case natural, left, right, middle }

  /// The texts of the cells, without the blanks around them; none if there is no bar.
  private(set) var cells: [Range<Int>] = []

  private let bytes: [UInt8]
  private let end: Int
  private var place: Int
  /// The lengths of backtick runs that are not closed in this line. Each is searched for only once, which keeps the time linear.
  private var openTicks: Set<Int> = []
  private var hasOpenSpoiler = false

  /// - Parameters:
  ///   - bytes: the text, with 0xFF in place of elements.
  ///   - line: the range of the line.
  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.bytes = bytes
    end = line.upperBound
    place = line.lowerBound
    read()
  }

  private mutating func read() {
    while place < end, bytes[place].isBlank { place += 1 }
    var hasBar = false
    if place < end, bytes[place] == Self.bar {
      hasBar = true
      place += 1
    }
    var start = place
    while place < end {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "`"): skipCode()
      case Self.bar:
        if skipSpoiler() { continue }
        hasBar = true
        cells.append(trimmed(start..<place))
        place += 1
        start = place
      default: place += 1
      }
    }
    guard hasBar else { return cells = [] }
    let rest = trimmed(min(start, end)..<end)
    if !rest.isEmpty || cells.isEmpty { cells.append(rest) }
  }

  private static let bar = UInt8(ascii: "|")

  /// Skips code, in which a bar is text, or a run of backticks that begins no code.
  private mutating func skipCode() {
    let start = place
    while place < end, bytes[place] == UInt8(ascii: "`") { place += 1 }
    let length = place - start
    guard length <= 32, !openTicks.contains(length) else { return }
    var next = place
    while next < end {
      guard bytes[next] == UInt8(ascii: "`") else {
        next += 1
        continue
      }
      let run = next
      while next < end, bytes[next] == UInt8(ascii: "`") { next += 1 }
      if next - run == length { return place = next }
    }
    openTicks.insert(length)
  }

  /// Skips hidden text; two bars that begin no hidden text are an empty cell.
  private mutating func skipSpoiler() -> Bool {
    guard !hasOpenSpoiler, isPair(place), place + 2 < end, !bytes[place + 2].isBlank,
      bytes[place + 2] != Self.bar
    else { return false }
    var next = place + 3
    while next < end {
      if isPair(next), !bytes[next - 1].isBlank {
        place = next + 2
        return true
      }
      next += 1
    }
    hasOpenSpoiler = true
    return false
  }

  private func isPair(_ place: Int) -> Bool {
    place + 1 < end && bytes[place] == Self.bar && bytes[place + 1] == Self.bar
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (first, last) = (range.lowerBound, range.upperBound)
    while first < last, bytes[first].isBlank { first += 1 }
    while last > first, bytes[last - 1].isBlank { last -= 1 }
    return first..<last
  }
}

extension TableLine {
  /// The alignments of the columns in the line below a header; nil for any other line.
  static func alignments(_ bytes: [UInt8], _ line: Range<Int>) -> [Alignment]? {
    guard isRule(bytes, at: line.lowerBound, before: line.upperBound) else { return nil }
    var alignments: [Alignment] = []
    for cell in TableLine(bytes, line).cells {
      let dashes = bytes[cell].drop { $0 == UInt8(ascii: ":") }.prefix { $0 == UInt8(ascii: "-") }
      let before = dashes.startIndex - cell.lowerBound
      let after = cell.upperBound - dashes.endIndex
      guard !dashes.isEmpty, before <= 1, after <= 1,
        after == 0 || bytes[cell.upperBound - 1] == UInt8(ascii: ":")
      else { return nil }
      alignments.append(
        before == 0 ? (after == 0 ? .natural : .right) : after == 0 ? .left : .middle)
    }
    return alignments.isEmpty ? nil : alignments
  }

  /// Whether a line may be the one below a header: it has a bar and a dash, and nothing else but colons and blanks.
  static func isRule(_ bytes: [UInt8], at start: Int, before end: Int) -> Bool {
    var (hasBar, hasDash) = (false, false)
    for byte in bytes[start..<end] {
      switch byte {
      case bar: hasBar = true
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: ":"): break
      case 0x0A: return hasBar && hasDash
      default: if !byte.isBlank { return false }
      }
    }
    return hasBar && hasDash
  }

  /// The line below a header, for columns with these alignments.
  static func rule(_ alignments: [Alignment]) -> [UInt8] {
    let marks = alignments.map { alignment in
      switch alignment {
      case .natural: "---"
      case .left: ":--"
      case .right: "--:"
      case .middle: ":-:"
      }
    }
    return Array("| \(marks.joined(separator: " | ")) |".utf8)
  }
}
