import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Help", .serialized)
struct HelpTests {
  @Test("The help cuts no word at any width", arguments: [80, 83, 90, 97, 104, 111, 120])
  func whole(columns: Int) async throws {
    let mia = try await Scenario(columns: columns, rows: 60).start()
    for opening in ["F1", "/help"] {
      if opening == "F1" {
        await mia.keys("F1")
      } else {
        await mia.enter(opening)
      }
      for _ in 0..<8 {
        // Only a hint of a command's arguments has such a sign.
        let cut = mia.screen.filter { $0.replacing("PERSON…", with: "").contains("…") }
        #expect(cut.isEmpty, "\(cut)")
        await mia.keys("PgDn")
      }
      await mia.keys("Escape")
    }
  }

  @Test("PgDn moves by the number of visible rows", arguments: [24, 60])
  func pages(rows: Int) async throws {
    let mia = try await Scenario(columns: 100, rows: rows).start()
    await mia.keys("F1")
    let panel = try #require(mia.app.workspace.navigator.panels.panel as? HelpPanel)
    let last = try #require(mia.screen.lastIndex { $0.contains("└") && $0.contains("Esc close") })
    let shown = mia.screen[last - 1]
    await mia.keys("PgDn")
    let chosen = try #require(mia.screen.first { $0.contains("▸") })
    // What was the last row is still in sight.
    #expect(panel.contents.rows.selection >= rows / 3, "\(panel.contents.rows.selection)")
    #expect(mia.screen.contains(shown) || chosen == shown.replacing("│  ", with: "│▸ "), "\(mia.picture)")
    await mia.keys("PgUp")
    #expect(panel.contents.rows.selection <= 1)
  }
}
