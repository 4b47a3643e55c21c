/// What a line of Markdown begins with, behind what it shares with the blocks around it.
struct BlockLine {
  let bytes: [UInt8]
  /// The first byte that is not used.
  var place: Int
  let end: Int

  var isBlank: Bool { firstWord == end }

  /// Where the blanks end.
  var firstWord: Int {
    var word = place
    while word < end, bytes[word].isBlank { word += 1 }
    return word
  }

  /// The blanks in front; a tab is four.
  var indent: Int {
    var columns = 0
    for byte in bytes[place..<firstWord] { columns += byte == 0x09 ? 4 : 1 }
    return columns
  }

  /// Passes over so many blanks, if there are so many.
  mutating func skipBlanks(atMost most: Int) {
    var columns = 0
    while place < end, bytes[place].isBlank, columns < most {
      columns += bytes[place] == 0x09 ? 4 : 1
      place += 1
    }
  }

  /// Behind `> `; nil if the line does not begin with it.
  ///
  /// - Parameter isOpen: whether the line would go on with a quote: then nothing needs to follow.
  func endOfQuoteMark(isOpen: Bool) -> Int? {
    let mark = firstWord
    guard indent <= 3, mark < end, bytes[mark] == UInt8(ascii: ">") else { return nil }
    if mark + 1 < end, bytes[mark + 1] == 0x20 { return mark + 2 }
    return isOpen && mark + 1 == end ? end : nil
  }

  struct ListMark {
    /// The sign or, behind numbers, the dot or the parenthesis.
    let sign: UInt8
    let number: Int?
    let range: Range<Int>
    /// Where the words begin.
    let content: Int
  }

  /// The mark of an item, if words follow it.
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
      // More digits are a year.
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

  /// Three or more of the same sign, and nothing else.
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

  /// The level of a heading, and where its words are.
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

  /// The line that begins code; the same rule as that of the symbols in a draft.
  var fence: Fence? {
    let start = firstWord
    guard let count = fenceCount else { return nil }
    let sign = bytes[start]
    let info = start + count..<end
    // A line like ```code``` is code among words; and an element is never out of sight.
    guard sign == UInt8(ascii: "~") || !bytes[info].contains(sign), !bytes[info].contains(0xFF) else {
      return nil
    }
    var first = info.lowerBound
    while first < end, bytes[first].isBlank { first += 1 }
    var last = first
    while last < end, !bytes[last].isBlank { last += 1 }
    // What is more than a name would be out of sight, so the line is words.
    guard last - first <= 32, bytes[last..<end].allSatisfy(\.isBlank),
      bytes[first..<last].allSatisfy({ $0.isLetter || $0.isDigit || "+#_.-,".utf8.contains($0) })
    else { return nil }
    return Fence(sign: sign, count: count, indent: indent, language: first..<last)
  }

  /// Whether the line ends the code that a fence began.
  func closes(_ fence: Fence) -> Bool {
    let start = firstWord
    guard let count = fenceCount, bytes[start] == fence.sign, count >= fence.count else { return false }
    return bytes[(start + count)..<end].allSatisfy(\.isBlank)
  }

  /// The length of a run of at least three backticks or tildes in front.
  private var fenceCount: Int? {
    let start = firstWord
    guard indent <= 3, start + 2 < end, bytes[start] == UInt8(ascii: "`") || bytes[start] == UInt8(ascii: "~")
    else { return nil }
    var last = start
    while last < end, bytes[last] == bytes[start] { last += 1 }
    return last - start >= 3 ? last - start : nil
  }
}
