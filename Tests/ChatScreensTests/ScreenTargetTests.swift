import ChatDomain
import ChatScreens
import TerminalScreen
import Testing

@Suite("Mouse targets")
struct ScreenTargetTests {
  /// The target of the cell in which some words of the frame begin.
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
    #expect(target(of: "+21", in: state) == .rest(of: .channels))
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
