import ChatScreens
import TerminalScreen
import Testing

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

  @Test("On a light background", arguments: [Size(columns: 80, rows: 24)])
  func light(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.theme = .light }, "Screen/light")
  }

  @Test("In high contrast", arguments: [Size(columns: 80, rows: 24)])
  func highContrast(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.theme = .highContrast }, "Screen/high-contrast")
  }

  @Test(
    "A thread is beside the channel if there is room, otherwise in its place", arguments: Golden.sizes)
  func thread(size: Size) throws {
    try Golden.check(Scene.state(size, Scene.openThread), "Thread/open")
  }

  @Test(
    "An open thread beside a focused channel",
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
