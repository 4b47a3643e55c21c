import ChatDomain
import ChatScreens
import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@Suite("Message layout")
struct MessageLayoutTests {
  /// The lines right of the sidebar.
  private func lines(_ state: ScreenState) -> [String] {
    let grid = Screen.frame(of: state).grid
    let edge = ScreenLayout(of: state).sidebar?.columns ?? 0
    return (0..<grid.size.rows).map { row in
      grid.row(row)[edge...].map(\.text).joined().trimmingBlanksAtEnd
    }
  }

  private func cosy(_ size: Size, _ change: (inout ScreenState) -> Void) -> ScreenState {
    Scene.state(size) { state in
      change(&state)
      Scene.makeCosy(&state.timeline)
    }
  }

  // MARK: Cosy

  @Test(
    "Cosy: name and time above the text, and a blank line before the next person", arguments: Golden.sizes)
  func busyDay(size: Size) throws {
    try Golden.check(cosy(size) { $0.timeline.items = Scene.busyDay }, "Timeline/cosy-busy-day")
  }

  @Test("Cosy: formatted text has the full width", arguments: Golden.sizes)
  func formatted(size: Size) throws {
    try Golden.check(
      cosy(size) { $0.timeline.items = FormattedTimelineTests.items }, "Timeline/cosy-formatted")
  }

  @Test("Cosy: the chosen message with its heading", arguments: Golden.sizes)
  func selection(size: Size) throws {
    try Golden.check(cosy(size) { $0.timeline.selection = "m2" }, "Timeline/cosy-selection")
  }

  @Test("Cosy: a thread next to its channel", arguments: Golden.sizes)
  func thread(size: Size) throws {
    try Golden.check(
      cosy(size) { state in
        Scene.openThread(&state)
        guard var thread = state.thread else { return }
        Scene.makeCosy(&thread.timeline)
        state.thread = thread
      }, "Thread/cosy")
  }

  @Test("Cosy: wide characters", arguments: Golden.sizes)
  func wide(size: Size) throws {
    try Golden.check(cosy(size, Scene.speakWide), "Timeline/cosy-wide")
  }

  @Test("A heading keeps its time and truncates a long name")
  func longHeading() throws {
    let name = String(repeating: "Alexandra ", count: 20)
    let state = cosy(Size(columns: 40, rows: 12)) {
      $0.timeline.items = [Scene.message("h", User(id: "h", name: name), "12:40pm", "words")]
    }
    let heading = try #require(lines(state).first { $0.contains("Alexandra") })
    #expect(heading == "  Alexandra Alexandra Alexandr…  12:40pm")
  }

  private func later(_ time: String, _ text: String, _ change: (inout MessageRow) -> Void = { _ in })
    -> ScreenState
  {
    cosy(Size(columns: 40, rows: 14)) {
      $0.timeline.items = [
        Scene.message("l1", Scene.ana, "09:12", "first"),
        Scene.message("l2", Scene.ana, time, text) {
          $0.isGrouped = true
          change(&$0)
        },
      ]
    }
  }

  @Test("A message below another's heading has its time at the end, after its marks")
  func timeAtEnd() throws {
    #expect(lines(later("09:13", "words")).contains("  words" + String(repeating: " ", count: 28) + "09:13"))
    #expect(lines(later("", "words")).contains("  words"))
    let edited = lines(later("09:13", "words") { $0.message.editedAt = Timestamp(seconds: 1) })
    #expect(edited.contains("  words" + String(repeating: " ", count: 19) + "edited · 09:13"))
  }

  @Test("Without text the time follows the last file, if there is room")
  func timeBehindFile() throws {
    func shown(_ names: [String], _ change: @escaping (inout MessageRow) -> Void = { _ in }) -> [String] {
      lines(
        later("09:13", "") { row in
          row.message.elements = []
          row.message.files = names.map {
            FileAttachment(id: FileID($0), name: $0, mimeType: "image/png", size: 0)
          }
          change(&row)
        }
      ).filter { $0.contains("09:13") || $0.contains(".png") }
    }
    #expect(shown(["a.png"]) == ["  ▤ a.png" + String(repeating: " ", count: 26) + "09:13"])
    let two = shown(["a.png", "b.png"])
    #expect(two.count == 2 && two[0].hasSuffix("a.png") && two[1].hasSuffix("09:13"), "\(two)")
    #expect(shown([String(repeating: "x", count: 30) + ".png"]).allSatisfy { !$0.contains("09:13") })
    let edited = shown(["a.png"]) { $0.message.editedAt = Timestamp(seconds: 1) }
    #expect(edited.count { $0.contains("09:13") } == 1, "\(edited)")
  }

  @Test("The width of the time never changes the number of lines", arguments: 20...38)
  func heights(length: Int) throws {
    let words = String(repeating: "x", count: length)
    for isEdited in [false, true] {
      let pictures = ["", "now", "5 min", "59 min", "12:40pm"].map { time in
        lines(later(time, words) { if isEdited { $0.message.editedAt = Timestamp(seconds: 1) } })
      }
      let places = pictures.map { $0.firstIndex { $0.contains("first") } }
      #expect(Set(places).count == 1, "\(pictures)")
      #expect(pictures.allSatisfy { lines in lines.contains { $0.hasPrefix("  " + words) } })
    }
  }

  // MARK: Names

  private func named(_ name: String, width: Int, columns: Int) -> [String] {
    lines(
      Scene.state(Size(columns: columns, rows: 20)) { state in
        state.sidebar.isHidden = true
        state.timeline.layout.nameWidth = width
        state.timeline.items = [Scene.message("n", User(id: "n", name: name), "09:12", "words")]
      })
  }

  @Test("Names have the configured width, and longer ones are truncated")
  func nameWidth() {
    #expect(named("Ana", width: 8, columns: 80).contains(" 09:12 Ana      words"))
    #expect(named("Alexandra Montgomery", width: 8, columns: 80).contains(" 09:12 Alexand… words"))
    #expect(named("Alexandra", width: 9, columns: 80).contains(" 09:12 Alexandra words"))
    #expect(named("山田太郎さん", width: 8, columns: 80).contains(" 09:12 山田太…  words"))
    #expect(
      named("Alexandra Montgomery", width: 24, columns: 80).contains(" 09:12 Alexandra Montgomery     words"))
  }

  @Test(
    "In a narrow timeline names take at most a third, or are above the text"
  )
  func narrow() {
    #expect(
      named("Ana", width: 40, columns: 60).contains(
        " 09:12 Ana" + String(repeating: " ", count: 17) + "words"))
    for columns in [40, 49] {
      let shown = named("Alexandra Montgomery", width: 8, columns: columns)
      #expect(shown.contains(" 09:12 Alexandra Montgomery") && shown.contains("       words"), "\(shown)")
    }
  }

  // MARK: All of them

  @Test("Measuring, drawing and mouse targets agree in every layout")
  func measure() {
    var random = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<60 {
      var state = RandomState.make(
        Size(columns: random.within(20...120), rows: random.within(10...40)), &random)
      (state.thread, state.popup, state.panel) = (nil, nil, nil)
      guard let rect = ScreenLayout(of: state).channel?.timeline, !state.timeline.items.isEmpty else {
        continue
      }
      let measure = TimelineMeasure(
        width: rect.columns, layout: state.timeline.layout, showsSigns: state.theme.showsSigns)
      var memory = ScreenMemory()
      for visible in measure.visible(in: state.timeline, rows: rect.rows) {
        let item = state.timeline.items[visible.index]
        #expect(visible.lines.upperBound <= measure.height(of: item))
        for row in visible.row..<visible.row + visible.lines.count {
          let target = Screen.target(
            at: Position(column: rect.column, row: rect.row + row), in: state, reusing: &memory)
          if case .message(let message) = item {
            #expect(target == .message(message.wrappedValue.message.id, in: .channel))
          } else {
            #expect(target == .timeline(.channel))
          }
        }
      }
    }
  }

  // MARK: Marks

  @Test(
    "Marks are beside the last line of the text or below it, and never break it",
    arguments: [40, 60, 80, 100, 120])
  func marks(columns: Int) throws {
    for count in 1...24 {
      let text = Array(repeating: "word", count: count).joined(separator: " ")
      let state = Scene.state(Size(columns: columns, rows: 24)) {
        $0.timeline.items = [
          Scene.message("m", Scene.ana, "09:12", text) {
            $0.isPinned = true
            $0.message.editedAt = Timestamp(seconds: 9)
          }
        ]
      }
      let shown = lines(state)
      let last = try #require(shown.lastIndex { $0.contains("word") })
      let marks = try #require(shown.firstIndex { $0.hasSuffix("pinned · edited") })
      #expect(marks == last || marks == last + 1, "\(shown.joined(separator: "\n"))")
      let plain = Scene.state(Size(columns: columns, rows: 24)) {
        $0.timeline.items = [Scene.message("m", Scene.ana, "09:12", text)]
      }
      #expect(words(lines(plain)) == words(shown))
      #expect(shown.reduce(0) { $0 + $1.ranges(of: "word").count } == count)
    }
  }

  /// The words in each line.
  private func words(_ lines: [String]) -> [Int] {
    lines.map { $0.ranges(of: "word").count }.filter { $0 > 0 }
  }

  @Test("Where names of readers do not fit beside the text, they are counted")
  func readers() {
    func last(_ readers: [String], _ text: String) -> String? {
      let state = Scene.state(Size(columns: 80, rows: 24)) {
        $0.timeline.items = [Scene.message("m", Scene.ana, "09:12", text) { $0.readers = readers }]
      }
      return lines(state).last { $0.contains("read") }
    }
    #expect(last(["Ben"], "short")?.hasSuffix("read by Ben") == true)
    #expect(last(["Ben", "Cay"], "short")?.hasSuffix("read by Ben, Cay") == true)
    #expect(last(["Ben", "Cay", "Eve"], "short")?.hasSuffix("read by 3") == true)
    #expect(last(["Ben", "Cay"], "twenty letters of text")?.hasSuffix("text  read by 2") == true)
    #expect(last(["Ben"], "twenty letters of text")?.hasSuffix("text  read by 1") == true)
  }

  @Test("A thread begins at the top, below its parent, on a low screen too", arguments: 5...24)
  func lowThread(rows: Int) throws {
    for columns in [24, 80] {
      let state = Scene.state(Size(columns: columns, rows: rows)) { state in
        Scene.openThread(&state)
        state.composer.text = ""
        state.thread?.composer = ComposerState()
        state.thread?.timeline.items = [Scene.message("r", Scene.ben, "09:20", "reply")]
      }
      let shown = lines(state)
      let layout = ScreenLayout(of: state)
      let timeline = try #require(layout.thread).timeline
      guard timeline.rows > 1 else { continue }
      let parent = shown[timeline.row..<timeline.endRow].firstIndex { $0.contains("Could") }
      #expect(try #require(parent) <= timeline.row + 1, "\(shown.joined(separator: "\n"))")
    }
  }
}

extension String {
  fileprivate var trimmingBlanksAtEnd: String {
    var rest = Substring(self)
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
