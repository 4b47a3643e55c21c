import ChatScreens
import TerminalScreen
import Testing

@Suite("Overlays")
struct PanelTests {
  static func popup(_ change: (inout PopupState) -> Void = { _ in }) -> PopupState {
    var popup = PopupState()
    popup.title = "People"
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
          $0.title = "Emoji"
          $0.rows = (1...30).map { PopupRow(label: "😀 smile number \($0)", detail: ":smile\($0):") }
          $0.selection = 17
          $0.isChosen = true
          $0.anchor = 46
        }
      }, "Popup/chosen")
  }

  @Test("Keys in a panel's frame are whole or omitted", arguments: 20...100)
  func wholeKeys(columns: Int) throws {
    let keys = ["Enter invites", "C-x - ignore", "Escape close"]
    let state = Scene.state(Size(columns: columns, rows: 12)) {
      var list = ListPanelState()
      list.title = "Members"
      list.rows = [PanelRow("Alex Dunn")]
      list.hint = keys.joined(separator: " · ")
      $0.panel = .list(list)
    }
    let grid = Screen.frame(of: state).grid
    let rows = (0..<grid.size.rows).map { grid.row($0).map(\.text).joined() }
    let row = try #require(rows.first { $0.contains("└") })
    let frame = String(row.drop { $0 != "└" }.prefix { $0 != "┘" })
    let shown = keys.prefix { frame.contains($0) }
    let rest = shown.reduce(frame) { $0.replacing($1, with: "") }
    #expect(!rest.contains { $0.isLetter || $0 == "…" }, "\(frame)")
    if columns >= 60 { #expect(shown.count == 3, "\(frame)") }
  }

  @Test("A popup without rows says why", arguments: Golden.sizes)
  func note(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        Scene.set(&$0.composer, "one line\nand @nobody")
        $0.popup = PopupState()
        $0.popup?.title = "People"
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
          PanelRow("Channels", kind: .heading), PanelRow("# general", trailing: "2 unread"),
          PanelRow("# gentoo"),
          PanelRow("People", kind: .heading), PanelRow("@ Eugen Müller", trailing: "online"),
          PanelRow("Drafts", kind: .heading),
          PanelRow(
            "✎ #general", detail: "Hey, I sent Alex this link on the #offtopic cha", trailing: "09:31"),
        ]
        list.selection = 4
        list.hint = "Enter open · C-n C-p move · Esc"
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
            "#channel-\($0)", detail: "the first words of the draft number \($0)",
            trailing: "Fri 09:\(10 + $0 % 50)")
        }
        list.selection = 41
        list.hint = "Enter open · C-d discard · h history"
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
        list.hint = "Enter search · Esc"
        $0.panel = .list(list)
      }, "Panel/nothing")
  }

  @Test("A question hides the cursor", arguments: Golden.sizes + [Size(columns: 20, rows: 5)])
  func question(size: Size) throws {
    let state = Scene.state(size) {
      $0.panel = .question(
        QuestionState(
          title: "Delete message",
          text: "Delete “and the logs?” for everybody? Its three replies stay where they are.",
          answers: [
            .init(key: "y", meaning: "delete"), .init(key: "n", meaning: "keep it"),
            .init(key: "Esc", meaning: "back"),
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
        $0.status.guide = "Tour 4/6 · ✎ is your draft in the list. Type /offline and Enter"
        $0.status.hint = "C-x T ends the tour · F1 help"
      }, "Status/tour")
  }

  @Test("A notice replaces the hint", arguments: Golden.sizes)
  func notice(size: Size) throws {
    try Golden.check(
      Scene.state(size) { $0.status.notice = .init("draft put aside, C-x h brings it back") }, "Status/notice"
    )
  }
}
