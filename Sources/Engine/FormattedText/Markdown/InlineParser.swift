/// Parses the text of one block: finds marks, pairs them, and adds nodes to a tree.
///
/// Takes time linear in the length of the block, for any input.
struct InlineParser {
  /// A range in which marks have no effect: code, an address, an escaped Character.
  private struct Piece {
    let kind: TextNode.Kind
    let range: Range<Int>
    let content: Range<Int>
  }

  private struct Bracket {
    let place: Int
    let firstRun: Int
  }

  /// A line end in the block, and the start of the next line's text.
  struct LineBreak {
    let newline: Int
    let next: Int
  }

  /// Styles nested more deeply are treated as text.
  static let deepest = 32
  /// A longer run of backticks is treated as text.
  private static let longestTicks = 32

  let bytes: [UInt8]
  let elements: [Range<Int>]
  private var pieces: [Piece] = []
  private var spans: [MarkedSpan] = []
  private var brackets: [Bracket] = []
  private var runs = DelimiterRuns()
  private var block = 0..<0
  private var breaks: [LineBreak] = []
  private var nextBreak = 0
  private var nextElement = 0
  /// For each run length, the last known position of a run of backticks.
  private var lastTicks = [Int](repeating: -1, count: longestTicks + 1)
  private var knowsTicks = false
  private var ownSteps = 0

  /// The number of steps taken, for tests.
  var steps: Int { ownSteps + runs.steps }

  /// - Parameters:
  ///   - bytes: the text, with 0xFF in place of elements.
  ///   - elements: the ranges of the elements.
  init(_ bytes: [UInt8], elements: [Range<Int>]) {
    self.bytes = bytes
    self.elements = elements
  }

  /// Adds the text of a block, which must come after that of the previous block.
  mutating func add(_ block: Range<Int>, breaks: [LineBreak] = [], to tree: inout TextTree) {
    self.block = block
    self.breaks = breaks
    nextBreak = 0
    pieces.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    runs.removeAll()
    knowsTicks = false
    scan()
    runs.pair(from: 0, into: &spans)
    spans.sort { $0.open.lowerBound < $1.open.lowerBound }
    emit(to: &tree)
  }

  /// Adds the text and elements of a code block.
  mutating func addCode(_ range: Range<Int>, to tree: inout TextTree) {
    breaks = []
    nextBreak = 0
    addWords(range, to: &tree)
  }

  private mutating func scan() {
    var place = block.lowerBound
    var line = 0
    while place < block.upperBound {
      ownSteps += 1
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\\"): escape(&place)
      case UInt8(ascii: "`"): code(&place)
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"): run(&place)
      case UInt8(ascii: "["):
        brackets.append(Bracket(place: place, firstRun: runs.count))
        place += 1
      case UInt8(ascii: "]"): closeBracket(&place)
      case UInt8(ascii: "<"):
        if let content = AddressScanner.bracketed(at: place, in: bytes, to: block.upperBound) {
          pieces.append(Piece(kind: .address, range: place..<content.upperBound + 1, content: content))
          ownSteps += content.count
          place = content.upperBound + 1
        } else {
          place += 1
        }
      case UInt8(ascii: "h"), UInt8(ascii: "H"):
        if let end = AddressScanner.end(
          ofAddressAt: place, in: bytes, from: block.lowerBound, to: block.upperBound)
        {
          pieces.append(Piece(kind: .address, range: place..<end, content: place..<end))
          ownSteps += end - place
          place = end
        } else {
          place += 1
        }
      case 0x0A:
        // Skips the line ends inside inline code.
        while breaks[line].newline < place { line += 1 }
        place = breaks[line].next
      default: place += 1
      }
    }
  }

  private mutating func escape(_ place: inout Int) {
    let backslash = place
    place += 1
    guard place < block.upperBound, Self.canBeEscaped(bytes[place]) else { return }
    place += 1
    // The arm of ¯\_(ツ)_/¯ is not an escape.
    if bytes[backslash + 1] == UInt8(ascii: "_"), backslash >= block.lowerBound + 2,
      bytes[backslash - 2] == 0xC2, bytes[backslash - 1] == 0xAF
    {
      return
    }
    pieces.append(Piece(kind: .escape, range: backslash..<place, content: backslash + 1..<place))
  }

  /// Whether a backslash before the byte makes it plain text.
  static func canBeEscaped(_ byte: UInt8) -> Bool { "\\`*_~|[]()#<>-+.!".utf8.contains(byte) }

  private func length(ofRunAt place: Int) -> Int {
    var end = place + 1
    while end < block.upperBound, bytes[end] == bytes[place] { end += 1 }
    return end - place
  }

  private mutating func run(_ place: inout Int) {
    let length = length(ofRunAt: place)
    let range = place..<place + length
    let byte = bytes[place]
    place += length
    ownSteps += length
    if byte == UInt8(ascii: "~") || byte == UInt8(ascii: "|") {
      guard length == 2 else { return }
    } else if UnmarkedRun.holds(range, in: bytes, block: block) {
      return
    }
    runs.add(range, in: bytes, block: block)
  }

  private mutating func code(_ place: inout Int) {
    let length = length(ofRunAt: place)
    ownSteps += length
    let start = place + length
    place = start
    guard length <= Self.longestTicks, let close = closingTicks(length, from: start) else { return }
    var content = start..<close
    // One blank on each side separates backticks from the code, unless the code is all blanks.
    if content.count > 1, isCodeBlank(bytes[content.lowerBound]), isCodeBlank(bytes[content.upperBound - 1]),
      content.contains(where: { !isCodeBlank(bytes[$0]) })
    {
      if bytes[content.lowerBound] == 0x20 { content = content.lowerBound + 1..<content.upperBound }
      if bytes[content.upperBound - 1] == 0x20 { content = content.lowerBound..<content.upperBound - 1 }
    }
    pieces.append(Piece(kind: .code, range: start - length..<close + length, content: content))
    place = close + length
  }

  private func isCodeBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  /// The start of the run of the same length that closes the code.
  private mutating func closingTicks(_ length: Int, from start: Int) -> Int? {
    if !knowsTicks { findTicks(from: start) }
    guard lastTicks[length] >= start else { return nil }
    var place = start
    while let run = nextTicks(from: place) {
      if run.count == length { return run.lowerBound }
      place = run.upperBound
    }
    return nil
  }

  /// Records all runs in the rest of the block, so that no search for a closing run is repeated.
  private mutating func findTicks(from start: Int) {
    knowsTicks = true
    for length in lastTicks.indices { lastTicks[length] = -1 }
    var place = start
    while let run = nextTicks(from: place) {
      if run.count <= Self.longestTicks { lastTicks[run.count] = run.lowerBound }
      place = run.upperBound
    }
  }

  private mutating func nextTicks(from start: Int) -> Range<Int>? {
    var place = start
    while place < block.upperBound, bytes[place] != UInt8(ascii: "`") { place += 1 }
    ownSteps += place - start + 1
    return place < block.upperBound ? place..<place + length(ofRunAt: place) : nil
  }

  private mutating func closeBracket(_ place: inout Int) {
    let close = place
    place += 1
    guard let bracket = brackets.popLast() else { return }
    guard close > bracket.place + 1 else { return }
    ownSteps += 1
    guard let address = AddressScanner.linked(at: close + 1, in: bytes, to: block.upperBound) else { return }
    // Marks inside a link pair with each other, and a link contains no other link.
    runs.pair(from: bracket.firstRun, into: &spans)
    brackets.removeAll(keepingCapacity: true)
    place = address.upperBound + 1
    ownSteps += address.count
    guard spans.count < DelimiterRuns.mostSpans else { return }
    spans.append(
      MarkedSpan(kind: .link(address: address), open: bracket.place..<bracket.place + 1, close: close..<place)
    )
  }
}

extension InlineParser {
  private mutating func emit(to tree: inout TextTree) {
    var open: [(node: Int, close: Range<Int>)] = []
    var place = block.lowerBound
    var piece = 0
    var span = 0
    while true {
      let nextClose = open.last?.close.lowerBound ?? .max
      let nextPiece = piece < pieces.count ? pieces[piece].range.lowerBound : .max
      let nextSpan = span < spans.count ? spans[span].open.lowerBound : .max
      let next = min(nextClose, nextPiece, nextSpan)
      guard next != .max else { break }
      addWords(place..<next, to: &tree)
      if next == nextClose, let last = open.popLast() {
        tree.close(last.node)
        place = last.close.upperBound
      } else if next == nextPiece {
        addPiece(pieces[piece], to: &tree)
        place = pieces[piece].range.upperBound
        piece += 1
      } else {
        place = next
        let marked = spans[span]
        span += 1
        // Marks nested too deeply are text.
        guard open.count < Self.deepest else { continue }
        let node = tree.open(
          marked.kind, marked.open.lowerBound..<marked.close.upperBound,
          content: marked.open.upperBound..<marked.close.lowerBound)
        open.append((node, marked.close))
        place = marked.open.upperBound
      }
    }
    addWords(place..<block.upperBound, to: &tree)
  }

  private mutating func addPiece(_ piece: Piece, to tree: inout TextTree) {
    let node = tree.open(piece.kind, piece.range, content: piece.content)
    guard piece.kind == .code else { return }
    addWords(piece.content, to: &tree)
    tree.close(node)
  }

  /// Adds text with its elements and line ends.
  private mutating func addWords(_ range: Range<Int>, to tree: inout TextTree) {
    var place = range.lowerBound
    while place < range.upperBound {
      while nextElement < elements.count, elements[nextElement].lowerBound < place { nextElement += 1 }
      while nextBreak < breaks.count, breaks[nextBreak].newline < place { nextBreak += 1 }
      let element = nextElement < elements.count ? elements[nextElement].lowerBound : .max
      let newline = nextBreak < breaks.count ? breaks[nextBreak].newline : .max
      let next = min(element, newline, range.upperBound)
      tree.leaf(.words, place..<next)
      place = next
      guard next < range.upperBound else { return }
      if next == newline {
        tree.leaf(.lineBreak, newline..<newline + 1)
        place = min(breaks[nextBreak].next, range.upperBound)
        tree.leaf(.layout, newline + 1..<place)
        nextBreak += 1
      } else {
        tree.leaf(.element(index: nextElement), elements[nextElement])
        place = elements[nextElement].upperBound
        nextElement += 1
      }
    }
  }
}
