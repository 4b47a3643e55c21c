import DraftEngine
import FormattedText

/// Edits that make the lines of a text fit into rows. They must be added in the order of the text.
struct RowEdits {
  /// A part of the result.
  enum Piece {
    /// A part of the text.
    case text(Range<Int>)
    case sign(ShownText.Margin.Piece)
    case newline
  }

  private var edits: [(range: Range<Int>, pieces: [Piece])] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Begins a new row, with signs at its start.
  mutating func breakRow(at offset: Int, _ signs: [ShownText.Margin.Piece]) {
    replace(offset..<offset, by: [.newline] + signs.map { .sign($0) })
  }

  /// Replaces text that does not fit by a sign.
  mutating func leaveOut(_ range: Range<Int>, sign: String) {
    replace(range, by: sign.isEmpty ? [] : [.sign(ShownText.Margin.Piece(text: sign, look: .sign))])
  }

  /// Replaces text by pieces, which may be parts of the text from anywhere.
  mutating func replace(_ range: Range<Int>, by pieces: [Piece]) { edits.append((range, pieces)) }

  /// A text with its looks and its mentions and links, after the edits.
  func apply(
    to text: [UInt8], _ looks: [ShownText.Run], _ spans: [MentionSpan]
  ) -> (text: String, looks: [ShownText.Run], spans: [MentionSpan]) {
    var result: [UInt8] = []
    var newLooks: [ShownText.Run] = []
    var newSpans: [MentionSpan] = []
    func keep(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      let shift = result.count - range.lowerBound
      result += text[range]
      for look in looks[looks.partitioningIndex { $0.range.upperBound > range.lowerBound }...] {
        guard look.range.lowerBound < range.upperBound else { break }
        let part = look.range.clamped(to: range)
        newLooks.append(ShownText.Run(range: part, look: look.look, code: look.code).moved(by: shift))
      }
      for span in spans[spans.partitioningIndex { $0.range.upperBound > range.lowerBound }...] {
        guard span.range.lowerBound < range.upperBound else { break }
        let part = span.range.clamped(to: range)
        newSpans.append(MentionSpan(part.lowerBound + shift..<part.upperBound + shift, span.target))
      }
    }
    var place = 0
    for edit in edits {
      keep(place..<edit.range.lowerBound)
      for piece in edit.pieces {
        switch piece {
        case .text(let range): keep(range)
        case .newline: result.append(0x0A)
        case .sign(let sign):
          let start = result.count
          result += sign.text.utf8
          if sign.look != [], start < result.count {
            newLooks.append(ShownText.Run(range: start..<result.count, look: sign.look, code: nil))
          }
        }
      }
      place = edit.range.upperBound
    }
    keep(place..<text.count)
    return (String(decoding: result, as: UTF8.self), newLooks, newSpans)
  }
}
