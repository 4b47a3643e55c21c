import ChatDomain
import Testing

@testable import LocalStorage

/// Where a session stood, as versions kept it that knew no spaces.
private struct OlderSession: Recordable {
  let state: SessionState

  init(_ state: SessionState) { self.state = state }

  init(from reader: inout RecordReader) throws(RecordDamage) { throw RecordDamage.unknownTag }

  func write(to writer: inout RecordWriter) {
    writer.write(
      state.openChannel, state.openThread, state.isInThread, state.isOffline, state.foldedSections.sorted())
  }
}

@Suite("Sessions that earlier versions kept")
struct OlderSessionTests {
  private let state = SessionState(openChannel: "room", isOffline: true, foldedSections: ["threads"])

  @Test("One without a chosen space is read, and written as before, so that those versions read it too")
  func same() throws {
    let older = Record.sealed(OlderSession(state))
    let read: SessionState = try Record.opened(older)
    #expect(read == state && Record.sealed(state) == older)
    var chosen = state
    chosen.chosenSpace = "hill"
    let again: SessionState = try Record.opened(Record.sealed(chosen))
    #expect(again == chosen)
    for space in [nil, "hill"] as [ChannelID?] {
      let early = SessionState(openChannel: "room", chosenSpace: space, hasEarlyWords: true)
      let read: SessionState = try Record.opened(Record.sealed(early))
      #expect(read == early)
      let asking = SessionState(chosenSpace: space, knockReasons: ["#hill": "for the wine"])
      let again: SessionState = try Record.opened(Record.sealed(asking))
      #expect(again == asking)
      let attached = SessionState(openChannel: "room", chosenSpace: space, hasEarlyFiles: true)
      let last: SessionState = try Record.opened(Record.sealed(attached))
      #expect(last == attached)
    }
  }
}
