package import ChatDomain
public import DraftEngine
import FormattedText

extension [MessageElement] {
  /// The mentions and links in the shown text, in order.
  public var shownSpans: [MentionSpan] {
    let text = text
    guard let tree = Markdown.parse(text, elements: linkRanges), tree.isFormatted else {
      return spansWithAddresses
    }
    return ShownText(tree, mayOpen: WebAddress.isHarmless).spans(of: self)
  }

  /// The text without marks; hidden text is masked.
  ///
  /// - Parameter limit: the maximum number of bytes that are read.
  public func words(upTo limit: Int = 4_096) -> String {
    unmarked(upTo: limit).text
  }

  /// The text without marks; an action begins with the author's name: "* Ben waves".
  ///
  /// - Parameter author: the author's name.
  public func words(by author: String, upTo limit: Int = 4_096) -> String {
    action.map { "* \(author) \($0.words(upTo: limit))" } ?? words(upTo: limit)
  }

  /// The text without marks, with its looks.
  ///
  /// - Parameter limit: the maximum number of bytes that are read.
  func unmarked(upTo limit: Int = 4_096) -> UnmarkedText {
    // Most messages are one text, which may be long: it is not copied.
    if count == 1, case .plainText(let text) = self[0] { return Markdown.unmarked(text, upTo: limit) }
    return Markdown.unmarked(text, elements: linkRanges, upTo: limit)
  }

  /// The text as it was typed: without the backslashes of a text that has no other marks.
  public var typed: [MessageElement] {
    MarkdownWriter.words(ofUnstyled: text, elements: linkRanges).map { moved(to: $0.bytes, $0.elements) }
      ?? self
  }

  /// The text with escapes, so that it is shown unchanged even if it contains marks.
  public var literal: [MessageElement] {
    let text = MarkdownWriter.text(showing: text, elements: linkRanges)
    return moved(to: text.bytes, text.elements)
  }

  /// The blocks of code in the text, without their marks.
  public var codeBlocks: [String] { Markdown.codeBlocks(in: text, elements: linkRanges) }

  /// Whether a part of the text has a style.
  public var isStyled: Bool { Markdown.parse(text, elements: linkRanges)?.isStyled ?? false }

  /// Whether the text is one block of code.
  public var isOnlyCode: Bool {
    guard let tree = Markdown.parse(text, elements: linkRanges) else { return false }
    return tree.isOnlyCode
  }

  /// The elements, with the address added to the text of a link that reads like another address, or that no program can open.
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
  /// Elements, links, and addresses outside of code, in order and without overlaps. An element in the text of a link keeps its own
  /// target.
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
  /// These spans, and others in the gaps between them; all are in order and without overlaps.
  ///
  /// - Parameter whole: whether an overlapping span is left out completely, instead of being cut.
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

extension [MessageElement] {
  /// The elements as they are drawn.
  ///
  /// - Parameter withSigns: whether names of people have an `@` and names of channels a `#`.
  func shown(withSigns: Bool) -> [MessageElement] {
    guard contains(where: { $0.target != nil }) else { return self }
    return (withSigns ? self.withSigns : self).withHiddenAddresses
  }

  /// The elements with an `@` before names of people and a `#` before names of channels.
  var withSigns: [MessageElement] {
    map { element in
      guard case .link(let text, let target) = element, let sign = target.sign, !text.hasPrefix(sign) else {
        return element
      }
      return .link(text: sign + text, target: target)
    }
  }
}

extension MentionTarget {
  /// The sign that begins a mention of this target.
  var sign: String? {
    switch self {
    case .user: "@"
    case .channel: "#"
    case .url: nil
    }
  }
}

extension QuotedMessage {
  /// The text of a quote: the beginning of the message's text without its marks, or a placeholder.
  package func shownText(upTo limit: Int = 512) -> String {
    placeholder ?? elements.words(by: author.displayName, upTo: limit)
  }

  /// Whether the text itself names the author, because it says what the author does.
  package var namesAuthor: Bool { placeholder == nil && elements.isAction }
}

/// The beginning of a text that may be long, on one line.
enum FirstWords {
  private static let most = 512

  static func line(of text: String) -> String {
    // Most text is short and on one line, and needs no change.
    if text.utf8.count <= most, !mayBreak(text.utf8) { return text }
    return String(text.beginning(most).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// Whether a text may contain a tab or a line end. Checks bytes, because each key asks this for many rows.
  private static func mayBreak(_ bytes: String.UTF8View) -> Bool {
    // The last bytes of U+0085, U+2028 and U+2029; a few letters end in them too.
    bytes.contains { $0 < 0x20 || $0 == 0x85 || $0 == 0xA8 || $0 == 0xA9 }
  }
}
