import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: thumbnails", .serialized)
struct ThumbnailTests {
  /// Mia, with a message from Ana that has a picture of 200×100 pixels in a file of this many bytes.
  private func mia(
    bytes count: Int, toldSize: Int? = nil, thumbnail: [UInt8]? = nil, columns: Int = 80, rows: Int = 24
  ) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, rows: rows)
    var file = HistoricFile(
      name: "hill.png", mimeType: "image/png",
      bytes: Self.picture(200, 100, red: 50) + Array(repeating: 0, count: count), toldSize: toldSize)
    file.thumbnail = thumbnail
    let message = HistoricMessage(author: "ana", elements: [], createdAt: mia.clock.now, files: [file])
    try await mia.service.load(message, into: "general")
    return mia
  }

  private static func picture(_ width: UInt8, _ height: UInt8, red: UInt8) -> [UInt8] {
    [width, height, red]
  }
  private static let small = picture(20, 8, red: 90)
  private static let large = 3 << 20

  /// The size of the picture on the screen, and its amount of red.
  private func shown(_ mia: Scenario) -> (columns: Int, rows: Int, red: UInt8?) {
    guard let grid = mia.terminal.frame?.grid else { return (0, 0, nil) }
    let counts = (0..<grid.size.rows).map { grid.row($0).count(where: \.showsPixels) }
    var red: UInt8?
    if case .rgb(let value, _, _)? = grid.cells.first(where: \.showsPixels)?.style.foreground { red = value }
    return (counts.max() ?? 0, counts.count { $0 > 0 }, red)
  }

  @Test("A large file, or one of unknown size, is shown from the service's thumbnail")
  func small() async throws {
    for toldSize in [nil, 0, 300_000] {
      let mia = try await mia(bytes: Self.large, toldSize: toldSize, thumbnail: Self.small)
      await mia.start()
      #expect(shown(mia) == (20, 4, 90), "\(mia.picture)")
      #expect(mia.pictures.decoded == 1)
      await mia.end()
    }
    // The service makes no thumbnail of a small file.
    let mia = try await mia(bytes: 1_000, thumbnail: Self.small)
    await mia.start()
    #expect(shown(mia).red == 50 && mia.pictures.decoded == 1)
    await mia.end()
  }

  @Test("Without a usable thumbnail the file is shown, if it is not too large")
  func file() async throws {
    let damaged = Self.picture(0, 0, red: 0)
    let tooLarge = Self.small + Array(repeating: 0, count: Self.large)
    for thumbnail in [damaged, tooLarge] {
      let mia = try await mia(bytes: 1 << 20, thumbnail: thumbnail)
      await mia.start()
      #expect(shown(mia).red == 50, "\(mia.picture)")
      await mia.end()
      let large = try await self.mia(bytes: Self.large, thumbnail: thumbnail)
      await large.start()
      large.sees("hill.png  3.1 MB")
      #expect(shown(large).red == nil && !large.shows("no picture"), "\(large.picture)")
      await large.end()
    }
  }

  @Test("Offline a large picture waits")
  func offline() async throws {
    let mia = try await mia(bytes: Self.large, thumbnail: Self.small)
    mia.terminal.hasColors = false
    await mia.start()
    await mia.offline(true)
    mia.terminal.hasColors = true
    await mia.keys("M-s Escape", .shows("no picture: "))
    await mia.offline(false)
    await mia.wait(.seconds(60))
    #expect(shown(mia).red == 90, "\(mia.picture)")
    await mia.end()
  }

  @Test("The large view shows the thumbnail until the file arrives, and decodes nothing twice")
  func sharp() async throws {
    let mia = try await mia(bytes: Self.large, thumbnail: Self.small)
    await mia.start()
    mia.pictures.close()
    await mia.keys("M-s v")
    #expect(shown(mia) == (20, 4, 90) && mia.shows("Downloading hill.png"), "\(mia.picture)")
    mia.pictures.open()
    await mia.settle()
    #expect(shown(mia) == (78, 20, 50) && !mia.shows("Downloading"), "\(mia.picture)")
    await mia.keys("Escape M-s v")
    #expect(shown(mia) == (78, 20, 50) && mia.pictures.decoded == 2)
    await mia.keys("Escape Escape")
    #expect(shown(mia) == (20, 4, 90), "the timeline has its own: \(mia.picture)")
    await mia.end()
  }

  @Test("Enlarging the screen refines the picture; shrinking it does not fetch again")
  func resized() async throws {
    let mia = try await mia(bytes: Self.large, thumbnail: Self.small, columns: 40, rows: 12)
    await mia.start()
    await mia.keys("M-s v")
    #expect(shown(mia) == (36, 9, 50) && mia.pictures.decoded == 2, "\(mia.picture)")
    await mia.resize(columns: 80, rows: 24)
    await mia.settle()
    #expect(shown(mia) == (78, 20, 50) && mia.pictures.decoded == 3, "\(mia.picture)")
    await mia.resize(columns: 40, rows: 12)
    await mia.resize(columns: 80, rows: 24)
    #expect(shown(mia) == (78, 20, 50) && mia.pictures.decoded == 3)
    await mia.end()
  }

  @Test("Terminals with graphics get their own resolution, up to a million pixels")
  func pixels() async throws {
    for (cell, width, height) in [
      (Size(columns: 1, rows: 2), 78, 39), (Size(columns: 2, rows: 4), 156, 78),
      (Size(columns: 100, rows: 200), 200, 100),
    ] {
      let mia = try await mia(bytes: Self.large, thumbnail: Self.small)
      mia.terminal.pixelsOfCell = cell
      await mia.start()
      await mia.keys("M-s v")
      let picture = try #require(mia.terminal.frame?.pictures.first?.picture)
      #expect(picture.width == width && picture.height == height, "\(cell)")
      await mia.end()
    }
  }

  @Test("A picture that cannot be enlarged says so below the thumbnail")
  func tooLarge() async throws {
    let mia = try await mia(bytes: 21 << 20, thumbnail: Self.small)
    await mia.start()
    await mia.keys("M-s v")
    #expect(shown(mia) == (20, 4, 90))
    // Not inside `#expect`, which would print all bytes of the file.
    let isSaid = mia.shows("No sharper picture: hill.png is too large")
    #expect(isSaid, "\(mia.picture)")
    await mia.end()
  }
}
