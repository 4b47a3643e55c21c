/// Recognises the block markers at the beginning of a Markdown line, after those of the enclosing blocks.
struct BlockLine {
  let bytes: [UInt8]
  /// The first byte that is not consumed.
  var place: Int
  let end: Int

  var isBlank: Bool { firstWord == end }

  /// The end of the leading blanks.
  var firstWord: Int {
    var word = place
    while word < end, bytes[word].isBlank { word += 1 }
    return word
  }

  /// The width of the leading blanks; a tab counts as four.
  var indent: Int {
    var columns = 0
    for byte in bytes[place..<firstWord] { columns += byte == 0x09 ? 4 : 1 }
    return columns
  }

  /// Skips blanks until this many columns are passed; a tab counts as four.
  mutating func skipBlanks(atMost most: Int) {
    var columns = 0
    while place < end, bytes[place].isBlank, columns < most {
      columns += bytes[place] == 0x09 ? 4 : 1
      place += 1
    }
  }

  /// The position after `> `; nil if the line does not begin with it.
  ///
  /// - Parameter isOpen: whether the line would continue a quote; then no text has to follow.
  func endOfQuoteMark(isOpen: Bool) -> Int? {
    let mark = firstWord
    guard indent <= 3, mark < end, bytes[mark] == UInt8(ascii: ">") else { return nil }
    if mark + 1 < end, bytes[mark + 1] == 0x20 { return mark + 2 }
    return isOpen && mark + 1 == end ? end : nil
  }

  struct ListMark {
    /// The bullet or, after digits, the dot or the parenthesis.
    let sign: UInt8
    let number: Int?
    let range: Range<Int>
    /// The start of the text.
    let content: Int
  }

  /// The marker of a list item, if text follows it.
  var listMark: ListMark? {
    let start = firstWord
    guard start < end else { return nil }
    var place = start
    var number: Int?
    if bytes[place].isDigit {
      var value = 0
      while place < end, bytes[place].isDigit, place - start < 4 {
        value = value * 10 + Int(bytes[place] - 0x30)
        place += 1
      }
      // A longer number is a year.
      guard place - start <= 3, place < end, ".)".utf8.contains(bytes[place]) else { return nil }
      number = value
    } else if !"-*+".utf8.contains(bytes[place]) {
      return nil
    }
    let sign = bytes[place]
    place += 1
    let markEnd = place
    while place < end, bytes[place].isBlank { place += 1 }
    guard place > markEnd, place < end else { return nil }
    return ListMark(
      sign: sign, number: number, range: start..<markEnd, content: place - markEnd > 4 ? markEnd + 1 : place)
  }

  /// The sign of a rule: three or more of the same sign, and nothing else.
  var ruleSign: UInt8? {
    let start = firstWord
    guard indent <= 3, start < end, "-*_".utf8.contains(bytes[start]) else { return nil }
    var count = 0
    for byte in bytes[start..<end] where !byte.isBlank {
      guard byte == bytes[start] else { return nil }
      count += 1
    }
    return count >= 3 ? bytes[start] : nil
  }

  /// The level of a heading, and the range of its text.
  var heading: (level: Int, content: Range<Int>)? {
    let start = firstWord
    guard indent <= 3 else { return nil }
    var place = start
    while place < end, bytes[place] == UInt8(ascii: "#"), place - start < 7 { place += 1 }
    let level = place - start
    guard (1...6).contains(level), place < end, bytes[place].isBlank else { return nil }
    while place < end, bytes[place].isBlank { place += 1 }
    guard place < end else { return nil }
    var last = trimmed(place..<end)
    var closing = last
    while closing > place, bytes[closing - 1] == UInt8(ascii: "#") { closing -= 1 }
    if closing > place, bytes[closing - 1].isBlank { last = trimmed(place..<closing) }
    return (level, place..<last)
  }

  private func trimmed(_ range: Range<Int>) -> Int {
    var last = range.upperBound
    while last > range.lowerBound, bytes[last - 1].isBlank { last -= 1 }
    return last
  }

  struct Fence {
    let sign: UInt8
    let count: Int
    let indent: Int
    let language: Range<Int>
  }

  /// The code fence that the line opens, with at most a language name after it.
  var fence: Fence? {
    let start = firstWord
    guard let count = fenceCount else { return nil }
    let sign = bytes[start]
    let info = start + count..<end
    // A line like ```code``` is inline code, and an element must stay visible.
    guard sign == UInt8(ascii: "~") || !bytes[info].contains(sign), !bytes[info].contains(0xFF) else {
      return nil
    }
    var first = info.lowerBound
    while first < end, bytes[first].isBlank { first += 1 }
    var last = first
    while last < end, !bytes[last].isBlank { last += 1 }
    // Text beyond a language name would be invisible, so the line is ordinary text.
    guard last - first <= 32, bytes[last..<end].allSatisfy(\.isBlank),
      bytes[first..<last].allSatisfy({ $0.isLetter || $0.isDigit || "+#_.-,".utf8.contains($0) })
    else { return nil }
    return Fence(sign: sign, count: count, indent: indent, language: first..<last)
  }

  /// Whether the line closes the code of a fence.
  func closes(_ fence: Fence) -> Bool {
    let start = firstWord
    guard let count = fenceCount, bytes[start] == fence.sign, count >= fence.count else { return false }
    return bytes[(start + count)..<end].allSatisfy(\.isBlank)
  }

  /// The length of a run of at least three backticks or tildes at the start.
  private var fenceCount: Int? {
    let start = firstWord
    guard indent <= 3, start + 2 < end, bytes[start] == UInt8(ascii: "`") || bytes[start] == UInt8(ascii: "~")
    else { return nil }
    var last = start
    while last < end, bytes[last] == bytes[start] { last += 1 }
    return last - start >= 3 ? last - start : nil
  }
}
