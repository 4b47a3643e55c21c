import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Tour", .serialized)
struct TourTests {
  @Test("The tour continues at the step where an earlier run left it")
  func continues() async throws {
    let you = try await Scenario()
    var steps: [String] = []
    you.app.whenTourMoves { steps.append($0) }
    await you.start()
    you.app.beginTour()
    await you.type("hi @al", keys: "Tab M-Down")
    asks(you, "Tour 4/6")
    #expect(steps.last == "4 general")
    try await you.restart()
    you.app.beginTour(at: steps.last)
    await you.settle()
    asks(you, "Tour 4/6")
    you.app.beginTour(at: "nonsense")
    await you.settle()
    asks(you, "Tour 1/6")
    await you.end()
  }

  /// Takes the tour with its keys, in a demo without messages of others.
  private func tour(columns: Int, rows: Int) async throws {
    let you = try await Scenario(columns: columns, rows: rows)
    try await you.say("hello", by: "ana")
    await you.start()
    you.app.beginTour()
    await you.settle()
    asks(you, "Tour 1/6 · Type @")
    asks(you, "C-x T ends the tour")
    await you.type("hi @al")
    asks(you, "Tour 2/6 · Tab inserts")
    await you.keys("Tab")
    asks(you, "Tour 3/6 · M-Down goes")
    await you.keys("M-Down")
    if columns >= 60 {
      asks(you, "Tour 4/6 · The ✎ in the list is your draft. Type /offline and Enter")
      you.previews("✎ hi Alex Dunn", in: "# general")
    } else {
      asks(you, "Tour 4/6 · C-x d lists your drafts. Type /offline and Enter")
    }
    await you.type("/offline")
    asks(you, "Tour 4/6")
    await you.keys("Enter")
    asks(you, "Tour 5/6 · M-/ goes back to #general, where your draft is")
    await you.keys("M-/")
    asks(you, "Tour 5/6 · Enter queues it")
    await you.keys("Enter")
    asks(you, "Tour 6/6 · Queued. Type /online and Enter")
    you.sees("queued")
    await you.enter("/online")
    await you.wait(.seconds(30))
    #expect(!you.shows("Tour") && you.app.tour == nil, "\(you.picture)")
    #expect(
      foot(of: you).contains("Sent exactly once. The tour is over; F1 lists all keys"), "\(you.picture)")
    #expect(try await you.said().map(\.text) == ["hello", "hi Alex Dunn "])
  }

  /// The last rows as running text.
  private func foot(of you: Scenario) -> String {
    you.foot.split(separator: " ").joined(separator: " ")
  }

  private func asks(_ you: Scenario, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(foot(of: you).contains(words), "\(you.picture)", sourceLocation: sourceLocation)
  }

  @Test("It reaches each of its steps at every size", arguments: [(40, 12), (80, 24), (120, 40)])
  func whole(columns: Int, rows: Int) async throws { try await tour(columns: columns, rows: rows) }

  @Test("It names the bound keys")
  func rebound() async throws {
    let keymap = try Keymap(
      KeyTable.bindings.map { binding in
        let keys: [Command: String] = [
          .popup(.accept): "F5", .global(.nextChannel): "F6", .composer(.send): "F7",
          .global(.lastChannel): "F8", .global(.leaveTour): "F9", .global(.drafts): "F10",
        ]
        guard let notation = keys[binding.command] else { return binding }
        return KeyBinding(
          binding.command, [KeySequence(try #require(KeyEvent.sequence(notation)))], binding.meaning)
      })
    let you = try await Scenario(columns: 40, keymap: keymap).start()
    await you.type("/tour", keys: "F7")
    asks(you, "F9 ends the tour")
    await you.type("@al")
    asks(you, "F5 inserts")
    await you.keys("F5")
    asks(you, "F6 goes")
    await you.keys("F6")
    asks(you, "F10 lists your drafts. Type /offline and F7")
    await you.type("/offline", keys: "F7")
    asks(you, "F8 goes back")
    await you.keys("F8")
    asks(you, "F7 queues it")
    await you.keys("F9")
    asks(you, "Tour closed; /tour restarts it")
    you.misses("/6 · ")
  }

  @Test("It continues even if another text than its draft is sent")
  func sentElsewhere() async throws {
    let you = try await Scenario(columns: 100).start()
    await you.enter("/tour")
    await you.type("@al", keys: "Tab M-Down")
    await you.enter("/offline")
    asks(you, "goes back to #general")
    await you.enter("something else")
    asks(you, "Queued. Type /online")
    await you.enter("/online")
    await you.wait(.seconds(1))
    asks(you, "The tour is over")
  }

  @Test("It is hidden below 40x12 and takes no room there")
  func small() async throws {
    for (columns, rows) in [(39, 24), (80, 11), (20, 5)] {
      let you = try await Scenario(columns: columns, rows: rows).start()
      let before = you.screen
      you.app.beginTour()
      await you.settle()
      #expect(you.screen.dropLast() == before.dropLast(), "\(you.picture)")
      #expect(you.app.tour != nil)
    }
  }

  @Test("Typing is the same with and without it")
  func harmless() async throws {
    let keys = "M-b M-f C-a C-e Backspace C-_ M-_ C-Space Left M-w C-y C-k C-y M-Enter Escape C-g Tab Down Up"
    var texts: [[String]] = []
    for isToured in [false, true] {
      let you = try await Scenario().start()
      if isToured { you.app.beginTour() }
      await you.settle()
      var states: [String] = []
      for key in keys.split(separator: " ").map(String.init) {
        await you.type("a @al", keys: key)
        states.append("\(you.app.focused?.composer.draft.elements ?? []) \(you.line)")
      }
      texts.append(states)
    }
    #expect(texts[0] == texts[1])
  }

  @Test(
    "Its key ends it and says how to restart; it waits while the person does something else")
  func left() async throws {
    let you = try await Scenario().start()
    await you.keys("C-x T")
    asks(you, "No tour is running; /tour starts one")
    await you.enter("/tour")
    asks(you, "Tour 1/6")
    await you.type("no mention at all", keys: "M-Down M-Up C-x b Escape")
    asks(you, "Tour 1/6")
    await you.keys("C-x T")
    asks(you, "Tour closed; /tour restarts it")
    await you.type("x", .hides("tour"))
    #expect(you.draft()?.text == "no mention at allx")
  }

  @Test("Started again where it began, it shows its first step at once")
  func again() async throws {
    let you = try await Scenario().start()
    await you.enter("/tour")
    asks(you, "Tour 1/6")
    await you.enter("/tour")
    asks(you, "Tour 1/6")
    await you.keys("C-x T")
    await you.enter("/tour")
    asks(you, "Tour 1/6")
  }

  @Test("A service that cannot go offline has no tour")
  func withoutSwitch() async throws {
    let you = try await Scenario()
    let environment = AppEnvironment(
      outlet: .screen(you.terminal), calendar: UTCCalendar(), files: you.downloads,
      programs: you.programs, downloads: you.downloads)
    let app = App(client: you.client, environment: environment)
    app.beginTour()
    #expect(app.tour == nil && app.notice?.text == "The tour goes offline, which this service cannot do")
    app.workspace.session.connect(false)
    #expect(app.notice?.text == "This service cannot go offline")
  }

  @Test("A deleted step is repeated; a finished one is not")
  func states() {
    var tour = Tour()
    var sight = Tour.Sight(channel: "general")
    func step(_ change: (inout Tour.Sight) -> Void) -> Tour.Step? {
      change(&sight)
      tour.see(sight)
      return tour.isOver ? nil : tour.step
    }
    #expect(step { _ in } == .mention)
    #expect(step { $0.composer.isSuggesting = true } == .accept)
    #expect(step { $0.composer.isSuggesting = false } == .mention, "the suggestions were dismissed")
    #expect(
      step {
        $0.composer.hasMention = true
        $0.composer.isEmpty = false
        $0.hasDraft = true
      } == .leave, "a mention is a mention, however it came")
    #expect(
      step {
        $0.channel = "offtopic"
        $0.hasDraft = false
        $0.composer = Tour.ComposerSight()
      } == .leave, "it was sent before it was left")
    #expect(step { $0.hasDraft = true } == .offline)
    #expect(step { $0.isOffline = true } == .send)
    #expect(step { $0.isOffline = false } == .offline, "the connection came back by itself")
    #expect(
      step {
        $0.isOffline = true
        $0.waiting = 1
      } == .online)
    #expect(step { $0.waiting = 0 } == .send, "it was taken back")
    #expect(step { $0.waiting = 2 } == .online)
    #expect(step { $0.isOffline = false } == .online, "it is not there yet")
    #expect(step { $0.waiting = 0 } == nil)
  }
}

@Suite("The tour in line mode", .serialized)
struct PlainTourTests {
  @Test("The tour is printed")
  func tour() async throws {
    let mia = try await Scenario(isPlain: true).start()
    await mia.type("/tour")
    let begun = await mia.hearing { await mia.keys("Enter") }
    #expect(begun.last?.hasPrefix("Tour 1/6 · Type @") == true, "\(begun)")
    #expect(begun.last?.hasSuffix("; /tour off ends the tour") == true, "\(begun)")
    let next = await mia.hearing { await mia.type("@a") }
    #expect(next.last?.hasPrefix("Tour 2/6 · Tab inserts") == true, "\(next)")
    #expect(next.last?.contains("/tour off") == false, "\(next)")
    await mia.keys("Tab")
    let leave = await mia.hearing { await mia.type("x") }
    #expect(!leave.contains { $0.contains("M-Down") }, "\(leave)")
    await mia.keys("C-x b", type: "offtopic")
    let left = await mia.hearing { await mia.keys("Enter") }
    #expect(left.last?.hasSuffix("/drafts lists your drafts. Type /offline and Enter") == true, "\(left)")
    await mia.type("/tour off")
    let over = await mia.hearing { await mia.keys("Enter") }
    #expect(over.contains { $0.hasPrefix("Tour closed") }, "\(over)")
  }

  @Test("A tour at startup is printed after its channel")
  func firstTour() async throws {
    let mia = try await Scenario(isPlain: true)
    mia.app.beginTour()
    await mia.start(in: nil)
    let said = mia.terminal.said
    let place = try #require(said.firstIndex { $0.hasPrefix("#") || $0.hasPrefix("@") }, "\(said)")
    let step = try #require(said.firstIndex { $0.hasPrefix("Tour 1/6") }, "\(said)")
    #expect(place < step, "\(said)")
  }
}
