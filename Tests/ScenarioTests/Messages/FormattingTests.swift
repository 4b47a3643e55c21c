import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: formatting", .serialized)
struct FormattingTests {
  private func plain() async throws -> Scenario {
    var settings = Settings()
    settings.composer.messageFormat = .plain
    return try await Scenario(settings: settings)
  }

  private func copied(_ mia: Scenario) -> [String] {
    mia.terminal.acts.compactMap { if case .copy(let text) = $0 { text } else { nil } }
  }

  @Test("While typing, markup stays visible and quiet, and nothing moves")
  func typed() async throws {
    let mia = try await Scenario().start()
    await mia.type("a **bold** and `code` x", .line("a **bold** and `code` x|"))
    #expect(try mia.style(of: "bold**").attributes.contains(.bold))
    #expect(try mia.style(of: "**bold").foreground != mia.style(of: "a **").foreground)
    #expect(try !mia.style(of: "and `").attributes.contains(.bold))
    await mia.keys("C-a C-k", type: "a **bold")
    #expect(try !mia.style(of: "bold").attributes.contains(.bold))
  }

  @Test("Without markup, text is sent, shown and edited as typed")
  func plainFormat() async throws {
    let mia = try await plain()
    try await mia.say("from **ben**", by: "ben")
    await mia.start()
    mia.sees("from **ben**")
    await mia.type("__init__ is **not** bold")
    #expect(try !mia.style(of: "not**").attributes.contains(.bold))
    await mia.keys("Enter", .shows("__init__ is **not** bold"))
    #expect(try await mia.said().last?.text == #"\_\_init\_\_ is \*\*not\*\* bold"#)
    await mia.keys("Up", .line("__init__ is **not** bold|"))
    await mia.enter(" *at all*")
    #expect(try await mia.said().last?.text == #"\_\_init\_\_ is \*\*not\*\* bold \*at all\*"#)
    await mia.keys("M-p", .line("__init__ is **not** bold *at all*|"))
  }

  @Test("An edit without markup keeps the message's formatting")
  func plainEditOfStyledWords() async throws {
    let mia = try await plain()
    try await mia.say("so **bold**", by: "mia")
    await mia.start()
    await mia.keys("Up", .line("so **bold**|"))
    await mia.enter(" *too*")
    #expect(try await mia.said().last?.text == "so **bold** *too*")
  }

  @Test("y copies a code block without its fences, or asks which part")
  func copy() async throws {
    let mia = try await Scenario()
    try await mia.say("```swift\nlet a = 1\n\nlet b\n```", by: "ana")
    await mia.start()
    await mia.keys("M-s y")
    #expect(copied(mia) == ["let a = 1\n\nlet b"])
    await mia.keys("Escape")
    try await mia.say("look:\n```\nlet c\n```", by: "ana")
    await mia.keys("M-s y", .shows("┌ Copy"))
    await mia.keys("Enter")
    #expect(copied(mia).last == "let c")
    await mia.keys("M-s y Down Enter")
    #expect(copied(mia).last == "look:\n```\nlet c\n```")
  }

  @Test("Long code lines wrap, or are cut and scrolled by keys")
  func longCode() async throws {
    let mia = try await Scenario()
    try await mia.say("```\n0123456789 " + String(repeating: "abcdefghi ", count: 8) + "END\n```", by: "ana")
    await mia.start()
    mia.sees("│ 0123456789", "END")
    await mia.keys("M-s w", .shows("│ 0123456789"), .hides("END"), .shows("…"))
    await mia.keys("l l l l l l l l l", .shows("END"), .hides("0123456789"))
    await mia.keys("h h h h h h h h h", .shows("│ 0123456789"))
    await mia.keys("w", .shows("END"))
  }

  @Test("Cutting and scrolling code apply to the chosen message and end with the mode")
  func cutCodeOfChosenMessage() async throws {
    let mia = try await Scenario()
    let long = "0123456789 " + String(repeating: "abcdefghi ", count: 9) + "END"
    try await mia.say("```swift\nlet a = 1\n```", by: "ana")
    try await mia.say("```python\n\(long)\n```\n\n```swift\nlet b = 2\n```", by: "ben")
    await mia.start()
    let before = mia.screen.filter { $0.contains("│ ") }
    await mia.keys("M-s w l l", .shows("let a = 1"), .shows("let b = 2"), .hides("0123456789"))
    await mia.keys("l l l l l l l l l l l l l l l l l l l l", .shows("END"), .shows("let b = 2"))
    await mia.keys("h", .hides("END"))
    await mia.keys("Escape")
    #expect(mia.screen.filter { $0.contains("│ ") } == before)
    await mia.keys("M-s w l k j", .shows("0123456789"), .shows("END"))
  }

  @Test("Spoilers are hidden in lists and desktop notifications")
  func spoilers() async throws {
    let mia = try await Scenario().start()
    await mia.look(away: true)
    try await mia.say("[Mia](pn-user://mia) **so**: ||he dies||", by: "ana")
    let notices = mia.terminal.acts.compactMap { if case .notify(let text) = $0 { text } else { nil } }
    #expect(notices.last == "Ana García: @you so: ▒▒▒▒▒▒▒")
    mia.misses("he dies")
    await mia.look(away: false)
    await mia.keys("C-x i", .hides("he dies"))
  }

  @Test("o opens visible links, and no address in code")
  func opening() async throws {
    let mia = try await Scenario()
    try await mia.say("`https://code.example` https://shown.example/a_b", by: "ana")
    await mia.start()
    await mia.keys("M-s o", .hides("┌ Open"))
    #expect(mia.programs.opened == ["https://shown.example/a_b"])
  }
}
