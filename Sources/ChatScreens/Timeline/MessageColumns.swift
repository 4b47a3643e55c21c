import TerminalScreen

/// How a timeline of some width divides it: time, name and words beside each other, or name and words in one line.
struct MessageColumns: Hashable, Sendable {
  let width: Int
  /// The columns of names, with the blank behind; 0 where a name stands in the line of the words.
  let name: Int
  let showsTime: Bool

  static let time = 6

  init(width: Int) {
    self.width = width
    showsTime = width >= 30
    name =
      switch width {
      case 100...: 16
      case 64...: 12
      case 46...: 8
      default: 0
      }
  }

  /// Where the words begin, behind the column for marks.
  var wordsColumn: Int { PaneLayout.inset + (showsTime ? Self.time : 0) + name }
  var wordsWidth: Int { max(1, width - wordsColumn) }
  /// The most that a name in the line of the words may take.
  var mostForName: Int { min(16, wordsWidth / 2) }
}
