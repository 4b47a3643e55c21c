import ChatDomain
import TerminalScreen
import TestSupport
import Testing

@testable import ChatScreens

@Suite("Placed pictures")
struct PlacedPictureTests {
  private static let size = Size(columns: 100, rows: 30)

  private func picture(_ width: Int, _ height: Int, _ shade: UInt8 = 9) throws -> Picture {
    try #require(
      Picture(
        width: width, height: height,
        bytes: Array(repeating: [shade, 20, 30, 255], count: width * height).flatMap(\.self)))
  }

  private func state(
    _ pictures: [Picture], _ change: (inout ScreenState) -> Void = { _ in }
  ) -> ScreenState {
    Scene.state(Self.size) { state in
      state.timeline.items = pictures.enumerated().map { number, picture in
        Scene.message(MessageID("p\(number)"), Scene.ana, "09:1\(number)", "look") { row in
          row.message.files = [
            FileAttachment(id: FileID("f\(number)"), name: "a.png", mimeType: "image/png", size: 9)
          ]
          row.pictures = [PictureState(picture: picture)]
        }
      }
      change(&state)
    }
  }

  @Test("Each visible picture is placed once, exactly over its blocks")
  func shown() throws {
    let (first, second) = try (picture(30, 20), picture(30, 20, 200))
    let frame = Screen.frame(of: state([first, second]))
    #expect(frame.pictures.map(\.picture) == [first, second])
    for placed in frame.pictures {
      #expect(placed.visible == placed.whole && placed.visible.size == Size(columns: 30, rows: 10))
      for row in placed.visible.row..<placed.visible.endRow {
        let pixels = frame.grid.row(row).indices.filter { frame.grid.row(row)[$0].showsPixels }
        #expect(pixels == Array(placed.visible.column..<placed.visible.endColumn))
      }
    }
  }

  @Test("At the timeline's edge a picture is cut; scrolled out it is gone")
  func cut() throws {
    let picture = try picture(40, 24)
    var seen: [Int] = []
    for hidden in 0..<16 {
      let frame = Screen.frame(of: state([picture]) { $0.timeline.hiddenLines = hidden })
      guard let placed = frame.pictures.first else { continue }
      #expect(placed.whole.size == Size(columns: 40, rows: 12) && placed.visible.row == placed.whole.row)
      #expect(placed.source.rows == placed.visible.rows * 2)
      seen.append(placed.visible.rows)
    }
    #expect(seen == Array((1...12).reversed()))
  }

  @Test("A chosen message keeps its picture, and the new-messages line covers it")
  func covered() throws {
    let picture = try picture(40, 24)
    let chosen = Screen.frame(of: state([picture]) { $0.timeline.selection = "p0" })
    #expect(chosen.pictures.count == 1)
    let wide = try self.picture(40, 24)
    let narrow = state([wide]) {
      $0.size = Size(columns: 40, rows: 24)
      $0.timeline.newBelow = 120
      $0.timeline.hiddenLines = 3
    }
    #expect(Screen.frame(of: narrow).pictures.isEmpty)
  }

  @Test("A panel's picture is the only one and fills all but the last line")
  func panel() throws {
    let (small, large) = try (picture(30, 20), picture(320, 240))
    var behind = state([small])
    #expect(Screen.frame(of: behind).pictures.count == 1)
    behind.panel = .picture(PicturePanelState(title: "a.png", picture: large))
    let placed = Screen.frame(of: behind).pictures
    #expect(placed.map(\.picture) == [large])
    #expect(placed.first?.visible == Rect(column: 14, row: 1, columns: 72, rows: 27))
    behind.panel = .question(QuestionState(title: "", text: "Really?", answers: []))
    #expect(Screen.frame(of: behind).pictures.isEmpty)
  }

  @Test("Pictures never overlap each other or drawn text")
  func random() throws {
    var random = SeededGenerator(seed: TestSeed.value)
    var (kept, dropped) = (0, 0)
    for number in 0..<200 {
      var state = RandomState.make(
        Size(columns: random.within(20...130), rows: random.within(5...50)), &random)
      state.timeline.items = try state.timeline.items.map { item in
        guard case .message(var row) = item else { return item }
        row.wrappedValue.message.files = [
          FileAttachment(id: "f", name: "a.png", mimeType: "image/png", size: 9)
        ]
        row.wrappedValue.pictures = [
          PictureState(picture: try picture(random.within(1...60), random.within(1...40)))
        ]
        return .message(row)
      }
      let frame = Screen.frame(of: state)
      let name: Comment = "state \(number) of seed \(TestSeed.value)"
      for (index, placed) in frame.pictures.enumerated() {
        #expect(
          !placed.visible.isEmpty && frame.grid.bounds.intersection(placed.visible) == placed.visible, name)
        #expect(!placed.source.isEmpty, name)
        for other in frame.pictures[..<index] {
          #expect(other.visible.intersection(placed.visible).isEmpty, name)
        }
      }
      guard state.panel == nil else { continue }
      state.popup = nil
      let open = Screen.frame(of: state)
      for placed in open.pictures {
        let isCovered = frame.grid.differs(from: open.grid, in: placed.visible)
        #expect(frame.pictures.contains(placed) == !isCovered, name)
        if isCovered { dropped += 1 } else { kept += 1 }
        let isClean = (placed.visible.row..<placed.visible.endRow).allSatisfy { row in
          open.grid.row(row)[placed.visible.column..<placed.visible.endColumn].allSatisfy {
            $0.showsPixels || $0.text == " "
          }
        }
        #expect(isClean, name)
      }
    }
    #expect(kept > 50 && dropped > 5, "\(kept) \(dropped)")
  }
}

@Suite("Pictures in a timeline")
struct PictureRowsTests {
  private func picture(_ width: Int, _ height: Int) throws -> Picture {
    try #require(
      Picture(
        width: width, height: height,
        bytes: Array(repeating: [10, 20, 30, 255], count: width * height).flatMap(\.self)))
  }

  @Test("With a known size the rows do not change when the picture arrives", arguments: [20, 40, 120])
  func stable(columns: Int) throws {
    for (width, height) in [(4_000, 3_000), (30, 90), (640, 64), (5, 5)] {
      var state = PictureState(size: PictureSize(width: width, height: height))
      let before = PictureRows(state, columns: columns)
      state.failure = "it is damaged"
      #expect(PictureRows(state, columns: columns).count == before.count)
      // Also if the actual size differs.
      for (real, other) in [(300, 200), (10, 300), (300, 2)] {
        state = PictureState(size: state.size, picture: try picture(real, other))
        let rows = PictureRows(state, columns: columns)
        #expect(rows.count == before.count && rows.count <= 12)
        for row in 0..<rows.count { #expect(rows.row(row, .dark).width <= min(40, columns)) }
      }
    }
  }

  @Test("With an unknown size there is one line until it arrives")
  func unknown() throws {
    #expect(PictureRows(PictureState(), columns: 50).count == 1)
    #expect(PictureRows(PictureState(failure: "it is damaged"), columns: 50).count == 1)
    #expect(PictureRows(PictureState(picture: try picture(30, 20)), columns: 50).count == 10)
  }

  @Test("A block counts its rows and draws each of them alone")
  func block() throws {
    let item = Scene.message("p", User(id: "ana", name: "Ana"), "09:12", "look")
    guard case .message(var row) = item else { return }
    row.wrappedValue.message.files = [
      FileAttachment(id: "a", name: "a.png", mimeType: "image/png", size: 9),
      FileAttachment(id: "b", name: "b.txt", mimeType: "text/plain", size: 9),
    ]
    let columns = MessageColumns(width: 80, MessageLayout(), showsSigns: false)
    let plain = MessageBlock(row, columns).height
    row.wrappedValue.pictures = [PictureState(picture: try picture(30, 20)), nil]
    let block = MessageBlock(row, columns)
    #expect(block.height == plain + 10)
    #expect((0..<10).allSatisfy { block.line(plain - 1 + $0) == .picture(file: 0, row: $0) })
    #expect(block.line(block.height - 1) == .file(1))
  }
}
