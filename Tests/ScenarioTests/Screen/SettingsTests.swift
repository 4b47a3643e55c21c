import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Settings", .serialized)
struct SettingsTests {
  private func settings(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  @Test(
    "A draft moves its channel and hides the time only if configured", arguments: [false, true])
  func drafts(isWanted: Bool) async throws {
    let mia = try await Scenario(
      settings: settings {
        $0.putsDraftsFirst = isWanted
        $0.hidesTimeOfDrafts = isWanted
      })
    try await mia.say("first", by: "ana", in: "offtopic")
    try await mia.say("second", by: "ana")
    await mia.start(in: "offtopic")
    #expect(try mia.place(of: "# general").row < mia.place(of: "# offtopic").row, "\(mia.picture)")
    let time = "12:00"
    let row = { mia.screen[try mia.place(of: "# offtopic").row].prefix(27) }
    #expect(try row().contains(time), "\(mia.picture)")
    await mia.type("a draft")
    let isFirst = try mia.place(of: "# offtopic").row < mia.place(of: "# general").row
    #expect(isFirst == isWanted, "\(mia.picture)")
    #expect(try row().contains(time) == !isWanted, "\(mia.picture)")
    // M-Up and M-Down follow the visible order.
    await mia.keys(isWanted ? "M-Down" : "M-Up")
    #expect(mia.header.contains("#general"))
    await mia.keys(isWanted ? "M-Up" : "M-Down")
    await mia.keys("C-a C-k")
    // The order is frozen during a walk.
    await mia.wait(ChannelWalk.longestPause)
    #expect(try mia.place(of: "# general").row < mia.place(of: "# offtopic").row, "\(mia.picture)")
    #expect(try row().contains(time), "\(mia.picture)")
  }

  @Test("Typing signals can be turned off")
  func typing() async throws {
    var configuration = ClientConfiguration()
    configuration.signalsTyping = false
    let mia = try await Scenario(configuration: configuration).start()
    await mia.type("words")
    await mia.wait(.seconds(10))
    await mia.enter(" and more")
    #expect(await mia.device("mia", "terminal").requestCounts[.setTyping] ?? 0 == 0)
    #expect(try await mia.said().map(\.text) == ["words and more"])
  }

  @Test("/theme finds a configured theme by name")
  func theme() async throws {
    var own = Theme.light
    own.title = Style(.palette(200))
    let mia = try await Scenario(
      settings: settings { $0.themes.append(NamedTheme("mine", AdaptiveTheme(own))) }
    ).start()
    #expect(mia.app.settings.theme == .automatic)
    await mia.enter("/theme mine")
    #expect(mia.app.settings.theme == AdaptiveTheme(own))
    await mia.enter("/theme none", .notice("The themes are auto, dark, light, contrast and mine"))
    #expect(mia.app.settings.theme == AdaptiveTheme(own))
    await mia.keys("C-u")
    await mia.enter("/theme")
    #expect(mia.app.settings.theme == .automatic)
  }

  @Test("The terminal is asked for its background; until it answers the colours suit both")
  func background() async throws {
    let mia = try await Scenario().start()
    #expect(mia.terminal.acts.contains(.askBackground))
    #expect(mia.terminal.frame?.ground == .unknown)
    await mia.type("words")
    for (answer, theme) in [(Background.light, Theme.light), (.dark, .dark)] {
      mia.terminal.send([.background(answer)])
      await mia.settle()
      #expect(mia.terminal.frame?.ground == answer)
      let styles = Set((mia.terminal.frame?.grid.cells ?? []).map(\.style.foreground))
      #expect(styles.contains(theme.quiet.foreground) && !styles.contains(Theme.unknown.quiet.foreground))
      #expect(mia.shows("words"), "an answer types nothing\n\(mia.picture)")
    }
    // A chosen theme stays.
    await mia.keys("C-u")
    await mia.enter("/theme dark")
    mia.terminal.send([.background(.light)])
    await mia.settle()
    #expect(mia.terminal.frame?.ground == .dark)
  }

  @Test("A known background is used from the first frame")
  func knownBackground() async throws {
    let mia = try await Scenario(settings: settings { $0.background = .light }).start()
    #expect(mia.terminal.frame?.ground == .light)
  }

  @Test("The mouse can be on from the start", arguments: [false, true])
  func mouse(isWanted: Bool) async throws {
    let mia = try await Scenario(settings: settings { $0.usesMouse = isWanted }).start()
    #expect(mia.terminal.acts.contains(.reportMouse(true)) == isWanted)
  }

  @Test(
    "The bell and desktop notifications can be limited separately",
    arguments: [
      (.never, []), (.direct, ["direct"]), (.mentions, ["mention", "direct"]),
      (.all, ["plain", "mention", "direct"]),
    ] as [(Settings.Calls, [String])])
  func calls(wanted: Settings.Calls, heard: [String]) async throws {
    for isBell in [true, false] {
      let mia = try await Scenario(
        settings: settings {
          $0.bell = isBell ? wanted : .never
          $0.desktop = isBell ? .never : wanted
        }
      ).start()
      await mia.look(away: true)
      let direct = try await mia.device("alex").directChannel(with: "mia").id
      var called: [String] = []
      var count = 0
      for (name, text, user, channel) in [
        ("plain", "words", "ana", "general"), ("mention", "hey [Mia](pn-user://mia)", "ana", "general"),
        ("direct", "are you there?", "alex", direct),
      ] as [(String, String, UserID, ChannelID)] {
        try await mia.say(text, by: user, in: channel)
        let acts = mia.terminal.acts.filter {
          switch $0 {
          case .ring: isBell
          case .notify: !isBell
          default: false
          }
        }
        if acts.count > count { called.append(name) }
        count = acts.count
      }
      #expect(called == heard)
    }
  }
}
