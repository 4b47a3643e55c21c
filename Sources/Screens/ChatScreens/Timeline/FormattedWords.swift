public import DraftEngine
import FormattedText
import TerminalScreen

/// The words of a message as they are drawn: without marks, and with signs before all rows of quotes, lists and code.
struct FormattedWords {
  private(set) var text: String
  /// Where the words do not look plain, in order and apart.
  private(set) var looks: [ShownText.Run]
  /// What in them leads somewhere, in order and apart.
  private(set) var spans: [MentionSpan]
  /// The first column at which the longest line of code is shown to its end; 0 while no code is cut.
  private(set) var lastCodeColumn = 0

  /// - Parameters:
  ///   - elements: the words.
  ///   - columns: those of a row.
  ///   - codeColumn: the first column shown of lines of code that are too long; nil: they go on in further rows.
  /// - Returns: nil if the words are plain.
  init?(_ elements: [MessageElement], _ text: String, columns: Int, codeColumn: Int? = nil) {
    guard let tree = Markdown.parse(text, elements: elements.linkRanges), tree.isFormatted else { return nil }
    let shown = ShownText(tree, mayOpen: WebAddress.isHarmless)
    self.text = shown.text
    looks = shown.runs
    spans = shown.spans(of: elements)
    fit(shown.margins, columns, codeColumn)
  }

  /// Breaks or cuts the lines that begin with signs, so that all of their rows do.
  private mutating func fit(_ margins: [ShownText.Margin], _ columns: Int, _ codeColumn: Int?) {
    var edits = RowEdits()
    let bytes = Array(text.utf8)
    let lastColumns = codeColumn == nil ? [] : Self.lastCodeColumns(margins, bytes, columns)
    lastCodeColumn = lastColumns.max() ?? 0
    for (index, margin) in margins.enumerated() {
      let room = columns - margin.further.reduce(0) { $0 + $1.text.unicodeScalars.count }
      let end = bytes[margin.end...].firstIndex(of: 0x0A) ?? bytes.count
      // No letter takes more columns than bytes, except a tab.
      let mayBeLong = end - margin.end > room || bytes[margin.end..<end].contains(0x09)
      guard room >= Self.leastRoom, mayBeLong || codeColumn != nil && margin.isCode else { continue }
      let line = String(decoding: bytes[margin.end..<end], as: UTF8.self)
      if margin.isCode, let codeColumn {
        Self.cut(line, at: margin.end, from: min(codeColumn, lastColumns[index]), room: room, &edits)
        continue
      }
      for start in TextRows(line, TextRows.Rule(columns: room, overhang: .max)).starts.dropFirst() {
        edits.breakRow(at: margin.end + start, margin.further)
      }
    }
    guard !edits.isEmpty else { return }
    (text, looks, spans) = edits.apply(to: bytes, looks, spans)
  }

  /// For each line the first column at which the longest line of its block of code is shown to its end, so that a block of
  /// short lines stays where it is.
  private static func lastCodeColumns(_ margins: [ShownText.Margin], _ bytes: [UInt8], _ columns: Int)
    -> [Int]
  {
    var last = [Int](repeating: 0, count: margins.count)
    var block: (lines: Range<Int>, last: Int) = (0..<0, 0)
    for (index, margin) in margins.enumerated() where margin.isCode {
      let room = columns - margin.further.reduce(0) { $0 + $1.text.unicodeScalars.count }
      let end = bytes[margin.end...].firstIndex(of: 0x0A) ?? bytes.count
      let line = String(decoding: bytes[margin.end..<end], as: UTF8.self)
      var width = 0
      TextRows(line, TextRows.Rule(columns: .max, overhang: 0)).walk(0) { _, column, glyphs in
        width = column + glyphs.width
        return true
      }
      // Between the lines of two blocks there are those of their frames.
      let isSameBlock =
        index > 0 && block.lines.upperBound == index
        && bytes[margins[index - 1].end..<margin.end].count { $0 == 0x0A } == 1
      if !isSameBlock {
        for line in block.lines { last[line] = block.last }
        block = (index..<index, 0)
      }
      block = (block.lines.lowerBound..<index + 1, max(block.last, width - room))
    }
    for line in block.lines { last[line] = block.last }
    return last
  }

  /// Leaves out what is beside the columns that are shown.
  private static func cut(_ line: String, at offset: Int, from first: Int, room: Int, _ edits: inout RowEdits)
  {
    var start = line.utf8.count
    var last = 0
    var isCut = false
    TextRows(line, TextRows.Rule(columns: .max, overhang: 0)).walk(0) { character, column, glyphs in
      let right = column + glyphs.width
      if column >= first { start = min(start, character.lowerBound) }
      if right <= first + room - 1 { last = character.upperBound }
      isCut = right > first + room
      return !isCut
    }
    if start > 0 { edits.leaveOut(offset..<offset + start, sign: "") }
    if isCut, max(start, last) < line.utf8.count {
      edits.leaveOut(offset + max(start, last)..<offset + line.utf8.count, sign: "…")
    }
  }

  /// With less room, all of a row is for words.
  private static let leastRoom = 8
}

extension [MessageElement] {
  /// What leads somewhere in the words as they are shown, in order.
  public var shownSpans: [MentionSpan] {
    let text = text
    guard let tree = Markdown.parse(text, elements: linkRanges), tree.isFormatted else {
      return spansWithAddresses
    }
    return ShownText(tree, mayOpen: WebAddress.isHarmless).spans(of: self)
  }

  /// The words without marks, with what is hidden in them covered.
  ///
  /// - Parameter limit: how many bytes are read of a longer text.
  public func words(upTo limit: Int = 4_096) -> String {
    // Most messages are one text, which may be long and is not joined.
    unmarked(upTo: limit).text
  }

  /// The same with how the words look.
  ///
  /// - Parameter limit: how many bytes are read of a longer text.
  func unmarked(upTo limit: Int = 4_096) -> UnmarkedText {
    if count == 1, case .plainText(let text) = self[0] { return Markdown.unmarked(text, upTo: limit) }
    return Markdown.unmarked(text, elements: linkRanges, upTo: limit)
  }

  /// The words as somebody typed them, without the backslashes of words that have no other marks.
  public var typed: [MessageElement] {
    MarkdownWriter.words(ofUnstyled: text, elements: linkRanges).map { moved(to: $0.bytes, $0.elements) }
      ?? self
  }

  /// What is sent to show the words as they are, whatever marks they seem to have.
  public var literal: [MessageElement] {
    let text = MarkdownWriter.text(showing: text, elements: linkRanges)
    return moved(to: text.bytes, text.elements)
  }

  /// The blocks of code in them, without their marks.
  public var codeBlocks: [String] { Markdown.codeBlocks(in: text, elements: linkRanges) }

  /// Whether some of them look otherwise than the rest.
  public var isStyled: Bool { Markdown.parse(text, elements: linkRanges)?.isStyled ?? false }

  /// Whether there is nothing but code.
  public var isOnlyCode: Bool {
    guard let tree = Markdown.parse(text, elements: linkRanges) else { return false }
    return tree.isOnlyCode
  }

  /// The same with the addresses of links whose words hide them, or that no program can open.
  var withHiddenAddresses: [MessageElement] {
    map { element in
      guard case .link(let text, .url(let address)) = element, text != address,
        WebAddress.openable(address) == nil || LinkWords.hide(address, text)
      else { return element }
      return .link(text: "\(text) (\(address))", target: .url(url: address))
    }
  }
}

extension ShownText {
  /// All that leads somewhere, in order and apart: elements, links, and addresses in words that are no code. An element in
  /// the words of a link is what it is elsewhere.
  func spans(of elements: [MessageElement]) -> [MentionSpan] {
    var spans = zip(self.elements, elements.compactMap(\.target)).map { MentionSpan($0, $1) }
      .filter { !$0.range.isEmpty }
    spans = spans.filling(
      links.compactMap { link in
        WebAddress.openable(link.address).map { MentionSpan(link.range, .url(url: $0)) }
      })
    var run = 0
    let addresses = AddressFinder.addresses(in: text).filter { found in
      while run < runs.count, runs[run].range.upperBound <= found.range.lowerBound { run += 1 }
      var next = run
      while next < runs.count, runs[next].range.lowerBound < found.range.upperBound {
        if runs[next].look.contains(.code) { return false }
        next += 1
      }
      return true
    }
    return spans.filling(addresses.map { $0 }, whole: true)
  }
}

extension [MentionSpan] {
  /// These with others where none of these is; all are in order and apart.
  ///
  /// - Parameter whole: whether one that overlaps one of these is left out as a whole.
  fileprivate func filling(_ others: [MentionSpan], whole: Bool = false) -> [MentionSpan] {
    var result: [MentionSpan] = []
    result.reserveCapacity(count + others.count)
    var next = 0
    for other in others {
      while next < count, self[next].range.upperBound <= other.range.lowerBound {
        result.append(self[next])
        next += 1
      }
      var place = other.range.lowerBound
      let isFree = next == count || self[next].range.lowerBound >= other.range.upperBound
      guard !whole || isFree else { continue }
      while next < count, self[next].range.lowerBound < other.range.upperBound {
        if place < self[next].range.lowerBound {
          result.append(MentionSpan(place..<self[next].range.lowerBound, other.target))
        }
        place = self[next].range.upperBound
        result.append(self[next])
        next += 1
      }
      if place < other.range.upperBound {
        result.append(MentionSpan(place..<other.range.upperBound, other.target))
      }
    }
    return result + self[next...]
  }
}

extension [ShownText.Run] {
  var hasSpoilers: Bool { contains { $0.look.contains(.spoiler) } }

  /// The styles of a row: those of words, laid under those of what leads somewhere.
  func styles(in row: Range<Int>, _ spans: [StyledSpan], _ plain: Style, _ theme: Theme) -> [StyledSpan] {
    var styles: [StyledSpan] = []
    var span = 0
    func add(_ range: Range<Int>, _ style: Style?) {
      var place = range.lowerBound
      while span < spans.count, spans[span].range.lowerBound < range.upperBound {
        let part = spans[span].range.clamped(to: place..<range.upperBound)
        if let style, place < part.lowerBound {
          styles.append(StyledSpan(range: place..<part.lowerBound, style: style))
        }
        let over = spans[span].style.adding(style?.attributes ?? [])
        if !part.isEmpty { styles.append(StyledSpan(range: part, style: over)) }
        place = part.upperBound
        guard spans[span].range.upperBound <= range.upperBound else { break }
        span += 1
      }
      if let style, place < range.upperBound {
        styles.append(StyledSpan(range: place..<range.upperBound, style: style))
      }
    }
    var place = row.lowerBound
    for run in self[partitioningIndex { $0.range.upperBound > row.lowerBound }...] {
      guard run.range.lowerBound < row.upperBound else { break }
      let range = run.range.clamped(to: row)
      if place < range.lowerBound { add(place..<range.lowerBound, nil) }
      if !range.isEmpty { add(range, theme.style(of: run, plain)) }
      place = range.upperBound
    }
    if place < row.upperBound { add(place..<row.upperBound, nil) }
    return styles
  }
}

extension Theme {
  /// How some words look.
  func style(of run: ShownText.Run, _ plain: Style) -> Style {
    let look = run.look
    var style = plain
    if look.contains(.quote) { style = quote.over(plain) }
    if look.contains(.sign) { style = quiet.over(plain) }
    if look.contains(.code) {
      style = run.code.map(color)?.over(plain) ?? (look.contains(.block) ? plain : code.over(plain))
    }
    if look.contains(.bold) { style = style.adding(.bold) }
    if look.contains(.italic) { style = style.adding(.italic) }
    if look.contains(.struck) { style = style.adding(.strikethrough) }
    return style
  }

  private func color(of kind: CodePiece.Kind) -> Style {
    switch kind {
    case .comment: codeComment
    case .string, .added: codeString
    case .escape, .number: codeNumber
    case .keyword: codeKeyword
    case .type, .meta, .hunk: codeType
    case .function: codeFunction
    case .removed: Style(error.foreground)
    }
  }
}

extension TextRows {
  /// A row with what is hidden in it covered, letter by letter, so that nothing moves when it is shown.
  func hidingSpoilers(_ row: Int, _ looks: [ShownText.Run], _ styled: StyledText) -> StyledText {
    var result = StyledText()
    result.reserveCapacity(styled.count)
    let cover = ("▒" as ScreenText).glyphs
    var next = 0
    walk(row) { character, _, glyphs in
      let look = looks.partitioningIndex { $0.range.upperBound > character.lowerBound }
      let isHidden =
        look < looks.count && looks[look].range.lowerBound <= character.lowerBound
        && looks[look].look.contains(.spoiler)
      for glyph in glyphs where next < styled.count {
        let style = styled.style(at: next)
        next += 1
        guard isHidden else {
          result.append(glyph, style)
          continue
        }
        // A wide letter takes two.
        for _ in 0..<glyph.width { for piece in cover { result.append(piece, style) } }
      }
      return next < styled.count
    }
    return result
  }
}
