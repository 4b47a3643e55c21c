import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI
@testable import Composer

@Suite struct SmallPanelTests {
  private let ring = KillRing()

  @Test("A question is confirmed by its key, and ignores text") func question() {
    var count = 0
    let clock = ManualClock()
    let panel = QuestionPanel(
      title: "Delete?", text: "“hello”",
      answers: [.init(.accept, "delete") { count += 1 }, .init(.dismiss, "keep")], keymap: Keymap(),
      clock: clock)
    #expect(panel.perform(.accept) == .stay, "nobody can have read it yet")
    clock.advance(by: .milliseconds(299))
    #expect(panel.perform(.accept) == .stay)
    #expect(count == 0)
    clock.advance(by: .milliseconds(1))
    for letter in ["y", "Y", "n", " ", "\n", "yes"] { #expect(panel.type(letter) == .passOn) }
    #expect(panel.perform(.remove) == .stay && panel.edit(.send, ring) == .stay)
    #expect(panel.perform(.dismiss) == .close)
    #expect(count == 0)
    #expect(panel.perform(.accept) == .close)
    #expect(count == 1)
    guard case .question(let state) = panel.state else {
      Issue.record("it is no question")
      return
    }
    #expect(state.answers.map(\.key) == ["Enter", "Esc"])
    #expect(state.answers.map(\.meaning) == ["delete", "keep"])
  }

  @Test(
    "An address is typed or pasted whole, or completes its start",
    arguments: [
      ("a.b/c", "https://a.b/c"), ("https://a.b", "https://a.b"), ("http://a.b", "http://a.b"),
      ("mailto:a@b.c", "mailto:a@b.c"), ("a.b/?u=http://c", "https://a.b/?u=http://c"),
      ("localhost:80/a", "https://localhost:80/a"),
    ])
  func address(typed: String, address: String) {
    for pieces in [[typed], typed.map(String.init)] {
      var taken: [String] = []
      let panel = LinePanel.address(Keymap()) {
        taken.append($0)
        return true
      }
      for piece in pieces { #expect(panel.type(piece) == .stay) }
      #expect(panel.perform(.accept) == .close)
      #expect(taken == [address])
    }
  }

  @Test("A choice is found by its names, and Enter takes it") func choice() {
    var taken: [String] = []
    let choices = [("👍", ["thumbs up", "yes"]), ("👎", ["thumbs down", "no"]), ("🎉", ["tada"])]
    let source = ChoiceSource(
      title: "React",
      choices: choices.map { (value: $0.0, row: PanelRow("\($0.0) \($0.1[0])"), names: $0.1) },
      note: "no emoji by that name"
    ) { taken.append($0) }
    let panel = ListPanel(source, keymap: Keymap())
    #expect(panel.texts == ["👍 thumbs up", "👎 thumbs down", "🎉 tada"])
    _ = panel.type("no")
    #expect(panel.texts == ["👎 thumbs down"])
    #expect(panel.perform(.accept) == .close)
    #expect(taken == ["👎"])
    _ = panel.type("xx")
    #expect(panel.perform(.accept) == .refuse(Notice("No emoji by that name", .warning)))
  }

  static let keymap = Keymap([
    KeyBinding(.composer(.send), [KeySequence([KeyEvent(.enter)])], "send"),
    KeyBinding(
      .global(.help),
      [KeySequence([KeyEvent(.function(1))]), KeySequence([KeyEvent(.character("?"), .alt)])],
      "these keys"),
    KeyBinding(.global(.quit), [], "leave"),
  ])

  private static let start = "To start with · C- Ctrl, M- Alt"
  private static let marks = [
    "bold", "italic", "struck through", "code", "block of code", "list", "quotation", "heading", "link",
    "spoiler",
  ]
  private static let settings = [
    "edit with vi's keys", "edit with Emacs keys", "check the spelling", "change a key",
  ]
  private static let settingsHeading = "In config.json5, read at the start"

  static func help(
    _ keymap: Keymap, _ lines: [SlashCommand] = [], at section: HelpSource.Section? = nil,
    acts: HelpSource.Acts = HelpSource.Acts()
  ) -> ListPanel<HelpSource> {
    ListPanel(HelpSource(keymap: keymap, lines: lines, at: section, acts: acts), keymap: keymap)
  }

  @Test("The help lists active keys below headings and omits unbound commands") func help() {
    let panel = Self.help(Self.keymap, [.join])
    #expect(
      panel.texts.filter { !Self.marks.contains($0) } == [
        Self.start, "send", "In the composer", "send", "Everywhere", "these keys", "Marks in a message",
        Self.settingsHeading,
      ] + Self.settings + ["Commands", "join a channel"])
    #expect(panel.rows.filter { $0.kind == .heading }.count == 6)
    #expect(panel.chosen == "send")
    let keys = Self.keymap.bindings[1].keys.map(\.description)
    #expect(panel.rows[5].trailing == keys.joined(separator: "  "))
    _ = panel.type("JOIN")
    #expect(panel.texts == ["Commands", "join a channel"])
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("global.help")
    #expect(panel.texts == ["Everywhere", "these keys"])
    _ = panel.type("zzz")
    #expect(panel.note == "no matching key or command")
    #expect(
      panel.perform(.accept) == .refuse(Notice("No matching key or command", .warning)))
  }

  @Test("Enter in the help does what a row says, or says where its key works")
  func helpActs() {
    var (performed, written): ([Command], [String]) = ([], [])
    let acts = HelpSource.Acts(
      perform: { performed.append($0) },
      write: {
        written.append($0)
        return written.count == 1
      })
    let panel = Self.help(Keymap(), [.attach, .join], acts: acts)
    _ = panel.type("show all drafts")
    #expect(panel.perform(.accept) == .close && performed == [.global(.drafts)])
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("upload send")
    #expect(panel.perform(.accept) == .close && written == ["/attach "])
    // Beside a text, a file is attached to it, and another command needs an empty composer.
    #expect(panel.perform(.accept) == .close && performed.last == .composer(.attachFile))
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("/join")
    #expect(
      panel.perform(.accept)
        == .refuse(Notice("Send your text or put it aside first, then type /join", .warning)))
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("message.pin")
    #expect(panel.perform(.accept) == .refuse(Notice("This key works only while a message is selected")))
    #expect(performed.count == 2)
  }

  @Test(
    "The help finds everyday words",
    arguments: [
      ("bold", "**words**"), ("format", "*words*"), ("dark mode", "/theme"), ("upload", "/attach"),
      ("settings", "/theme"), ("status", "/members"), ("private", "/dm"), ("alt", "M-s"),
      ("strikethrough", "~~words~~"), ("exit", "C-x C-c"), ("leave", "C-x C-c"), ("close", "C-x C-c"),
      ("vi", "keys: { style"), ("vim", "keys: { style"), ("bottom", "M-End"), ("newest", "M-End"),
      ("open the thread", "M-s, Up/Down choose, t"), ("attach", "C-x f"),
    ])
  func everydayWords(_ words: String, _ found: String) {
    let panel = Self.help(Keymap(), SlashCommand.allCases)
    _ = panel.type(words)
    #expect(panel.rows.contains { $0.trailing.hasPrefix(found) }, "\(panel.texts)")
  }

  @Test("The help starts with commands or with the keys of the current place, as requested")
  func helpBeginning() {
    let lines = [SlashCommand.join]
    for area in KeyArea.allCases {
      let panel = Self.help(Keymap(), lines, at: .keys(area))
      #expect(panel.rows.first?.text == area.title)
      #expect(panel.rows.filter { $0.kind == .heading }.count == KeyArea.allCases.count + 5)
    }
    let commands = Self.help(Keymap(), lines, at: .commands)
    #expect(commands.rows.prefix(2).map(\.text) == ["Commands", "join a channel"])
  }

  @Test("The help names a key for every bound command") func wholeTable() {
    let panel = Self.help(Keymap())
    let rows = panel.rows.filter { $0.kind == .item }
    #expect(rows.count == 12 + KeyTable.bindings.count + Self.marks.count + Self.settings.count)
    #expect(rows.allSatisfy { !$0.trailing.isEmpty })
    #expect(
      panel.rows.filter { $0.kind == .heading }.map(\.text) == [Self.start]
        + [KeyArea.composer, .normal, .visual, .textObject, .insert, .message].map(\.title)
        + ["Channels, threads and lists"] + [KeyArea.global, .panel, .popup].map(\.title)
        + ["Marks in a message", Self.settingsHeading])
  }

  @Test("Every error has a message, and a cancelled task has none") func sentences() {
    let cases: [(any Error, String?)] = [
      (ChatError.connection(.offline), "there is no connection"),
      (StoreError.full, "the disk is full"),
      (OutboxError.store(.readOnly), "the disk is read-only"),
      (OutboxError.failed(.refused(.notAllowed)), "you are not allowed to do that"),
      (OutboxError.noEditUnderWay, "no message is being edited"),
      (DraftError.emptyMention(offset: 3), "a mention at offset 3 would be empty"),
      (ProgramError("vi is not there"), "vi is not there"),
      (DiscardedDrafts.Refusal.editUnderWay, "a message is being edited there"),
      (CancellationError(), nil), (ChatError.cancelled, nil),
      (OutboxError.failed(.cancelled), nil),
    ]
    for (error, sentence) in cases { #expect(ErrorSentence.reason(error) == sentence) }
  }

  @Test(
    "A failure is reported with its reason; cancelled and undone work is not")
  func failureNotices() async throws {
    let context = try await PanelWorld().context
    context.say(.notSent, because: ChatError.cancelled)
    context.say(.notSent, because: OutboxError.withdrawn)
    #expect(context.said.isEmpty)
    context.say(.notSent, because: StoreError.full)
    #expect(context.said == [Notice("Not sent: the disk is full", .error)])
  }

  @Test("An unknown error is still reported") func unknownError() {
    struct Odd: Error {}
    #expect(ErrorSentence.reason(Odd())?.hasPrefix("something unexpected happened") == true)
  }
}
