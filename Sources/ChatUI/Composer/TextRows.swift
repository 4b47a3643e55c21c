import TerminalScreen

/// The rows of a text as the composer shows them, for keys that go up and down.
nonisolated struct TextRows {
  private let text: String
  /// Where each row begins, in UTF-8 bytes.
  private let starts: [Int]

  init(text: String, width: Int) {
    self.text = text
    var starts = [0]
    var offset = 0
    for byte in text.utf8 {
      offset += 1
      if byte == 0x0A { starts.append(offset) }
    }
    self.starts = starts
  }

  var count: Int { starts.count }

  func position(of offset: Int) -> Position {
    let row = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
    return Position(column: text.slice(starts[row]..<offset).count, row: row)
  }

  func offset(at position: Position) -> Int {
    let row = min(max(0, position.row), starts.count - 1)
    let end = row + 1 < starts.count ? starts[row + 1] - 1 : text.utf8.count
    return starts[row] + text.slice(starts[row]..<end).prefix(max(0, position.column)).utf8.count
  }
}
