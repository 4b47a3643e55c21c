import DraftEngine
import FormattedText
import TerminalScreen

extension [MessageElement] {
  /// The words as their marks say; nil if they are plain.
  ///
  /// - Parameter text: all words.
  func formatted(_ text: String) -> ShownText? {
    var elements: [Range<Int>] = []
    var start = 0
    for element in self {
      let end = start + element.text.utf8.count
      if element.target != nil { elements.append(start..<end) }
      start = end
    }
    guard let tree = Markdown.parse(text, elements: elements), tree.isFormatted else { return nil }
    return ShownText(tree)
  }
}

extension ShownText {
  /// All that leads somewhere, in order and apart: elements, links, and addresses in words that are no code.
  func spans(of elements: [MessageElement]) -> [MentionSpan] {
    var spans = zip(self.elements, elements.compactMap(\.target)).map { MentionSpan($0, $1) }
    for link in links {
      guard let address = WebAddress.openable(link.address) else { continue }
      spans.append(MentionSpan(link.range, .url(url: address)))
    }
    let code = runs.filter { $0.look.contains(.code) }.map(\.range)
    spans += AddressFinder.addresses(in: text).filter { found in
      !code.contains { $0.overlaps(found.range) }
    }
    spans.sort { $0.range.lowerBound < $1.range.lowerBound }
    var last = 0
    return spans.filter { span in
      guard span.range.lowerBound >= last, !span.range.isEmpty else { return false }
      last = span.range.upperBound
      return true
    }
  }
}

extension [ShownText.Run] {
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
  fileprivate func style(of run: ShownText.Run, _ plain: Style) -> Style {
    let look = run.look
    var style = plain
    if look.contains(.quote) { style = quote.over(plain) }
    if look.contains(.sign) { style = quiet.over(plain) }
    if look.contains(.code) {
      style = run.code.map(color)?.over(plain) ?? (look.contains(.block) ? plain : thread.over(plain))
    }
    if look.contains(.bold) { style = style.adding(.bold) }
    if look.contains(.italic) { style = style.adding(.italic) }
    if look.contains(.struck) { style = style.adding(.strikethrough) }
    return style
  }

  private func color(of kind: CodePiece.Kind) -> Style {
    switch kind {
    case .comment: quote
    case .string, .added: good
    case .escape, .number: warning
    case .keyword: marker
    case .type, .meta, .hunk: thread
    case .function: Style(link.foreground)
    case .removed: Style(error.foreground)
    }
  }
}

extension TextRows {
  /// A row with what is hidden in it covered, letter by letter, so that nothing moves when it is shown.
  func hidingSpoilers(_ row: Int, _ looks: [ShownText.Run], _ styled: StyledText) -> StyledText {
    guard looks.contains(where: { $0.look.contains(.spoiler) }) else { return styled }
    var result = StyledText()
    result.reserve(styled.count)
    let cover = ("▒" as ScreenText).glyphs
    var next = 0
    walk(row) { character, _, glyphs in
      let look = looks.partitioningIndex { $0.range.upperBound > character.lowerBound }
      let isHidden =
        look < looks.count && looks[look].range.lowerBound <= character.lowerBound
        && looks[look].look.contains(.spoiler)
      for glyph in glyphs where next < styled.count {
        let style = styled.styles[next]
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
