import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

/// A file takes its time to go out.
@Suite("Uploads", .serialized)
struct UploadTests {
  /// A film of which a third is sent.
  private func sending() async throws -> Scenario {
    var configuration = ClientConfiguration()
    configuration.takeBackPeriod = .seconds(10)
    let mia = try await Scenario(columns: 120, configuration: configuration).start()
    await mia.slow(.zero, uploads: .seconds(10))
    await mia.type("/attach /srv/film.mp4")
    await mia.keys("Enter Enter")
    await mia.wait(.seconds(10))
    return mia
  }

  private func pieces(_ mia: Scenario) async -> Int {
    await mia.device("mia", "terminal").requestCounts[.upload] ?? 0
  }

  @Test("The last line shows progress and the cancel key; after cancelling nothing more is sent")
  func givenUp() async throws {
    let mia = try await sending()
    #expect(mia.lastLine.contains("Sending film.mp4 32 % · M-s d gives it up"), "\(mia.picture)")
    await mia.type("meanwhile", .gives("meanwhile|"))
    let sent = await pieces(mia)
    await mia.keys("M-s d")
    await mia.confirm()
    await mia.settle()
    for _ in 0..<20 { await mia.wait(.seconds(10)) }
    #expect(await pieces(mia) == sent)
    #expect(try await mia.said().isEmpty)
    #expect(mia.line == "meanwhile|")
    #expect(!mia.lastLine.contains("Sending"), "\(mia.picture)")
    mia.misses("film.mp4")
    await mia.end()
  }

  @Test("Cancelling the cancellation sends the file")
  func takenBack() async throws {
    let mia = try await sending()
    await mia.keys("M-s d")
    await mia.confirm()
    await mia.settle()
    await mia.keys("C-x u")
    for _ in 0..<20 { await mia.wait(.seconds(10)) }
    #expect(try await mia.said().last?.files.map(\.size) == [200_000])
    await mia.end()
  }

  @Test("Offline nothing is sent, and nothing claims it")
  func offline() async throws {
    let mia = try await sending()
    await mia.offline(true)
    await mia.settle()
    #expect(!mia.lastLine.contains("Sending"), "\(mia.picture)")
    for _ in 0..<20 { await mia.wait(.seconds(10)) }
    #expect(try await mia.said().isEmpty)
    #expect(!mia.lastLine.contains("Sending"), "\(mia.picture)")
    await mia.offline(false)
    for _ in 0..<20 { await mia.wait(.seconds(10)) }
    #expect(try await mia.said().last?.files.map(\.size) == [200_000])
    await mia.end()
  }
}
