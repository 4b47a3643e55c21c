import ChatDomain
import DraftEngine
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatScreens

@Suite("The whole screen")
struct SceneTests {
  @Test(
    "The reference scene",
    arguments: Golden.sizes + [Size(columns: 20, rows: 5), Size(columns: 60, rows: 16)])
  func scene(size: Size) throws {
    try Golden.check(Scene.state(size), "Screen/scene")
  }

  @Test("The reference scene without colour", arguments: Golden.sizes)
  func monochrome(size: Size) throws {
    let frame = Screen.frame(of: Scene.state(size) { $0.theme = .monochrome })
    #expect(
      frame.grid.cells.allSatisfy { $0.style.foreground == .standard && $0.style.background == .standard })
    try Golden.check(Scene.state(size) { $0.theme = .monochrome }, "Screen/no-color")
  }

  @Test(
    "Every theme shows the same text, so nothing depends on colour alone", arguments: Golden.sizes)
  func themes(size: Size) {
    let dark = Screen.frame(of: Scene.state(size))
    for theme in [Theme.light, .highContrast] {
      let frame = Screen.frame(of: Scene.state(size) { $0.theme = theme })
      #expect(frame.grid.cells.map(\.text) == dark.grid.cells.map(\.text))
      #expect(frame.cursor == dark.cursor)
    }
  }

  private static var scenes: [(name: String, change: (inout ScreenState) -> Void)] {
    [
      ("scene", { _ in }), ("thread", Scene.openThread), ("busy-day", { $0.timeline.items = Scene.busyDay }),
      (
        "suggestions",
        { state in
          Scene.set(&state.composer, "thanks [Ben](user), very much, @al")
          state.popup = PanelTests.popup { $0.anchor = 23 }
        }
      ),
    ]
  }

  @Test("On a light background", arguments: Golden.sizes)
  func light(size: Size) throws {
    for (name, change) in Self.scenes {
      let state = Scene.state(size) {
        change(&$0)
        $0.theme = .light
      }
      try Golden.check(state, "Light/\(name)")
    }
  }

  @Test("In high contrast", arguments: [Size(columns: 80, rows: 24)])
  func highContrast(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.theme = .highContrast }, "Screen/high-contrast")
  }

  @Test(
    "A thread is next to the channel if there is room, otherwise in its place", arguments: Golden.sizes)
  func thread(size: Size) throws {
    try Golden.check(Scene.state(size, Scene.openThread), "Thread/open")
  }

  @Test(
    "An open thread next to a focused channel",
    arguments: [Size(columns: 120, rows: 40), Size(columns: 80, rows: 24)])
  func threadAside(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        Scene.openThread(&$0)
        $0.focus = .channel
      }, "Thread/aside")
  }

  @Test("A hidden sidebar", arguments: Golden.sizes)
  func hiddenSidebar(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.sidebar.isHidden = true }, "Screen/hidden-sidebar")
  }

  @Test(
    "Too small",
    arguments: [Size(columns: 19, rows: 5), Size(columns: 80, rows: 4), Size(columns: 7, rows: 3)])
  func tooSmall(size: Size) throws {
    try Golden.check(Scene.state(size), "Screen/too-small")
  }

  @Test("Nothing loaded yet", arguments: Golden.sizes)
  func empty(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.sidebar = SidebarState()
        $0.header = HeaderState()
        $0.timeline = TimelineState()
        $0.timeline.placeholder = "connecting…"
        $0.composer = ComposerState()
        $0.composer.destination = "#general"
        $0.composer.placeholder = "Say something, or / for commands"
        $0.status.connection = .init("connecting…")
      }, "Screen/empty")
  }
}

@Suite("Mouse targets")
struct ScreenTargetTests {
  /// The mouse target at the start of a text in the frame.
  private func target(of words: String, in state: ScreenState, right: Int = 0) -> ScreenTarget? {
    let frame = Screen.frame(of: state)
    for row in 0..<state.size.rows {
      let cells = frame.grid.row(row).map(\.text)
      for column in 0..<cells.count where cells[column...].joined().hasPrefix(words) {
        var memory = ScreenMemory()
        return Screen.target(at: Position(column: column + right, row: row), in: state, reusing: &memory)
      }
    }
    return nil
  }

  @Test("Channels, threads, messages, and places in the draft")
  func places() {
    let state = Scene.state(Size(columns: 80, rows: 24))
    #expect(target(of: "# general", in: state) == .channel("general"))
    #expect(target(of: "Ben: lunch", in: state) == .channel("offtopic"))
    #expect(target(of: "@ Alex", in: state) == .channel("alex"))
    #expect(target(of: "↳ Could", in: state) == .thread(DraftKey(channelId: "general", parentId: "m1")))
    #expect(target(of: "Drafts 3", in: state) == .drafts)
    #expect(target(of: "on it, see", in: state) == .message("m2", in: .channel))
    #expect(target(of: "── Fri", in: state) == .timeline(.channel))
    #expect(target(of: "Alex this", in: state) == .text(offset: 12, in: .channel))
    #expect(target(of: "#offtopic cha", in: state, right: 15) == .text(offset: 47, in: .channel))
    #expect(target(of: "→ #general", in: state) == nil)
  }

  @Test("Sidebar headings, and the lines that count hidden rows")
  func sections() {
    let state = Scene.state(Size(columns: 80, rows: 24)) { $0.sidebar = SidebarTests.long }
    #expect(target(of: "Channels", in: state) == .section(.channels))
    #expect(target(of: "Direct", in: state) == .section(.directs))
    #expect(target(of: "Threads", in: state) == .section(.threads))
    #expect(target(of: "21 more", in: state) == .rest(of: .channels))
    #expect(target(of: "# room-10", in: state) == .channel("c10"))
    #expect(target(of: "@ Ana", in: state) == .channel("Ana"))
  }

  @Test("In a thread, its parent and replies")
  func thread() {
    let state = Scene.state(Size(columns: 120, rows: 40), Scene.openThread)
    #expect(target(of: "which browser", in: state) == .message("r1", in: .thread))
    #expect(target(of: "I think the token is too old, ask", in: state) == .text(offset: 0, in: .thread))
    var alone = Scene.state(Size(columns: 60, rows: 16), Scene.openThread)
    alone.sidebar.isHidden = true
    #expect(target(of: "09:12", in: alone) == .message("m1", in: .thread))
  }

  @Test("Rows of a popup and of a panel, which covers everything below")
  func overlays() {
    var state = Scene.state(Size(columns: 80, rows: 24)) {
      Scene.set(&$0.composer, "Hey @al")
      $0.popup = PanelTests.popup { $0.anchor = 4 }
    }
    #expect(target(of: "Alexandra", in: state) == .popupRow(1))
    var list = ListPanelState()
    list.query = ""
    list.rows = [PanelRow("People", kind: .heading), PanelRow("one", detail: "more of one"), PanelRow("two")]
    state.panel = .list(list)
    #expect(target(of: "People", in: state) == .panel)
    #expect(target(of: "more of one", in: state) == .panelRow(1))
    #expect(target(of: "# general", in: state) == .panel)
  }
}
