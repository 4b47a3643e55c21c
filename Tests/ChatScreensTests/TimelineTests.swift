import ChatDomain
import ChatScreens
import DraftEngine
import TerminalRecording
import TerminalScreen
import Testing

@Suite("Timeline")
struct TimelineTests {
  @Test("This device's pending work", arguments: Golden.sizes)
  func localStates(size: Size) throws {
    try Golden.check(
      Scene.state(size) { state in
        state.timeline.items = LocalMessageState.allCases.map { local in
          Scene.message(
            MessageID(local.rawValue), Scene.me, "10:0\(local.rawValue.count % 10)", "is \(local.rawValue)"
          ) {
            $0.message.localState = local
            if local.isFailed { $0.failure = "the channel is read-only, ask Ana" }
          }
        }
      }, "Timeline/local-states")
  }

  @Test("Marks, files, reactions, days and grouped messages", arguments: Golden.sizes)
  func marks(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.timeline.items = Scene.busyDay }, "Timeline/busy-day")
  }

  @Test("In message mode one message is chosen", arguments: Golden.sizes)
  func selection(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.timeline.selection = "m2"
        $0.status.mode = "message"
        $0.status.hint = ""
        Scene.set(&$0.composer, "")
        $0.composer.keys = "q back · Up/Down choose a message"
        $0.composer.placeholder =
          "r reply · t thread · d delete · e edit · + react · p pin · y copy · o open · > save"
      }, "Timeline/selection")
  }

  @Test("Scrolled up, with new messages below", arguments: Golden.sizes)
  func scrolled(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.timeline.items = (1...60).map {
          Scene.message(
            MessageID("n\($0)"), $0 % 3 == 0 ? Scene.ben : Scene.ana, "11:\(10 + $0 % 50)",
            "message number \($0)")
        }
        $0.timeline.hiddenLines = 12
        $0.timeline.newBelow = 4
      }, "Timeline/scrolled")
  }

  @Test("Control characters are made visible", arguments: Golden.sizes)
  func hostile(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.timeline.items = Scene.hostile }, "Timeline/hostile")
  }

  @Test("Wide and combining text", arguments: Golden.sizes)
  func wide(size: Size) throws {
    try Golden.check(Scene.state(size, Scene.speakWide), "Timeline/wide")
  }

  @Test("A direct conversation", arguments: Golden.sizes)
  func direct(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.header.title = "@ Alex Dunn"
        $0.header.topic = nil
        $0.header.presence = "last seen 09:12"
        $0.header.pinnedCount = 0
        $0.header.memberCount = 2
        $0.timeline.items = [
          .loading("older messages could not be loaded: offline"),
          Scene.message(
            "d1", Scene.alex, "08:58", String(repeating: "a long story about a token, ", count: 9)),
        ]
        $0.composer.typing = nil
        $0.composer.destination = "Alex Dunn"
      }, "Timeline/direct")
  }

  @Test("Only visible messages are measured, and the measure matches the drawing")
  func measure() {
    var timeline = TimelineState()
    timeline.items = Scene.busyDay
    for width in [20, 40, 53, 90] {
      let measure = TimelineMeasure(width: width)
      let heights = timeline.items.map { measure.height(of: $0) }
      #expect(measure.height(of: timeline.items) == heights.reduce(0, +))
      for hidden in 0...heights.reduce(0, +) {
        timeline.hiddenLines = hidden
        let visible = measure.visible(in: timeline, rows: 7)
        // Seven lines up from the hidden ones, or fewer.
        #expect(visible.map(\.lines.count).reduce(0, +) == min(7, heights.reduce(0, +) - hidden))
        var row: Int?
        for item in visible {
          #expect(item.lines.upperBound <= heights[item.index])
          #expect(row == nil || row == item.row)
          row = item.row + item.lines.count
        }
        if let row { #expect(row == 7) }
      }
    }
  }

  @Test("Links lead to their address unless it could do harm")
  func links() {
    func links(_ addresses: [String]) -> [String] {
      Screen.frame(
        of: Scene.state(Size(columns: 80, rows: 24)) {
          $0.timeline.items = addresses.enumerated().map { index, address in
            Scene.message(
              MessageID("l\(index)"), Scene.ana, "09:00", [.link(text: "look", target: .url(url: address))])
          }
        }
      ).links
    }
    #expect(
      links(["https://a.example", "https://b.example/x?y", "https://a.example"]) == [
        "https://a.example", "https://b.example/x?y",
      ])
    #expect(
      links([
        "https://a.example/\u{1B}]8;;", "javascript:alert(1)", "file:///etc/passwd", "https://a b",
      ]) == [])
    // Terminals show the target, which reveals a lookalike address.
    #expect(links(["https://а.example"]) == ["https://%D0%B0.example"])
  }

  @Test(
    "Twelve-hour times have their columns, and measure and drawing agree",
    arguments: [40, 80, 120])
  func twelveHours(width: Int) {
    var timeline = TimelineState()
    timeline.layout.timeWidth = 7
    timeline.items = [
      Scene.message("t1", Scene.ana, "9:12am", String(repeating: "many words ", count: 30)),
      Scene.message("t2", Scene.ben, "12:40pm", "short"),
    ]
    let frame = Screen.frame(of: Scene.state(Size(columns: width, rows: 40)) { $0.timeline = timeline })
    let lines = (0..<40).map { frame.grid.row($0).map(\.text).joined() }
    #expect(lines.contains { $0.contains(" 9:12am Ana") } && lines.contains { $0.contains("12:40pm Ben") })
    let layout = ScreenLayout(of: Scene.state(Size(columns: width, rows: 40)) { $0.timeline = timeline })
    let rows = layout.channel?.timeline.columns ?? 0
    let measure = TimelineMeasure(width: rows, layout: timeline.layout)
    let height = measure.height(of: timeline.items[0])
    let first = lines.firstIndex { $0.contains("9:12am") } ?? 0
    let second = lines.firstIndex { $0.contains("12:40pm") } ?? 0
    #expect(second - first == height)
  }
}
