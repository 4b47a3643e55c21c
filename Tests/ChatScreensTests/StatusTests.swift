import ChatScreens
import TerminalScreen
import Testing

@Suite("The last line")
struct StatusTests {
  private func line(_ columns: Int, _ change: (inout StatusState) -> Void) -> String {
    let state = Scene.state(Size(columns: columns, rows: 24)) {
      $0.status.hint = "M-Enter newline"
      $0.status.help = "F1 help"
      change(&$0.status)
    }
    let grid = Screen.frame(of: state).grid
    let row = grid.row(grid.size.rows - 1).filter { $0.width > 0 }.map(\.text).joined()
    let words = row.split(separator: "│").last.map(String.init) ?? row
    return words.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  @Test(
    "Items that do not fit are omitted whole, by importance; the help key stays at 80 columns",
    arguments: [
      (120, "online · 4 for you · drafts saved M-Enter newline · F1 help"),
      (80, "online · 4 for you · drafts saved F1 help"), (40, "online · 4 for you · drafts saved"),
      (33, "online · 4 for you F1 help"),
    ])
  func news(columns: Int, shown: String) {
    let line = line(columns) { $0.news = "4 for you" }
    #expect(line.hasSuffix(shown), "\(line)")
  }

  @Test("Beside a long state the number is whole or omitted", arguments: 20...80)
  func whole(columns: Int) {
    let line = line(columns) {
      $0.connection = .init("offline since 09:12, again in 8 s", .warning)
      $0.news = "4 for you"
    }
    #expect(line.contains("· 4 for you") == line.contains("4"), "\(line)")
    #expect(line.contains("drafts saved") == line.contains("drafts"), "\(line)")
    #expect(line.contains("F1 help") == line.contains("F1"), "\(line)")
    if columns >= 40, columns < 60 {
      #expect(line.contains("! offline since 09:12, again in 8 s"), "\(line)")
    }
  }

  @Test("Problems come first, and normal states make room for them")
  func wrong() {
    let line = line(40) {
      $0.news = "4 for you"
      $0.saving = .init("not saved: no room on the disk", .error)
    }
    #expect(line.hasPrefix("! not saved: no room on the disk") && !line.contains("4 for"), "\(line)")
  }
}
