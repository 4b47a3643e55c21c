import ChatDomain
import ChatScreens
import Foundation
import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

/// The most visible styles: selected rows, names, panels and consecutive messages.
@Suite("Styles")
struct LooksTests {
  private static let themes: [(name: String, theme: Theme)] = [
    ("dark", .dark), ("light", .light), ("unknown", .unknown), ("contrast", .highContrast),
    ("without colours", .monochrome),
  ]

  private func lines(_ frame: Frame) -> [String] {
    (0..<frame.grid.size.rows).map { frame.grid.row($0).map(\.text).joined() }
  }

  private func list(_ size: Size, _ theme: Theme) -> ScreenState {
    Scene.state(size) { state in
      var list = ListPanelState()
      list.title = "Search"
      list.rows = [
        PanelRow("the old login", detail: "Ana, in a thread", trailing: "Fri"),
        PanelRow("nothing", detail: "Ben"),
      ]
      list.rows[0].matches = [8..<13]
      list.rows[1].matches = [0..<2]
      state.panel = .list(list)
      state.theme = theme
    }
  }

  @Test("A chosen row has one background and one colour", arguments: Golden.sizes)
  func chosenRow(size: Size) throws {
    for (name, theme) in Self.themes {
      let frame = Screen.frame(of: list(size, theme))
      let first = try #require(lines(frame).firstIndex { $0.contains("▸ the old login") })
      for row in first...first + 1 {
        let cells = frame.grid.row(row)
        let bars = cells.indices.filter { cells[$0].text == "│" }
        // The box has the last bars in its row.
        let inside = bars[bars.count - 2] + 1..<bars[bars.count - 1]
        let styles = Set(
          inside.map { cells[$0].style }.map {
            "\($0.foreground) \($0.background) \($0.attributes.contains(.reverse))"
          })
        #expect(styles.count == 1, "\(name), row \(row): \(styles)")
        #expect(cells[inside.lowerBound].style.background == theme.selected.background)
        #expect(inside.allSatisfy { !cells[$0].style.attributes.contains(.dim) }, "selected wins over quiet")
      }
    }
  }

  @Test("Matches are highlighted, also in the chosen row")
  func matches() throws {
    for (name, theme) in Self.themes {
      let frame = Screen.frame(of: list(Size(columns: 80, rows: 24), theme))
      func underlined(_ words: String) throws -> String {
        let row = try #require(lines(frame).firstIndex { $0.contains(words) })
        return frame.grid.row(row).filter { $0.style.attributes.contains(.underline) }.map(\.text).joined()
      }
      #expect(try underlined("the old login") == "login", "\(name)")
      #expect(try underlined("nothing") == "no", "\(name)")
    }
  }

  @Test(
    "A panel is centred in the timeline, and everything behind it is dimmed",
    arguments: Golden.sizes)
  func panel(size: Size) throws {
    for (_, theme) in Self.themes {
      let state = list(size, theme)
      let frame = Screen.frame(of: state)
      let top = try #require(lines(frame).firstIndex { $0.contains("┌ Search") })
      let cells = frame.grid.row(top)
      let left = try #require(lines(frame)[top].firstRange(of: "┌ Search")).lowerBound
      let start = lines(frame)[top][..<left].unicodeScalars.count
      let end = try #require(cells.indices.last { cells[$0].text == "┐" })
      let stage = size.columns < 80 ? 0 : ScreenLayout(of: state).sidebar?.columns ?? 0
      #expect(
        abs((start - stage) - (size.columns - 1 - end)) <= 1, "\(start)–\(end) of \(stage)–\(size.columns)")
      for row in 0..<size.rows {
        for column in 0..<size.columns where column < start || column > end {
          #expect(frame.grid.row(row)[column].style == theme.behind.over(theme.text))
        }
      }
      #expect(frame.cursor == nil && frame.links.isEmpty)
    }
  }

  @Test("A chosen message in reverse video has uniform colours and keeps its attributes")
  func reversed() throws {
    for theme in [Theme.unknown, .highContrast, .highContrastOnLight, .monochrome] {
      let frame = Screen.frame(
        of: Scene.state(Size(columns: 80, rows: 24)) {
          $0.theme = theme
          $0.timeline.items = FormattedTimelineTests.items
          $0.timeline.selection = "f3"
        })
      let row = try #require(lines(frame).firstIndex { $0.contains("func add") })
      let cells = frame.grid.row(row).suffix(52).filter { $0.text != " " }
      #expect(Set(cells.map { "\($0.style.foreground) \($0.style.background)" }).count == 1)
      #expect(cells.allSatisfy { $0.style.attributes.contains(.reverse) })
      #expect(cells.contains { $0.style.attributes.contains(.bold) })
    }
  }

  private func messages(_ size: Size, _ change: (inout [TimelineItem]) -> Void = { _ in }) -> [String] {
    var items: [TimelineItem] = []
    for (number, time) in ["09:12", "09:13", "09:14"].enumerated() {
      if case .message(var row) = Scene.message(MessageID("l\(number)"), Scene.alex, time, "words \(number)")
      {
        row.wrappedValue.isGrouped = number > 0
        items.append(.message(row))
      }
    }
    change(&items)
    let state = Scene.state(size) { $0.timeline.items = items }
    return lines(Screen.frame(of: state)).map { line in String(line.dropFirst(size.columns < 60 ? 0 : 27)) }
  }

  @Test(
    "In consecutive messages each has its time and only the first a name",
    arguments: Golden.sizes.prefix(2))
  func times(size: Size) {
    let lines = messages(size)
    for time in ["09:12", "09:13", "09:14"] { #expect(lines.contains { $0.contains(time) }, "\(lines)") }
    #expect(lines.filter { $0.contains("Alex Dunn") }.count == 1)
  }

  @Test("A blank line after files ties them to the message above")
  func gap() throws {
    let lines = messages(Size(columns: 80, rows: 24)) { items in
      items[0] = Scene.message("l0", Scene.alex, "09:12", "words 0") {
        $0.message.files = [FileAttachment(id: "f", name: "notes.txt", mimeType: "", size: 48)]
      }
      items.insert(.gap, at: 1)
    }
    let file = try #require(lines.firstIndex { $0.contains("notes.txt") })
    #expect(lines[file + 1].allSatisfy { $0 == " " }, "\(lines)")
    #expect(lines[file + 2].contains("09:13") && lines[file + 2].contains("words 1"))
  }

  @Test(
    "A name is never cut: without room it is above the text",
    arguments: [40, 60, 80, 100, 120])
  func names(columns: Int) throws {
    for name in ["Eve Adams", "Alexandra Montgomery"] {
      let state = Scene.state(Size(columns: columns, rows: 24)) { state in
        let items = [Scene.message("n", User(id: "n", name: name), "09:12", "could somebody look at this?")]
        state.timeline.items = items
        Scene.openThread(&state)
        state.thread?.timeline.items = items
      }
      let shown = lines(Screen.frame(of: state))
      let places = columns >= 100 ? 2 : 1
      #expect(
        shown.reduce(0) { $0 + $1.ranges(of: name).count } == places, "\(shown.joined(separator: "\n"))")
    }
  }
}

@Suite("The styles of a theme")
struct ThemeRoleTests {
  @Test("All words of the selected row and of the selected message have a contrast of at least 4.5")
  func contrast() throws {
    for (theme, words) in [(Theme.dark, 0.72), (.light, 0.033)] {
      func luminance(_ color: Color) -> Double {
        func linear(_ level: Double) -> Double {
          level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        }
        func sum(_ red: Double, _ green: Double, _ blue: Double) -> Double {
          0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }
        switch color {
        // The words of a usual terminal, #dddddd or #333333.
        case .standard: return words
        case .rgb(let red, let green, let blue):
          return sum(Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        case .palette(let index) where index >= 232:
          let grey = Double(8 + 10 * (Int(index) - 232)) / 255
          return sum(grey, grey, grey)
        case .palette(let index):
          let place = Int(index) - 16
          func level(_ step: Int) -> Double { step == 0 ? 0 : Double(55 + 40 * step) / 255 }
          return sum(level(place / 36), level(place / 6 % 6), level(place % 6))
        }
      }
      func contrast(_ style: Style) -> Double {
        let (one, other) = (luminance(style.foreground) + 0.05, luminance(style.background) + 0.05)
        return max(one, other) / min(one, other)
      }
      #expect(contrast(theme.selected) >= 4.5)
      let paths: [KeyPath<Theme, Style>] = [
        \.text, \.quiet, \.quote, \.mention, \.channelReference, \.link, \.ownName, \.good, \.warning,
        \.error, \.thread,
        \.draft, \.marker, \.code, \.codeKeyword, \.codeString, \.codeComment, \.codeNumber, \.codeType,
        \.codeFunction,
      ]
      for style in paths.map({ theme[keyPath: $0] }) + theme.names {
        let found = contrast(theme.chosen(style))
        #expect(found >= 4.5, "\(style) on the background of \(theme.ground): \(found)")
      }
    }
  }

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

  @Test("A theme's background is everywhere except on the chosen row, in code and under a picture")
  func background() {
    var random = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<20 {
      var state = RandomState.make(Size(columns: 80, rows: 24), &random)
      state.theme.text = Style(.palette(7), on: .palette(17))
      state.theme = state.theme.onItsBackground
      let cells = Screen.frame(of: state).grid.cells
      let theme = state.theme
      let grounds = [theme.text, theme.selected, theme.chosen, theme.code].map(\.background)
      // The lower half of a picture's cell is drawn with the background colour.
      let words = cells.filter { !$0.showsPixels }
      #expect(Set(words.map(\.style.background)).subtracting(grounds).isEmpty)
    }
  }
}
