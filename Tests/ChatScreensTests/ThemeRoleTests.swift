import ChatScreens
import TerminalScreen
import TestSupport
import Testing

@Suite("The styles of a theme")
struct ThemeRoleTests {
  @Test("Each style can be set by its name")
  func complete() {
    let fields = Mirror(reflecting: Theme()).children.compactMap(\.label).filter { $0 != "ground" }
    #expect(Set(Theme.roles.map(\.name) + [Theme.namesRole]) == Set(fields))
    #expect(fields.count == Theme.roles.count + 1)
    for role in Theme.roles {
      var theme = Theme()
      theme[keyPath: role.path] = Style(.palette(200), on: .palette(201), [.strikethrough])
      let changed = Mirror(reflecting: theme).children.first { $0.label == role.name }
      #expect(changed?.value as? Style == theme[keyPath: role.path], "\(role.name)")
    }
  }

  @Test("Each style is visible somewhere")
  func seen() {
    var random = SeededGenerator(seed: TestSeed.value)
    let states = (0..<60).map { _ in RandomState.make(Size(columns: 120, rows: 40), &random) }
    for role in Theme.roles {
      let isSeen = states.contains { state in
        var state = state
        state.theme[keyPath: role.path] = Style(.rgb(red: 1, green: 2, blue: 3))
        return Screen.frame(of: state).grid.cells.contains {
          $0.style.foreground == .rgb(red: 1, green: 2, blue: 3)
        }
      }
      #expect(isSeen, "\(role.name)")
    }
  }

  @Test("A theme's background is everywhere except on the chosen row and under a picture")
  func background() {
    var random = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<20 {
      var state = RandomState.make(Size(columns: 80, rows: 24), &random)
      state.theme.text = Style(.palette(7), on: .palette(17))
      state.theme = state.theme.onItsBackground
      let cells = Screen.frame(of: state).grid.cells
      let grounds = [state.theme.text, state.theme.selected, state.theme.chosen].map(\.background)
      // The lower half of a picture's cell is its background.
      let words = cells.filter { !$0.showsPixels }
      #expect(words.allSatisfy { grounds.contains($0.style.background) })
    }
  }
}
