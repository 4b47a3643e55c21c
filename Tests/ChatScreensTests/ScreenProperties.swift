import ChatDomain
import DraftEngine
import TerminalScreen
import TestSupport
import Testing

@testable import ChatScreens

@Suite("Any state at any size")
struct ScreenProperties {
  @Test(
    "Every frame is whole: size, cursor, wide glyphs, and the same with and without caches")
  func frames() {
    var random = SeededGenerator(seed: TestSeed.value)
    var memory = ScreenMemory()
    for number in 0..<240 {
      // Mostly small sizes, because panes fold away there; some are very large.
      let isLarge = random.percent(15)
      let size = Size(columns: random.below(isLarge ? 201 : 131), rows: random.below(isLarge ? 61 : 31))
      let state = RandomState.make(size, &random)
      let frame = Screen.frame(of: state)
      let name: Comment = "state \(number) of seed \(TestSeed.value) at \(size)"
      #expect(frame.grid.size == size, name)
      #expect(frame.grid.cells.count == size.columns * size.rows, name)
      if let cursor = frame.cursor { #expect(frame.grid.bounds.contains(cursor), name) }
      if case .question = state.panel { #expect(frame.cursor == nil, name) }
      #expect((0..<size.rows).allSatisfy { isWhole(frame.grid.row($0), links: frame.links.count) }, name)
      #expect(Screen.frame(of: state, reusing: &memory) == frame, name)
      check(state, frame, name)
    }
  }

  @Test("A frame drawn over the previous equals one drawn from scratch")
  func following() {
    var random = SeededGenerator(seed: TestSeed.value)
    for number in 0..<(isSoak ? 20 : 6) {
      var memory = ScreenMemory()
      var state = RandomState.make(
        Size(columns: random.within(30...130), rows: random.within(8...40)), &random)
      if random.percent(80) { (state.popup, state.panel) = (nil, nil) }
      if random.percent(60) { state.thread = nil }
      for step in 0..<60 {
        let isSame = Screen.frame(of: state, reusing: &memory) == Screen.frame(of: state)
        #expect(isSame, "step \(step) of run \(number), seed \(TestSeed.value)")
        RandomState.changePart(of: &state, &random)
      }
    }
  }

  /// Whether every wide glyph has both cells, links have targets, and there are no control characters.
  private func isWhole(_ row: [Cell], links: Int) -> Bool {
    var isSecondHalf = false
    for cell in row {
      guard (cell.width == 0) == isSecondHalf else { return false }
      isSecondHalf = cell.width == 2
      if let link = cell.style.link, link.index >= links { return false }
      for scalar in cell.text.unicodeScalars where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      {
        return false
      }
    }
    return !isSecondHalf
  }

  @Test("Screens of every small size are drawn")
  func smallSizes() {
    var random = SeededGenerator(seed: TestSeed.value)
    for columns in 0...30 {
      for rows in 0...12 {
        let size = Size(columns: columns, rows: rows)
        #expect(Screen.frame(of: RandomState.make(size, &random)).grid.size == size)
      }
    }
    #expect(Screen.frame(of: Scene.state(Size(columns: 500, rows: 200))).grid.cells.count == 100_000)
  }

  /// Where nothing covers it, the caret is where the layout says, and no parts of the screen overlap.
  private func check(_ state: ScreenState, _ frame: Frame, _ name: Comment) {
    guard ScreenLayout.fits(state.size) else { return }
    let layout = ScreenLayout(of: state)
    var parts = [layout.sidebar, layout.divider, layout.status].compactMap { $0 }
    for pane in [layout.channel, layout.thread].compactMap({ $0 }) {
      parts += [pane.header, pane.timeline, pane.rule, pane.destination, pane.notes, pane.text, pane.preview]
      #expect(!pane.timeline.isEmpty && !pane.text.isEmpty && !pane.destination.isEmpty, name)
    }
    for (index, part) in parts.enumerated() {
      #expect(part.intersection(frame.grid.bounds) == part, name)
      #expect(parts[(index + 1)...].allSatisfy { part.intersection($0).isEmpty }, name)
    }
    guard state.panel == nil, let cursor = frame.cursor else {
      #expect(state.panel != nil, name)
      return
    }
    #expect([layout.channel, layout.thread].contains { $0?.text.contains(cursor) == true }, name)
  }
}
