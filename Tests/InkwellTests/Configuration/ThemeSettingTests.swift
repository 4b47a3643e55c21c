import ChatScreens
import ChatUI
import CursesTerminal
import TerminalScreen
import Testing

@testable import inkwell

@Suite("Themes in the configuration")
struct ThemeSettingTests {
  private typealias Sample = ConfigurationSample
  private let file = "/home/mia/.config/inkwell/themes/mine.json5"

  @Test("A theme can be a file next to the configuration")
  func own() throws {
    let looks =
      "{base: 'light', draft: 'bold 130', mention: 'underline #5f87ff on black', names: ['red', 'plain']}"
    let configuration = try Sample.load("{theme: 'mine'}", files: [file: looks])
    var theme = Theme.light
    theme.draft = Style(.palette(130), [.bold])
    theme.mention = Style(.rgb(red: 0x5f, green: 0x87, blue: 0xff), on: .palette(0), [.underline])
    theme.names = [Style(.palette(1)), .plain]
    #expect(configuration.settings.theme == AdaptiveTheme(theme))
    #expect(configuration.settings.themes.last == NamedTheme("mine", AdaptiveTheme(theme)))
    #expect(configuration.themeName == "mine")
  }

  @Test("A theme can be in the configuration, with a base for the styles that it omits")
  func inline() throws {
    let configuration = try Sample.load("{theme: {error: 'reverse', base: 'contrast'}}")
    var theme = AdaptiveTheme.highContrast
    theme.change { $0.error = Style(.standard, [.reverse]) }
    #expect(configuration.settings.theme == theme)
    #expect(configuration.settings.themes.last == NamedTheme("own", theme))
  }

  @Test("A background for text is that of the whole screen, except for styles with their own")
  func background() throws {
    let adaptive = try Sample.load("{theme: {text: '250 on 17', error: 'red on white'}}").settings.theme
    #expect(!adaptive.isAdaptive, "then it is known what is written on")
    let theme = adaptive.onUnknown
    #expect(theme.ground == .dark)
    #expect(theme.text == Style(.palette(250), on: .palette(17)))
    #expect(theme.title == Style(.palette(250), on: .palette(17), [.bold]))
    #expect(theme.quiet == Style(.palette(245), on: .palette(17)))
    #expect(theme.error == Style(.palette(1), on: .palette(7)))
    #expect(theme.names.allSatisfy { $0.background == .palette(17) })
    #expect(theme.chosen == Theme.dark.chosen)
  }

  @Test("Errors are reported with file, line and style")
  func faults() {
    #expect(
      Sample.faults("{\ntheme: 'mine'}", files: [file: "{\ndraft: 'purpel',\ndarft: 'red',\nnames: 'red'}"])
        == [
          "\(file):2: draft: expected a look like \"bold 130\" or \"underline #5f87ff on black\": “purpel” is neither a "
            + "colour nor an attribute",
          "\(file):3: darft: there is no such look; did you mean draft?",
          "\(file):4: names: expected a list of looks, found “red”",
        ])
    #expect(
      Sample.faults("{theme: {\ndraft: 3,\nbase: 'solar'}}") == [
        "3: theme.base: expected one of \"auto\", \"dark\", \"light\", \"contrast\", found “solar”",
        "2: theme.draft: expected a look like \"bold 130\" or \"underline #5f87ff on black\", found 3",
      ])
    #expect(
      Sample.faults("{theme: 'mine'}", files: [file: "{"]) == [
        "\(file):1: the bracket on line 1 is not closed"
      ])
    #expect(
      Sample.faults("{theme: 'mine'}", files: [file: "[]"]) == [
        "\(file):1: expected an object with looks, found a list"
      ])
    #expect(
      Sample.faults("{\n\ntheme: 'darc'}") == [
        "3: theme: there is no theme darc: it is neither auto, dark, light, contrast nor "
          + "/home/mia/.config/inkwell/themes/darc.json5; did you mean dark?"
      ])
    #expect(
      Sample.faults("{theme: '../../x'}") == [
        "1: theme: a theme name has letters, digits, -, _ and dots, and does not begin with a dot"
      ])
    #expect(Sample.faults("{theme: 5}").count == 1)
  }

  @Test("Styles without a base change the theme of the terminal's background")
  func adaptive() throws {
    let theme = try Sample.load("{theme: {draft: 'bold 130'}}").settings.theme
    for (background, base) in [(Background.dark, Theme.dark), (.light, .light), (.unknown, .unknown)] {
      var expected = base
      expected.draft = Style(.palette(130), [.bold])
      #expect(theme.theme(on: background) == expected)
    }
    let light = try Sample.load("{theme: {text: 'black on 230'}}").settings.theme
    #expect(light.onDark.quiet == Style(Theme.light.quiet.foreground, on: .palette(230)))
  }

  @Test("The theme follows the background unless one is chosen, and the environment may name it")
  func standard() throws {
    let plain = try Sample.load("{}")
    #expect(plain.settings.theme == .automatic && plain.settings.background == .unknown)
    #expect(try Sample.load("{}", environment: ["COLORFGBG": "0;15"]).settings.background == .light)
    #expect(try Sample.load("{}", environment: ["TERM": "linux"]).settings.background == .dark)
  }

  @Test("Without colours a configured theme keeps its other attributes")
  func noColor() throws {
    let configuration = try Sample.load("{theme: {draft: 'bold red'}}", environment: ["NO_COLOR": "1"])
    #expect(configuration.settings.theme.onLight.draft == Style(.palette(1), [.bold]))
    #expect(configuration.terminal.colors == .none)
  }
}
