import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatUI

@Suite("Attaching a file before the last session's place is open", .serialized)
struct EarlyFilesTests {
  @Test("The file moves to that place; one left in no channel long ago stays")
  func file() async throws {
    let mia = try await Scenario().start(in: nil)
    mia.app.go(to: .channel(.nowhere))
    await mia.enter("/attach /srv/film.mp4")
    await mia.go(to: "general")
    let next = try await Scenario(store: mia.store)
    await next.slow(.seconds(60))
    await next.start(in: nil)
    await next.enter("/attach ~/notes.txt", .header("No channel"))
    // Each request takes a minute.
    for _ in 0..<8 { await next.wait(.seconds(60)) }
    #expect(next.header.hasPrefix("#general"), "\(next.picture)")
    func files(in channel: ChannelID) -> [String] {
      next.client.inputFiles(ofDraft: DraftKey(channelId: channel)).map(\.name)
    }
    #expect(files(in: "general") == ["notes.txt"] && files(in: .nowhere) == ["film.mp4"])
    next.sees("notes.txt")
  }

  @Test("A file attached just before the program ended is there after the next start")
  func fileAtTheEnd() async throws {
    let mia = try await Scenario.mia(lastIn: "offtopic", listComesAfter: .seconds(20))
    await mia.enter("/attach ~/notes.txt", .header("No channel"))
    #expect(try await mia.store.session()?.hasEarlyFiles == true)
    await mia.end()
    #expect(try await mia.store.session()?.hasEarlyFiles == false)
    try await mia.restart()
    #expect(mia.client.inputFiles(ofDraft: DraftKey(channelId: "offtopic")).map(\.name) == ["notes.txt"])
  }

  @Test("A file that cannot be read at that moment stays, without text that was left in no channel")
  func unreadableFile() async throws {
    let store = InMemoryStore()
    let lost = InputFile(path: "/mnt/stick/film.mp4")
    try await store.perform([
      .saveDraft(
        StoredDraft(
          key: DraftKey(channelId: .nowhere), content: DraftContent(elements: [.plainText(text: "later")]),
          inputFiles: [lost], createdAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 1))),
      .saveSession(SessionState(openChannel: "general", hasEarlyFiles: true)),
    ])
    let mia = try await Scenario(store: store).start(in: nil)
    #expect(mia.header.hasPrefix("#general"), "\(mia.picture)")
    #expect(mia.client.inputFiles(ofDraft: DraftKey(channelId: "general")) == [lost])
    #expect(mia.client.inputFiles(ofDraft: DraftKey(channelId: .nowhere)).isEmpty)
    #expect(mia.draft(in: .nowhere)?.text == "later")
  }

  @Test(
    "If there is old text in no channel, the file moves to the place or, after a crash, stays with that text",
    arguments: [true, false])
  func fileBesideOlderWords(isKilled: Bool) async throws {
    let mia = try await Scenario.miaWithOlderWords()
    let second = try await Scenario(store: mia.store)
    await second.slow(.seconds(60))
    await second.start(in: nil)
    await second.type("x", keys: "Backspace C-a C-k")
    await second.enter("/attach ~/notes.txt")
    await second.keys("C-y", .header("No channel"))
    #expect(second.draft(in: .nowhere)?.text == "for another day", "\(second.picture)")
    let third: Scenario
    if isKilled {
      third = try await Scenario(store: mia.store).start(in: nil)
    } else {
      try await second.restart()
      third = second
      await third.noFaults()
      for _ in 0..<8 { await third.wait(.seconds(60)) }
    }
    #expect(third.header.hasPrefix("#general") && third.line == "|write to #general", "\(third.picture)")
    #expect(third.draft(in: .nowhere)?.text == "for another day")
    let names = third.client.inputFiles(ofDraft: DraftKey(channelId: "general")).map(\.name)
    #expect(names == (isKilled ? [] : ["notes.txt"]))
    try await third.restart()
    #expect(third.draft(in: .nowhere)?.text == "for another day" && third.line == "|write to #general")
  }

  @Test(
    "After a crash the file is in the last place; with an older file, both stay in no channel",
    arguments: [true, false], [true, false])
  func fileAfterCrash(hasOlder: Bool, hasWords: Bool) async throws {
    let mia = try await Scenario().start(in: nil)
    mia.app.go(to: .channel(.nowhere))
    if hasOlder { await mia.enter("/attach /srv/film.mp4") }
    await mia.go(to: "general")
    // Two programs that are killed: each next one starts from the store.
    for file in ["~/notes.txt", nil] {
      let broken = try await Scenario(store: mia.store)
      await broken.slow(.seconds(60))
      await broken.start(in: nil)
      if let file { await broken.enter("/attach \(file)") }
      if hasWords { await broken.type("x") }
      #expect(!broken.header.hasPrefix("#general"), "\(broken.picture)")
    }
    let next = try await Scenario(store: mia.store).start(in: nil)
    #expect(next.header.hasPrefix("#general"), "\(next.picture)")
    func files(in channel: ChannelID) -> [String] {
      next.client.inputFiles(ofDraft: DraftKey(channelId: channel)).map(\.name)
    }
    #expect(files(in: "general") == (hasOlder ? [] : ["notes.txt"]))
    #expect(files(in: .nowhere) == (hasOlder ? ["film.mp4", "notes.txt"] : []))
    #expect(next.line == (hasWords ? "xx|" : "|write to #general"), "\(next.picture)")
    let session = try await next.store.session()
    #expect(session?.hasEarlyFiles == false && session?.hasEarlyWords == false)
    // Now text in no channel was left there on purpose.
    try await next.restart()
    #expect(files(in: .nowhere) == (hasOlder ? ["film.mp4", "notes.txt"] : []))
  }
}
