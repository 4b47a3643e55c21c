import DraftEngine
import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@testable import ChatScreens

@Suite("Where suggestions are placed")
struct PopupPlaceTests {
  /// A random composer with a non-empty popup at its caret.
  private func state(_ size: Size, _ random: inout SeededGenerator) -> ScreenState {
    var state = RandomState.make(size, &random)
    state.panel = nil
    if random.percent(50) { state.thread = nil }
    var composer = ComposerState()
    composer.destination = "#general"
    composer.text = (0..<random.below(14)).map { "line \($0) " + RandomState.text(&random) }.joined(
      separator: "\n")
    composer.text += " @"
    composer.caret = composer.text.utf8.count
    composer.telling = random.percent(50) ? .init(text: "Enter tells Ana", tone: .good) : nil
    composer.firstRow = random.below(6)
    if random.percent(30) { composer.files = (0..<random.below(4)).map { UploadLine(name: "file \($0)") } }
    if random.percent(30) { composer.preview = "tells nobody · " + composer.text }
    state.composer = composer
    state.thread?.composer = composer
    state.popup = PopupState()
    state.popup?.title = "people"
    state.popup?.rows = (0..<random.within(1...12)).map {
      PopupRow(label: "◆ choice \($0)", detail: "detail")
    }
    state.popup?.anchor = composer.caret - 1
    return state
  }

  @Test(
    "They never cover the destination, the preview or the caret's row, and one is always visible"
  )
  func covers() {
    var random = SeededGenerator(seed: TestSeed.value)
    for number in 0..<(isSoak ? 400 : 100) {
      let size = Size(columns: random.within(20...130), rows: random.within(5...30))
      var state = state(size, &random)
      let covered = Screen.frame(of: state)
      #expect(
        covered.grid.cells.contains { $0.text == "◆" }, "state \(number) of \(TestSeed.value) at \(size)")
      state.popup = nil
      let open = Screen.frame(of: state)
      let layout = ScreenLayout(of: state)
      for places in [layout.channel, layout.thread].compactMap(\.self) {
        var rows = [places.destination]
        if state.composer.telling != nil, !places.notes.isEmpty {
          rows.append(
            Rect(column: places.notes.column, row: places.notes.row, columns: places.notes.columns, rows: 1))
        }
        for row in rows {
          let isSame = (row.column..<row.endColumn).allSatisfy { column in
            let place = Position(column: column, row: row.row)
            return covered.grid[place] == open.grid[place]
          }
          #expect(isSame, "state \(number) of seed \(TestSeed.value) at \(size): row \(row.row)")
        }
      }
      guard let cursor = open.cursor else { continue }
      #expect(covered.cursor == cursor)
      let isSame = covered.grid.row(cursor.row).elementsEqual(open.grid.row(cursor.row))
      #expect(isSame, "state \(number) of seed \(TestSeed.value) at \(size): the caret's row")
    }
  }

  @Test("On the smallest screen only the row with the choice is left")
  func smallest() {
    var state = Scene.state(Size(columns: 20, rows: 5))
    Scene.set(&state.composer, "ask @a")
    state.composer.destination = "#general"
    state.composer.caret = 6
    state.popup = PanelTests.popup { ($0.anchor, $0.selection) = (4, 1) }
    let rows = ScreenPicture(Screen.frame(of: state)).text
    #expect(rows.contains("Alexandra") && rows.contains("→ #general") && rows.contains("ask @a"), "\(rows)")
  }

  @Test("Over a long draft they are right above the caret and cover its rows, not the messages")
  func longDraft() throws {
    var state = Scene.state(Size(columns: 80, rows: 24))
    let text = (1...9).map { "line \($0)" }.joined(separator: "\n") + "\nask @a"
    Scene.set(&state.composer, text)
    state.composer.caret = text.utf8.count
    state.popup = PanelTests.popup { $0.anchor = text.utf8.count - 2 }
    let frame = Screen.frame(of: state)
    let cursor = try #require(frame.cursor)
    let below = frame.grid.row(cursor.row - 1).map(\.text).joined()
    #expect(below.contains("└"), "\(below)")
  }
}
