import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: files", .serialized)
struct FileTests {
  @Test("The box for a path opens again with a wrong one")
  func wrongPath() async throws {
    let mia = try await Scenario().start()
    await mia.type("my words", keys: "C-x f")
    await mia.type(
      "~/nothing.txt", keys: "Enter", .shows("> ~/nothing.txt"), .shows("Cannot read /home/mia/nothing.txt"))
    await mia.keys("C-u")
    await mia.type("~/notes.txt", keys: "Enter", .shows("▤ notes.txt"), .line("my words|"))
  }

  @Test("Up right after a message with a file edits that message, and no older one")
  func upAtOnce() async throws {
    let mia = try await Scenario().start()
    await mia.enter("older")
    await mia.enter("/attach ~/notes.txt", .shows("▤ notes.txt"))
    await mia.type("newer")
    mia.terminal.send([.enter, .up, .character("!")].map { .key(KeyEvent($0)) })
    await mia.settle()
    mia.sees("editing")
    await mia.keys("", .line("newer!|"))
  }

  @Test("A file is shown above the composer with its size, and is sent with the message")
  func attached() async throws {
    let scenario = try await Scenario().start()
    await scenario.enter("/attach ~/notes.txt", .shows("notes.txt"))
    await scenario.enter("read this")
    await scenario.wait(.seconds(1))
    #expect(try await scenario.said().last?.files.map(\.name) == ["notes.txt"])
    #expect(scenario.main.contains { $0.contains("notes.txt") })
  }

  @Test("A file is sent with text typed in the same batch")
  func attachedInOneBurst() async throws {
    let scenario = try await Scenario().start()
    let enter = TerminalEvent.key(KeyEvent(.enter))
    func typed(_ text: String) -> [TerminalEvent] {
      text.map { .key(KeyEvent(.character($0))) }
    }
    scenario.terminal.send(typed("/attach ~/notes.txt") + [enter] + typed("read this") + [enter])
    await scenario.settle()
    await scenario.wait(.seconds(1))
    #expect(try await scenario.said().last?.text == "read this")
    #expect(try await scenario.said().last?.files.map(\.name) == ["notes.txt"])
    #expect(scenario.app.focused?.composer.draft.files.isEmpty == true)
  }

  @Test("Upload progress is shown")
  func progress() async throws {
    let scenario = try await Scenario().start()
    await scenario.slow(.zero, uploads: .seconds(10))
    await scenario.type("/attach /srv/film.mp4", keys: "Enter Enter", .shows("film.mp4"))
    await scenario.wait(.seconds(10))
    scenario.sees("32 %")
    await scenario.wait(.seconds(10))
    scenario.sees("65 %")
    for _ in 0..<4 { await scenario.wait(.seconds(10)) }
    scenario.misses(" %")
    #expect(try await scenario.said().last?.files.map(\.size) == [200_000])
  }

  @Test("An interrupted upload resumes, and nothing is sent twice")
  func interrupted() async throws {
    let scenario = try await Scenario().start()
    await scenario.slow(.zero, uploads: .seconds(10))
    await scenario.type("/attach /srv/film.mp4", keys: "Enter Enter")
    await scenario.wait(.seconds(15))
    await scenario.offline(true)
    await scenario.wait(.seconds(15))
    await scenario.offline(false)
    await scenario.wait(.seconds(120))
    #expect(try await scenario.said().map { $0.files.map(\.size) } == [[200_000]])
  }

  @Test("A refused upload fails the message with the reason, and R retries")
  func refused() async throws {
    let scenario = try await Scenario().start()
    await scenario.refuse([.beginUpload])
    await scenario.enter("/attach ~/photo.png")
    await scenario.enter("look", .shows("! failed  R"), .shows("you are not allowed to do that"))
    await scenario.noFaults()
    await scenario.keys("M-s R")
    await scenario.confirm()
    await scenario.wait(.seconds(1))
    #expect(try await scenario.said().last?.files.map(\.name) == ["photo.png"])
  }

  @Test("A missing file is refused before sending")
  func missing() async throws {
    let scenario = try await Scenario().start()
    await scenario.enter("/attach ~/nothing.txt", .shows("Cannot read /home/mia/nothing.txt"))
  }

  @Test("A queued file is named in the timeline and in the sidebar")
  func offline() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    await scenario.type("/attach ~/notes.txt", keys: "Enter Enter")
    #expect(scenario.main.contains { $0.contains("▤ notes.txt") })
    scenario.previews("you: ▤ notes.txt", in: "# general")
  }

  @Test("A draft's files survive a restart")
  func restart() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    await scenario.enter("/attach ~/notes.txt")
    await scenario.type("with it")
    try await scenario.restart()
    #expect(scenario.main.contains { $0.contains("notes.txt") })
    await scenario.keys("Enter")
    await scenario.wait(.seconds(1))
    #expect(try await scenario.said().last?.files.map(\.name) == ["notes.txt"])
  }
}

/// Slow uploads.
@Suite("Uploads", .serialized)
struct UploadTests {
  /// Sends a film, of which a third is uploaded.
  private func sending() async throws -> Scenario {
    var configuration = ClientConfiguration()
    configuration.takeBackPeriod = .seconds(10)
    let mia = try await Scenario(columns: 120, configuration: configuration).start()
    await mia.slow(.zero, uploads: .seconds(10))
    await mia.type("/attach /srv/film.mp4", keys: "Enter Enter")
    await mia.wait(.seconds(10))
    return mia
  }

  private func pieces(_ mia: Scenario) async -> Int {
    await mia.device("mia", "terminal").requestCounts[.upload] ?? 0
  }

  @Test("The last line shows progress and the cancel key; after cancelling nothing more is sent")
  func givenUp() async throws {
    let mia = try await sending()
    #expect(mia.lastLine.contains("Sending film.mp4 32 % · M-s d cancels"), "\(mia.picture)")
    await mia.type("meanwhile", .line("meanwhile|"))
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
