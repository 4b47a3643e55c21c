import ChatDomain
import TerminalScreen
import Testing

@testable import ChatScreens

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
      // Also where it is not what was said.
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
