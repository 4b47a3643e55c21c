import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

extension Scenario {
  /// The first position of a text on the screen, right of the sidebar if possible.
  func place(of text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Position {
    let grid = try #require(terminal.frame?.grid, sourceLocation: sourceLocation)
    let edge = app.sidebar.isHidden || grid.size.columns < 60 ? 0 : grid.size.columns < 80 ? 23 : 27
    for first in [edge, 0] {
      for row in 0..<grid.size.rows {
        if let column = grid.column(of: text, inRow: row, from: first) {
          return Position(column: column, row: row)
        }
      }
    }
    Issue.record("\(text) is not on the screen:\n\(picture)", sourceLocation: sourceLocation)
    throw NotSeen(text: text)
  }

  /// The style of a text on the screen.
  func style(of text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Style {
    let place = try place(of: text, sourceLocation: sourceLocation)
    let grid = try #require(terminal.frame?.grid, sourceLocation: sourceLocation)
    return Array(grid.row(place.row))[place.column].style
  }

  /// The whole screen, for failure messages.
  var picture: String { screen.joined(separator: "\n") }

  var cursor: Position? { terminal.frame?.cursor }

  /// The last line.
  var status: String { screen.last ?? "" }

  /// The last rows right of the sidebar as running text, because a long notice wraps.
  var foot: String {
    let edge =
      terminal.size.columns < 60 ? 0 : terminal.size.columns < 80 ? 23 : terminal.size.columns < 120 ? 27 : 32
    return screen.suffix(5).map { $0.dropFirst(edge).drop { $0 == " " } }.joined(separator: " ")
  }

  /// The row with the cursor, from the edge of its pane, with a bar at the cursor. Empty while there is no cursor.
  var line: String {
    guard let grid = terminal.frame?.grid, let cursor else { return "" }
    var before = Array(grid.row(cursor.row))[..<cursor.column].filter { $0.width > 0 }.map(\.text)
    if let edge = before.lastIndex(where: { "│┤├".contains($0) }) { before.removeSubrange(...edge) }
    var after = Array(grid.row(cursor.row))[cursor.column...].filter { $0.width > 0 }.map(\.text)
    if let edge = after.firstIndex(where: { "│┤├".contains($0) }) { after.removeSubrange(edge...) }
    while after.last == " " { after.removeLast() }
    return before.dropFirst().joined() + "|" + after.joined()
  }

  func click(on text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await click(place(of: text, sourceLocation: sourceLocation))
  }

  func click(_ position: Position) async {
    terminal.send([
      .mouse(MouseEvent(.press(.left), at: position)), .mouse(MouseEvent(.release(.left), at: position)),
    ])
    await settle()
  }

  func wheel(_ act: MouseEvent.Act, over text: String) async throws {
    terminal.send(.mouse(MouseEvent(act, at: try place(of: text))))
    await settle()
  }

  /// Adds earlier messages of other people, one minute apart.
  func said(_ count: Int, from first: Int = 1, in channel: ChannelID = "general") async throws {
    for number in first...count {
      clock.advance(by: .seconds(59))
      try await say("message \(number).", by: number.isMultiple(of: 2) ? "ana" : "ben", in: channel)
    }
  }

  /// The stored draft of a place.
  func draft(in channel: ChannelID = "general", under parent: MessageID? = nil) -> DraftMessage? {
    client.draftMessage(for: DraftKey(channelId: channel, parentId: parent))
  }

  /// The texts in the history of a place, latest first.
  func history(in channel: ChannelID = "general") async throws -> [String] {
    try await client.draftHistory(for: DraftKey(channelId: channel), limit: 50).map(\.elements.text)
  }

  /// The open channel, as shown in the header.
  var header: String { screen.first.map { String($0.dropFirst(28)) } ?? "" }
}

struct NotSeen: Error { let text: String }

extension Grid {
  /// The column of a text in a row, searched from a column on.
  fileprivate func column(of text: String, inRow row: Int, from first: Int) -> Int? {
    let wanted = text.map { String($0) }
    let cells = Array(self.row(row)).enumerated().filter { $0.offset >= first && $0.element.width > 0 }
    for start in cells.indices where start + wanted.count <= cells.count {
      if cells[start..<start + wanted.count].map(\.element.text) == wanted { return cells[start].offset }
    }
    return nil
  }
}

/// A failed expectation shows the screen: printing the whole scenario would take minutes.
extension Scenario: CustomTestStringConvertible, CustomReflectable {
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
  nonisolated var testDescription: String { "the scenario" }
}

extension Scenario {
  /// The lines printed during an action.
  func hearing(_ body: () async throws -> Void) async rethrows -> [String] {
    let before = terminal.said.count
    try await body()
    return Array(terminal.said[before...])
  }

  /// The input line, with a bar at the caret.
  var typed: String {
    let line = terminal.typed
    var text = ""
    var column = 0
    for glyph in line.words.glyphs {
      if column == line.caret { text += "|" }
      text += glyph.text
      column += glyph.width
    }
    if column <= line.caret { text += "|" }
    return line.prompt.glyphs.map(\.text).joined() + text
  }
}

/// Models a simple terminal that supports only letters, Return, Backspace and line ends.
struct OldTerminal {
  private(set) var lines: [[Character]] = [[]]
  private(set) var column = 0
  /// Whether no other control character was written.
  private(set) var isPlain = true

  init(_ bytes: String) {
    for scalar in bytes.unicodeScalars {
      switch scalar {
      case "\n": lines.append([])
      case "\r": column = 0
      case "\u{8}": column = max(0, column - 1)
      case "\u{7}": break
      case _ where scalar.value < 32 || scalar.value == 127: isPlain = false
      default: put(Character(scalar))
      }
    }
  }

  private mutating func put(_ letter: Character) {
    let last = lines.count - 1
    while lines[last].count <= column { lines[last].append(" ") }
    lines[last][column] = letter
    column += 1
  }

  /// The last line without trailing blanks.
  var last: String {
    var line = lines[lines.count - 1]
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
