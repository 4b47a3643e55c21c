import ChatScreens
import Foundation
import TerminalRecording
import TerminalScreen
import Testing

@Suite("Overlays")
struct PanelTests {
  static func popup(_ change: (inout PopupState) -> Void = { _ in }) -> PopupState {
    var popup = PopupState()
    popup.title = "people"
    popup.hint = "Tab inserts"
    popup.rows = [
      PopupRow(label: "Alex Dunn", detail: "online"),
      PopupRow(label: "Alexandra Ito", detail: "last seen Fri"),
      PopupRow(label: "Ali Ünal"), PopupRow(label: "田中一郎", detail: "online"),
    ]
    change(&popup)
    return popup
  }

  @Test("Suggestions are above the text", arguments: Golden.sizes + [Size(columns: 20, rows: 5)])
  func suggestions(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        Scene.set(&$0.composer, "Hey @al")
        $0.popup = Self.popup { $0.anchor = 4 }
      }, "Popup/people")
  }

  @Test("A moved choice in a long list, at the right edge", arguments: Golden.sizes)
  func chosen(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        Scene.set(&$0.composer, "there are enough words here to get to the end :s")
        $0.popup = Self.popup {
          $0.title = "emoji"
          $0.hint = "Enter inserts"
          $0.rows = (1...30).map { PopupRow(label: "😀 smile number \($0)", detail: ":smile\($0):") }
          $0.selection = 17
          $0.isChosen = true
          $0.anchor = 46
        }
      }, "Popup/chosen")
  }

  @Test("Keys of a panel are whole or omitted, and from 80 columns on all are shown", arguments: 20...100)
  func wholeKeys(columns: Int) throws {
    let keys = ["Enter accept and go there", "C-x k decline", "C-x i ignore", "Esc later"]
    let state = Scene.state(Size(columns: columns, rows: 24)) {
      var list = ListPanelState()
      list.title = "Members"
      list.rows = [PanelRow("Alex Dunn")]
      list.hint = keys.joined(separator: " · ")
      $0.panel = .list(list)
    }
    let grid = Screen.frame(of: state).grid
    let rows = (0..<grid.size.rows).map { grid.row($0).map(\.text) }
    let edge = try #require(rows.firstIndex { $0.contains("└") })
    let first = try #require(rows[edge].firstIndex(of: "└"))
    let end = try #require(rows[edge].firstIndex(of: "┘"))
    // The row of the person, with the bars of the frame, is the last one before the keys.
    let person = try #require(
      rows.firstIndex { $0.joined().contains("Alex Dunn │") || $0.joined().contains("▸ Alex Dunn") })
    let frame = rows[(person + 1)...edge].map { row in
      row[first...end].joined().trimmingCharacters(in: CharacterSet(charactersIn: "│ ─└┘"))
    }.joined(separator: " ")
    let shown = keys.prefix { frame.contains($0) }
    let rest = shown.reduce(frame) { $0.replacing($1, with: "") }
    #expect(!rest.contains { $0.isLetter || $0 == "…" }, "\(frame)")
    if columns >= 80 { #expect(shown.count == 4, "\(frame)") }
  }

  @Test("A match beyond the edge is shown with the words around it", arguments: Golden.sizes)
  func farMatch(size: Size) throws {
    let text =
      "That would explain the errors that we saw after the restart, when the phone lost its connection"
    let state = Scene.state(size) {
      var list = ListPanelState()
      list.title = "Search"
      list.query = "phone"
      list.rows = [PanelRow(text, detail: "Ben", trailing: "Thu 26 Nov")]
      let start = text.utf8.count - 25
      list.rows[0].matches = [start..<start + 5]
      $0.panel = .list(list)
    }
    let grid = Screen.frame(of: state).grid
    let underlined = grid.cells.filter { $0.style.attributes.contains(.underline) }.map(\.text).joined()
    #expect(underlined == "phone")
  }

  @Test("A hint wider than its panel has as many rows as it needs")
  func longHint() throws {
    let state = Scene.state(Size(columns: 40, rows: 12)) {
      var list = ListPanelState()
      list.query = ""
      list.rows = [PanelRow("The demo")]
      list.hint = "type @you:example.org to sign in to Matrix · Enter open · Esc close"
      $0.panel = .list(list)
    }
    let grid = Screen.frame(of: state).grid
    let shown = (0..<12).map { grid.row($0).map(\.text).joined() }.joined(separator: "\n")
    #expect(shown.contains("type @you:example.org to sign in to") && shown.contains("Enter open · Esc close"))
  }

  @Test("A popup without rows says why", arguments: Golden.sizes)
  func note(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        Scene.set(&$0.composer, "one line\nand @nobody")
        $0.popup = PopupState()
        $0.popup?.title = "people"
        $0.popup?.note = "nobody by that name"
        $0.popup?.anchor = 13
      }, "Popup/note")
  }

  @Test("The switcher", arguments: Golden.sizes)
  func switcher(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        var list = ListPanelState()
        list.title = "Go to"
        list.query = "gen"
        list.queryCaret = 3
        list.rows = [
          PanelRow("#general", trailing: "2 unread, 1 mention"), PanelRow("#gentoo", trailing: "channel"),
          PanelRow("@Eugen Müller", trailing: "person"),
          PanelRow("↳ is the generator back?", trailing: "#offtopic"),
          PanelRow(
            "✎ Hey, the general plan is on the #offtopic channel",
            trailing: "#general ↳ Could someone look at the login flow?"),
        ]
        list.rows[0].matches = [1..<4]
        list.rows[1].matches = [1..<4]
        list.rows[2].matches = [3..<6]
        list.rows[3].matches = [11..<14]
        list.rows[4].matches = [13..<16]
        list.selection = 4
        list.hint = "Enter go · Esc close"
        $0.panel = .list(list)
      }, "Panel/switcher")
  }

  @Test("A list longer than the screen shows the chosen row", arguments: Golden.sizes)
  func long(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        var list = ListPanelState()
        list.title = "Drafts"
        list.rows = (1...80).map {
          PanelRow(
            "✎ the first words of the draft number \($0)", detail: "#channel-\($0) · 1 file",
            trailing: "09:\(10 + $0 % 50)")
        }
        list.query = ""
        list.selection = 41
        list.hint = "Enter go there · C-x k discard · C-_ undo · Tab history · Esc close"
        $0.panel = .list(list)
      }, "Panel/drafts")
  }

  @Test("No matches", arguments: Golden.sizes)
  func nothing(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        var list = ListPanelState()
        list.title = "Search in #general"
        list.query =
          "a very long query that does not fit into the line it is typed in, so that its end is shown 漢字"
        list.queryCaret = 93
        list.note = "nothing found"
        list.hint = "Enter go there · Esc close"
        $0.panel = .list(list)
      }, "Panel/nothing")
  }

  @Test("A question hides the cursor", arguments: Golden.sizes + [Size(columns: 20, rows: 5)])
  func question(size: Size) throws {
    let state = Scene.state(size) {
      $0.panel = .question(
        QuestionState(
          title: "Delete this message?",
          text: "“and the logs? They are in the folder with the others, as far as I know”",
          answers: [
            .init(key: "Enter", meaning: "delete it for everyone"), .init(key: "Esc", meaning: "keep it"),
          ]))
    }
    #expect(Screen.frame(of: state).cursor == nil)
    try Golden.check(state, "Panel/question")
  }

  @Test("A notice, and a store that cannot write", arguments: Golden.sizes)
  func notices(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.status.connection = .init("offline, tried again in 4 s", .warning)
        $0.status.saving = .init("not saved: no room on the disk", .error)
        $0.status.mode = "C-x-"
        $0.status.notice = .init("draft put aside, C-x h brings it back", .good)
      }, "Status/trouble")
  }

  @Test(
    "A tour's task has its own lines above the last one, and none on a small screen",
    arguments: Golden.sizes + [Size(columns: 39, rows: 12), Size(columns: 40, rows: 11)])
  func tour(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.status.guide = "Tour 4/6 · The ✎ in the list is your draft. Type /offline and Enter"
        $0.status.hint = "C-x T ends the tour"
      }, "Status/tour")
  }

  @Test("A notice replaces the hint", arguments: Golden.sizes)
  func notice(size: Size) throws {
    try Golden.check(
      Scene.state(size) { $0.status.notice = .init("draft put aside, C-x h brings it back") }, "Status/notice"
    )
  }
}
