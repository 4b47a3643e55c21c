import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: pictures", .serialized)
struct PictureTests {
  /// Sends a picture of this many pixels from Ana.
  private func send(
    _ name: String = "hill.png", _ width: UInt8 = 20, _ height: UInt8 = 8, type: String = "image/png",
    bytes: Int = 100, with words: String = "", to mia: Scenario
  ) async throws {
    let ana = await mia.device("ana")
    let content = [width, height, 200] + Array(repeating: UInt8(0), count: bytes - 3)
    mia.clock.advance(by: .seconds(1))
    let id = TransactionID("upload \(mia.clock.now.microseconds)")
    let upload = try await ana.beginUpload(
      FileDescription(name: name, mimeType: type, size: bytes), transactionId: id)
    for start in stride(from: 0, to: bytes, by: 60_000) {
      _ = try await ana.upload(Array(content[start..<min(bytes, start + 60_000)]), at: start, to: upload)
    }
    let file = try await ana.finishUpload(upload)
    _ = try await ana.send(
      NewMessage(transactionId: id, channelId: "general", markup: words, files: [file.id]))
    await mia.settle()
  }

  /// The number of rows with pixels, and the number of pixels in the longest one.
  private func pixels(_ mia: Scenario) -> (rows: Int, columns: Int) {
    guard let grid = mia.terminal.frame?.grid else { return (0, 0) }
    let counts = (0..<grid.size.rows).map { grid.row($0).count(where: \.showsPixels) }
    return (counts.count { $0 > 0 }, counts.max() ?? 0)
  }

  @Test("A picture is drawn in coloured blocks below its file name")
  func shown() async throws {
    let mia = try await Scenario()
    try await send(with: "the hill", to: mia)
    await mia.start()
    mia.sees("hill.png")
    #expect(pixels(mia).rows == 4 && pixels(mia).columns == 20, "\(mia.picture)")
    let grid = try #require(mia.terminal.frame?.grid)
    let cell = try #require(grid.cells.first { $0.showsPixels })
    let red = Color.rgb(red: 200, green: 0, blue: 0)
    #expect(cell.style.foreground == red && cell.style.background == red)
    try await goAndComeBack(mia)
    #expect(mia.pictures.decoded == 1 && pixels(mia).rows == 4, "nothing is decoded twice")
    #expect(mia.downloads.files.isEmpty, "and nothing is kept for it")
  }

  /// The areas in which a terminal may show real pictures instead of blocks.
  private func placed(_ mia: Scenario) -> [Rect] { mia.terminal.frame?.pictures.map(\.visible) ?? [] }

  @Test("Terminals with graphics get pixels too, with auto and only there")
  func pixelsOfTheTerminal() async throws {
    let mia = try await Scenario()
    try await send(to: mia)
    await mia.start()
    let whole = placed(mia)
    #expect(whole.map(\.size) == [Size(columns: 20, rows: 4)], "\(mia.picture)")
    // A key does not change it, and suggestions over a part of it leave only blocks.
    await mia.type("look ")
    #expect(placed(mia) == whole)
    await mia.type("@")
    #expect(placed(mia).isEmpty && pixels(mia).rows > 0, "\(mia.picture)")
    await mia.keys("Escape")
    #expect(placed(mia) == whole)
    await mia.keys("C-x b")
    #expect(placed(mia).isEmpty)
    await mia.keys("Escape M-s")
    #expect(placed(mia) == whole)
    await mia.keys("v Escape")
    #expect(placed(mia) == whole)

    var settings = Settings()
    settings.images = .blocks
    let blocks = try await Scenario(settings: settings)
    try await send(to: blocks)
    await blocks.start()
    #expect(pixels(blocks).rows == 4 && placed(blocks).isEmpty)
    (settings.images, settings.isRemote) = (.automatic, true)
    let remote = try await Scenario(settings: settings)
    try await send(to: remote)
    await remote.start()
    await remote.keys("M-s v")
    #expect(pixels(remote).rows > 0 && placed(remote).isEmpty)
  }

  @Test("A chosen message keeps its picture's colours")
  func chosen() async throws {
    let mia = try await Scenario()
    try await send(to: mia)
    await mia.start()
    let before = mia.terminal.frame?.grid.cells.filter(\.showsPixels)
    await mia.keys("M-s")
    #expect(mia.terminal.frame?.grid.cells.filter(\.showsPixels) == before)
  }

  @Test("Pictures that are unwanted, impossible or too large are shown as a file")
  func line() async throws {
    var never = Settings()
    never.images = .never
    var remote = Settings()
    remote.isRemote = true
    for settings in [never, remote] {
      let mia = try await Scenario(settings: settings)
      try await send(to: mia)
      await mia.start()
      mia.sees("hill.png")
      #expect(pixels(mia).rows == 0 && mia.pictures.decoded == 0)
    }
    remote.images = .blocks
    let asked = try await Scenario(settings: remote)
    try await send(to: asked)
    await asked.start()
    #expect(pixels(asked).rows == 4)

    let without = try await Scenario()
    without.terminal.hasColors = false
    try await send(to: without)
    await without.start()
    #expect(without.pictures.decoded == 0)

    let large = try await Scenario()
    try await send(bytes: 3 << 20, to: large)
    try await send("notes.txt", type: "text/plain", to: large)
    await large.start()
    #expect(pixels(large).rows == 0 && large.pictures.decoded == 0)
  }

  @Test("A request for blocks without colours is explained once")
  func obstacle() async throws {
    for (images, isTold) in [(Settings.Images.blocks, true), (.automatic, false)] {
      var settings = Settings()
      settings.images = images
      let mia = try await Scenario(settings: settings)
      mia.pictures.obstacle = "chafa is not installed"
      try await send(to: mia)
      await mia.start()
      #expect(mia.shows("Pictures are not shown: chafa is not installed") == isTold, "\(mia.picture)")
      #expect(mia.pictures.decoded == 0)
      await mia.type("x", .hides("chafa"))
      await mia.keys(
        "Backspace M-s v", .notice("Not shown: chafa is not installed; o opens it in another program"))
    }
  }

  @Test("A picture that cannot be decoded says why and is not retried")
  func damaged() async throws {
    let mia = try await Scenario()
    try await send("hill.png", 0, 0, to: mia)
    await mia.start()
    mia.sees("no picture: it is damaged")
    try await goAndComeBack(mia)
    mia.sees("no picture: it is damaged")
    #expect(mia.pictures.decoded == 1)
  }

  private func goAndComeBack(_ mia: Scenario) async throws {
    for place in ["offtopic", "general"] {
      await mia.go(to: ChannelID(place))
    }
  }

  @Test("At most three pictures are fetched at once, and all arrive")
  func several() async throws {
    let mia = try await Scenario(columns: 80, rows: 40)
    for number in 0..<7 { try await send("hill\(number).png", 6, 2, to: mia) }
    mia.pictures.close()
    await mia.start()
    #expect(mia.pictures.begun == 3)
    mia.pictures.open()
    await mia.settle()
    #expect(mia.pictures.decoded == 7 && pixels(mia).rows == 7, "\(mia.picture)")
  }

  @Test("A temporary failure is retried on coming back")
  func passing() async throws {
    let mia = try await Scenario()
    try await send(to: mia)
    await mia.busy([.download], for: .seconds(600))
    await mia.start()
    mia.sees("no picture: ")
    await mia.offline(false)
    try await goAndComeBack(mia)
    #expect(pixels(mia).rows == 4, "\(mia.picture)")
  }

  @Test("A picture shown large stays decoded and replaces a failed one")
  func kept() async throws {
    let mia = try await Scenario()
    try await send("hill.png", 20, 8, bytes: 3 << 20, to: mia)
    await mia.start()
    await mia.keys("M-s v Escape v Escape")
    #expect(mia.pictures.decoded == 1)
  }

  @Test("A picture that loads below the edge does not move the text")
  func place() async throws {
    let mia = try await Scenario()
    for number in 0..<30 { try await mia.say("words \(number)", by: "ben") }
    let long = (0..<12).map { "line \($0)" }.joined(separator: "\n")
    try await send(with: long, to: mia)
    for number in 30..<34 { try await mia.say("words \(number)", by: "ben") }
    mia.pictures.close()
    await mia.start()
    await mia.keys(
      "M-PageUp M-PageUp M-PageUp M-PageUp M-PageUp M-PageUp M-PageUp M-PageUp M-PageUp M-PageUp")
    let before = mia.screen
    #expect(mia.shows("line 1") && !mia.shows("line 11"), "\(mia.picture)")
    mia.pictures.open()
    await mia.settle()
    #expect(mia.pictures.decoded == 1)
    #expect(mia.screen == before, "\(mia.picture)")
  }

  @Test("Leaving the channel stops the wait, and the picture is there on return")
  func left() async throws {
    let mia = try await Scenario()
    try await send(to: mia)
    mia.pictures.close()
    await mia.start()
    #expect(pixels(mia).rows == 0)
    await mia.go(to: "offtopic")
    mia.pictures.open()
    await mia.settle()
    await mia.go(to: "general")
    #expect(pixels(mia).rows == 4, "\(mia.picture)")
  }

  @Test("Offline it says so, and loads when online")
  func offline() async throws {
    let mia = try await Scenario()
    try await send(to: mia)
    mia.terminal.hasColors = false
    await mia.start()
    await mia.offline(true)
    mia.terminal.hasColors = true
    await mia.keys("M-s Escape", .shows("no picture: "))
    #expect(pixels(mia).rows == 0)
    await mia.offline(false)
    await mia.wait(.seconds(60))
    #expect(pixels(mia).rows == 4, "\(mia.picture)")
  }

  @Test("A key shows the picture large, another opens it in another program, and no file is left behind")
  func large() async throws {
    let mia = try await Scenario()
    try await send("hill.png", 200, 100, bytes: 3 << 20, to: mia)
    await mia.start()
    #expect(pixels(mia).rows == 0)
    let before = mia.screen
    await mia.keys("M-s v", .shows("hill.png"))
    #expect(pixels(mia).rows == 20 && pixels(mia).columns == 78, "\(mia.picture)")
    #expect(placed(mia) == [Rect(column: 1, row: 1, columns: 78, rows: 20)])
    await mia.resize(columns: 40, rows: 12)
    #expect(pixels(mia).rows == 9 && pixels(mia).columns == 36, "\(mia.picture)")
    await mia.resize(columns: 80, rows: 24)
    await mia.keys("Escape Escape")
    #expect(mia.screen == before && pixels(mia).rows == 0 && placed(mia).isEmpty)
    await mia.keys("M-s v Enter")
    #expect(mia.programs.opened == ["/kept/hill.png"])
    #expect(pixels(mia).rows == 0)
  }

  @Test("A panel hides pictures, and closing it shows them again")
  func behind() async throws {
    let mia = try await Scenario()
    try await send(to: mia)
    await mia.start()
    let before = mia.terminal.frame
    await mia.keys("C-x b")
    #expect(pixels(mia).rows == 0)
    await mia.keys("Escape")
    #expect(mia.terminal.frame == before)
  }

  @Test("Typing over a picture shows text, and the picture is gone")
  func typed() async throws {
    let mia = try await Scenario()
    try await send(to: mia)
    await mia.start()
    await mia.keys("M-s v", type: "hello")
    #expect(mia.app.focused?.composer.draft.text == "hello")
  }

  @Test("Line mode names the file and says what the key does")
  func plain() async throws {
    let mia = try await Scenario(isPlain: true)
    try await send(to: mia)
    await mia.start()
    await mia.keys("M-s v")
    #expect(mia.pictures.decoded == 0)
    #expect(mia.terminal.said.contains { $0.contains("this terminal cannot show pictures") })
  }

  @Test("A narrow pane narrows the picture")
  func narrow() async throws {
    let mia = try await Scenario(columns: 30, rows: 14)
    try await send("hill.png", 120, 40, to: mia)
    await mia.start()
    #expect((10...30).contains(pixels(mia).columns), "\(mia.picture)")
  }
}
