import DraftEngine
import FormattedText

/// What is left out of a text and put into it, so that its lines fit into rows.
struct RowEdits {
  private struct Edit {
    let range: Range<Int>
    let pieces: [ShownText.Margin.Piece]
    let endsRow: Bool
  }

  private var edits: [Edit] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Ends a row, and begins the next one with signs; behind all earlier edits.
  mutating func breakRow(at offset: Int, _ pieces: [ShownText.Margin.Piece]) {
    edits.append(Edit(range: offset..<offset, pieces: pieces, endsRow: true))
  }

  /// Puts a sign in place of what has no room; behind all earlier edits.
  mutating func leaveOut(_ range: Range<Int>, sign: String) {
    let pieces = sign.isEmpty ? [] : [ShownText.Margin.Piece(text: sign, look: .sign)]
    edits.append(Edit(range: range, pieces: pieces, endsRow: false))
  }

  /// A text with its looks and what leads somewhere, after the edits.
  func apply(
    to text: [UInt8], _ looks: [ShownText.Run], _ spans: [MentionSpan]
  ) -> (text: String, looks: [ShownText.Run], spans: [MentionSpan]) {
    var result: [UInt8] = []
    var kept: [(range: Range<Int>, shift: Int)] = []
    var signs: [ShownText.Run] = []
    var place = 0
    for edit in edits {
      kept.append((place..<edit.range.lowerBound, result.count - place))
      result += text[place..<edit.range.lowerBound]
      if edit.endsRow { result.append(0x0A) }
      for piece in edit.pieces {
        let start = result.count
        result += piece.text.utf8
        signs.append(ShownText.Run(range: start..<result.count, look: piece.look, code: nil))
      }
      place = edit.range.upperBound
    }
    kept.append((place..<text.count, result.count - place))
    result += text[place...]
    var moved: [ShownText.Run] = []
    Self.move(looks.map(\.range), kept) { index, range in
      moved.append(ShownText.Run(range: range, look: looks[index].look, code: looks[index].code))
    }
    moved = (moved + signs).sorted { $0.range.lowerBound < $1.range.lowerBound }
    var targets: [MentionSpan] = []
    Self.move(spans.map(\.range), kept) { index, range in
      targets.append(MentionSpan(range, spans[index].target))
    }
    return (String(decoding: result, as: UTF8.self), moved, targets)
  }

  /// Tells where the parts of ranges are that were kept; all are in order and apart.
  private static func move(
    _ ranges: [Range<Int>], _ kept: [(range: Range<Int>, shift: Int)], _ tell: (Int, Range<Int>) -> Void
  ) {
    var first = 0
    for (index, range) in ranges.enumerated() {
      while first < kept.count, kept[first].range.upperBound <= range.lowerBound { first += 1 }
      var next = first
      while next < kept.count, kept[next].range.lowerBound < range.upperBound {
        let part = kept[next].range.clamped(to: range)
        if !part.isEmpty {
          tell(index, part.lowerBound + kept[next].shift..<part.upperBound + kept[next].shift)
        }
        next += 1
      }
    }
  }
}
