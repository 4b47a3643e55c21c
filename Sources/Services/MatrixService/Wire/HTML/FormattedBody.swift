import DraftEngine
import FormattedText

/// The HTML form of a message's text.
enum FormattedBody {
  static let format = "org.matrix.custom.html"

  /// The elements as HTML; nil if the plain text says the same.
  static func html(_ elements: [MessageElement]) -> String? {
    let text = elements.text
    let ranges = elements.linkRanges
    let addresses = elements.compactMap(\.target).map(MatrixLink.address)
    guard
      addresses.contains(where: { $0 != nil }) || Markdown.parse(text, elements: ranges)?.isStyled == true
    else { return nil }
    return HTMLWriter.html(
      Markdown.tree(text, elements: ranges), addressOfElement: { addresses[$0] },
      mayLink: { MatrixLink.target(of: $0) != nil })
  }

  /// The elements as plain text: as typed, without backslashes that only escape marks.
  static func words(_ elements: [MessageElement]) -> String {
    let text = elements.text
    let words = MarkdownWriter.words(ofUnstyled: text, elements: elements.linkRanges)
    return words.map { String(decoding: $0.bytes, as: UTF8.self) } ?? text
  }

  /// Elements that show a text literally.
  static func elements(showing words: String) -> [MessageElement] {
    let text = MarkdownWriter.text(showing: words)
    return text.bytes.isEmpty ? [] : [.plainText(text: String(decoding: text.bytes, as: UTF8.self))]
  }

  /// Reads HTML. Its styles become marks in the text. Texts larger than an event are ignored.
  static func elements(_ html: String) -> [MessageElement] {
    guard html.utf8.count <= String.longestText else { return [] }
    let read = HTMLReader.read(html) { MatrixLink.target(of: $0) != nil }
    let text = MarkdownWriter.text(read.tree)
    guard text.bytes.count <= String.longestText else { return [] }
    var elements: [MessageElement] = []
    var place = 0
    for (range, address) in zip(text.elements, read.addresses) {
      elements.append(.plainText(text: String(decoding: text.bytes[place..<range.lowerBound], as: UTF8.self)))
      let words = String(decoding: text.bytes[range], as: UTF8.self)
      elements.append(
        MatrixLink.target(of: address).map { .link(text: words, target: $0) } ?? .plainText(text: words))
      place = range.upperBound
    }
    elements.append(.plainText(text: String(decoding: text.bytes[place...], as: UTF8.self)))
    return elements.normalised
  }
}
