import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: saving files", .serialized)
struct SavingTests {
  /// Mia has sent a file, and it is the chosen message.
  private func started() async throws -> Scenario {
    let mia = try await Scenario().start()
    await mia.type("/attach ~/notes.txt")
    await mia.keys("Enter Enter")
    await mia.wait(.seconds(1))
    #expect(mia.shows("▤ notes.txt"))
    await mia.keys("M-s")
    return mia
  }

  @Test("s asks where, proposes a name, and says where the file is then")
  func asks() async throws {
    let mia = try await started()
    await mia.keys("s")
    #expect(mia.shows("┌ Save notes.txt as") && mia.shows("> ~/notes.txt"), "\(mia.picture)")
    await mia.keys("C-a M-f C-k")
    await mia.type("s of Ana.txt")
    await mia.keys("Enter")
    #expect(mia.downloads.files["/home/mia/notess of Ana.txt"]?.count == 1200, "\(mia.downloads.files.keys)")
    #expect(mia.foot.contains("Saved as /home/mia/notess of Ana.txt"), "\(mia.picture)")
  }

  @Test("The names in the folder are suggested, Tab takes one, and nothing is overwritten")
  func suggests() async throws {
    let mia = try await started()
    await mia.keys("s C-a C-k")
    await mia.type("/home/mia/ph")
    #expect(mia.shows("▸ photo.png"), "\(mia.picture)")
    await mia.keys("Tab")
    #expect(mia.shows("> /home/mia/photo.png"))
    await mia.keys("Enter")
    #expect(mia.downloads.files["/home/mia/photo.png"]?.count == 1200)
    await mia.keys("s Enter")
    await mia.keys("s Enter")
    #expect(
      mia.downloads.files.keys.filter { $0.hasSuffix("notes (2).txt") }.count == 1,
      "\(mia.downloads.files.keys)")
  }

  @Test("A place that does not exist is said, and nothing is left of the file")
  func refused() async throws {
    let mia = try await started()
    await mia.keys("s C-a C-k")
    await mia.type("/nowhere/x")
    await mia.keys("Enter")
    #expect(mia.foot.contains("There is no folder /nowhere"), "\(mia.picture)")
    #expect(mia.downloads.files.isEmpty)
  }

  @Test("/files lists what came, opens it and copies its path")
  func lists() async throws {
    let mia = try await started()
    await mia.keys("Esc")
    await mia.type("/files")
    await mia.keys("Enter")
    #expect(mia.shows("no file was opened or saved yet"))
    await mia.keys("Esc")
    await mia.type("/save ~/kept.txt")
    await mia.keys("Enter")
    await mia.type("/files")
    await mia.keys("Enter")
    #expect(mia.shows("▤ notes.txt") && mia.shows("/home/mia/kept.txt"), "\(mia.picture)")
    mia.programs.hasClipboard = true
    await mia.keys("Tab")
    #expect(mia.programs.clipboard == "/home/mia/kept.txt")
    await mia.keys("Enter")
    #expect(mia.programs.opened == ["/home/mia/kept.txt"])
  }

  @Test("A message without a file has none to save")
  func nothing() async throws {
    let mia = try await Scenario().start()
    try await mia.say("words", by: "ana")
    await mia.keys("M-s s")
    #expect(mia.status.contains("There is no file in it"))
  }
}

@Suite("Copying", .serialized)
struct CopyingTests {
  private func copied(_ hasProgram: Bool) async throws -> Scenario {
    let mia = try await Scenario().start()
    try await mia.say("some words", by: "ana")
    mia.programs.hasClipboard = hasProgram
    await mia.keys("M-s y")
    return mia
  }

  @Test("A program for the clipboard takes it, and then it is copied")
  func program() async throws {
    let mia = try await copied(true)
    #expect(mia.programs.clipboard == "some words" && mia.foot.contains("Copied"))
    #expect(!mia.terminal.acts.contains(.copy("some words")))
  }

  @Test("Without one the terminal gets it, and nobody claims that it took it")
  func terminal() async throws {
    let mia = try await copied(false)
    #expect(mia.terminal.acts.contains(.copy("some words")))
    #expect(mia.foot.contains("Sent to the terminal's clipboard") && !mia.foot.contains("Copied"))
  }
}

@Suite("The terminal's title", .serialized)
struct TitleTests {
  private func titles(_ mia: Scenario) -> [String] {
    mia.terminal.acts.compactMap { act in
      guard case .setTitle(let title) = act else { return nil }
      return title.glyphs.map(\.text).joined()
    }
  }

  @Test("It has the number of unread messages, without those of muted channels")
  func counts() async throws {
    let mia = try await Scenario().start()
    #expect(titles(mia) == ["inkwell"])
    try await mia.say("one", by: "ana", in: "offtopic")
    try await mia.say("two", by: "ana", in: "offtopic")
    #expect(titles(mia) == ["inkwell", "(1) inkwell", "(2) inkwell"])
    _ = try await mia.device("mia", "phone").update("offtopic", ChannelPreferencesChange(isMuted: true))
    await mia.settle()
    #expect(titles(mia).last == "inkwell")
    try await mia.say("three", by: "ana", in: "offtopic")
    #expect(titles(mia).count == 4)
    _ = try await mia.device("mia", "phone").update("offtopic", ChannelPreferencesChange(isMuted: false))
    await mia.settle()
    #expect(titles(mia).last == "(3) inkwell")
    await mia.keys("M-2")
    #expect(titles(mia).last == "inkwell")
  }

  @Test("It has no number where none is wanted")
  func switchedOff() async throws {
    var settings = Settings()
    settings.countsInTitle = false
    let mia = try await Scenario(settings: settings).start()
    try await mia.say("one", by: "ana", in: "offtopic")
    #expect(titles(mia) == ["inkwell"])
  }
}
