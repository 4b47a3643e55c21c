import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: what people do, with /me", .serialized)
struct ActionTests {
  @Test("/me is shown as a sentence about its author: in the channel, the sidebar and a quote")
  func shown() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/me waves at *everybody*", .shows("* Mia Me waves at everybody"))
    #expect(try mia.place(of: "* Mia Me").column > 27)
    mia.previews("* Mia Me waves", in: "# general")
    await mia.enter("and says this", .shows("you          and says this"))
    await mia.keys("M-s k r", .shows("> * Mia Me waves at everybody"))
    await mia.enter("indeed")
    #expect(mia.main.contains { $0.contains("> * Mia Me waves at everybody") }, "\(mia.picture)")
    #expect(mia.line == "|write to #general", "\(mia.line)")
  }

  @Test("A mention in it is a mention, and its reader is told")
  func mention() async throws {
    let mia = try await Scenario()
    let message = try await mia.say("*\u{A0}hugs [Mia](pn-user://mia) tightly", by: "ana")
    await mia.start()
    mia.sees("* Ana García hugs @you tightly")
    let place = try mia.place(of: "hugs @you")
    let style = mia.terminal.frame?.grid.row(place.row)[place.column + 5].style
    #expect(style?.attributes.contains(.underline) == true)
    #expect(message.mentions("mia"))
  }

  @Test("Editing it shows what was typed, and keeps what it is")
  func edited() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/ME waves")
    await mia.keys("Up", .shows("editing: /me waves"))
    await mia.enter(" back", .shows("* Mia Me waves back"), .shows("edited"))
    #expect(try await mia.said().map(\.text) == ["*\u{A0}waves back"])
    await mia.keys("Up C-a M-d Delete")
    #expect(mia.line.hasPrefix("|waves back"), "\(mia.line)")
    await mia.keys("Enter", .hides("* Mia Me"), .shows("waves back"))
    #expect(try await mia.said().map(\.text) == ["waves back"])
  }

  @Test("Alone it says how it is used, and with two slashes it is text")
  func alone() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/me", .shows("/me WORDS"))
    #expect(mia.line == "/me|")
    await mia.keys("C-u")
    await mia.enter("//me waves", .shows("you          /me waves"))
    #expect(try await mia.said().map(\.text) == ["/me waves"])
    await mia.keys("Up")
    await mia.enter(" back", .shows("you          /me waves back"))
    #expect(try await mia.said().map(\.text) == ["/me waves back"])
  }

  @Test("In line mode it is a sentence without the author in front")
  func spoken() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let heard = try await mia.hearing { try await mia.say("*\u{A0}waves", by: "ana") }
    #expect(heard == ["12:00: * Ana García waves"])
    let own = await mia.hearing { await mia.enter("/me nods") }
    #expect(own.contains { $0.contains("* Mia Me nods") }, "\(own)")
  }
}
