import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

/// A simulated person who presses random keys, while others act and the connection fails at times.
final class RandomPerson {
  let scenario: Scenario
  var dice: SeededGenerator
  private(set) var keyCount = 0
  /// All letters typed into a composer; each is unique.
  private(set) var typed: [Character] = []
  /// Letters that may be lost: only the kill ring had them when the program ended or the ring was full.
  var excused: Set<Character> = []
  var ringBefore: Set<Character> = []
  /// Leaves out keys that delete permanently.
  let isCareful: Bool
  private var nextLetter: UInt32 = 0x4e00
  private var messages: [Message] = []
  private var pieceCount = 0
  private var isDiskSlow = false
  var isBroken = false

  init(seed: UInt64, isCareful: Bool) async throws {
    dice = SeededGenerator(seed: seed)
    self.isCareful = isCareful
    var settings = Settings()
    var taste = SeededGenerator(seed: seed &+ 1)
    if taste.happens(0.5) { settings.messageDensity = .cosy }
    if taste.happens(0.5) { settings.nameWidth = .random(in: 4...40, using: &taste) }
    if taste.happens(0.5) { settings.messageTimes = .relative }
    scenario = try await Scenario(columns: 80, rows: 24, settings: settings)
    for index in 0..<12 {
      messages.append(try await scenario.say("message \(index)", by: index.isMultiple(of: 3) ? "mia" : "ana"))
    }
    await scenario.start()
  }

  /// Presses at least this many keys, with other random events in between.
  func live(keys: Int) async throws {
    while keyCount < keys {
      switch pick(100) {
      case 0..<45: await typeLetters()
      case 45..<85: await press(isCareful ? pick(of: Self.safeKeys) : wildKeys())
      case 85..<88: await paste()
      case 88..<90: resize()
      case 90..<92: click()
      case 92..<93: scenario.terminal.send(.focus(pick(2) == 0))
      case 93..<97: try await others()
      case 97..<98: await faults()
      default: scenario.clock.advance(by: .milliseconds(Int64(pick(4) == 0 ? pick(20_000) : pick(300))))
      }
      await rest()
      if !scenario.isRunning { try await comeBack() }
      checkFrame()
      if keyCount % 64 == 0 { excuseWhatTheRingForgets() }
    }
  }

  /// Gives work in progress some time, not always enough.
  private func rest() async { for _ in 0..<(3 + pick(10)) { await Task.yield() } }

  func comeBack() async throws {
    await calmDown()
    excused.formUnion(ring)
    try await scenario.restart()
  }

  /// Removes all faults and lets everything finish.
  func calmDown() async {
    await scenario.noFaults()
    scenario.store.setFaults(.none)
    await scenario.disk.take(.zero)
    isDiskSlow = false
    for _ in 0..<4 { await scenario.wait(.seconds(40)) }
  }

  // MARK: Keys

  private func typeLetters() async {
    await handleAll()
    let composer = place
    var letters: [Character] = []
    var events: [TerminalEvent] = []
    for _ in 0...pick(6) {
      guard let scalar = Unicode.Scalar(nextLetter) else { continue }
      nextLetter += 1
      letters.append(Character(scalar))
      events.append(.key(KeyEvent(.character(Character(scalar)))))
      if pick(4) == 0 { events.append(.key(KeyEvent(.character(" ")))) }
    }
    scenario.terminal.send(events)
    keyCount += events.count
    await handleAll()
    // Letters typed into a list or in message mode are not text of a composer.
    guard let composer else { return }
    guard scenario.isRunning else { return }
    typed += letters
    check(letters, in: composer)
  }

  /// Lets the program handle every key so far: it may wait for a slow disk, and for the service before it suspends.
  private func handleAll() async {
    guard isCareful else { return }
    if isDiskSlow { scenario.clock.advance(by: .milliseconds(60)) }
    for _ in 0..<10 {
      for _ in 0..<40 { await Task.yield() }
      let isHandled = scenario.app.frames.events.isEmpty && scenario.app.workspace.navigator.heldKeys.isEmpty
      if isHandled || !scenario.isRunning { return }
      scenario.clock.advance(by: .milliseconds(500))
    }
  }

  /// The composer that letters go to; nil where they have another meaning.
  private var place: Composer? {
    let app = scenario.app
    guard app.panel == nil, app.workspace.context.input.pendingKeys.isEmpty, app.focused?.selection == nil,
      scenario.isRunning
    else {
      return nil
    }
    return app.focused?.composer
  }

  private func check(_ letters: [Character], in composer: Composer) {
    let text = composer.draft.text
    guard isCareful else { return }
    for letter in letters where !text.contains(letter) {
      Issue.record("\(letter) was typed and is not in the composer")
      isBroken = true
    }
  }

  private func press(_ notation: String) async {
    for word in notation.split(separator: " ") {
      guard let key = KeyEvent(notation: String(word)) else { continue }
      keyCount += 1
      scenario.terminal.send([.key(key)])
    }
  }

  private func wildKeys() -> String {
    switch pick(10) {
    case 0..<4: return pick(of: Self.safeKeys)
    case 4..<6: return pick(of: Self.removingKeys)
    default:
      let modifiers = ["", "", "C-", "M-", "S-", "C-M-", "C-x ", "C-x C-"]
      let keys =
        Self.names + "abcdefghijklmnopqrstuvwxyz0123456789/@#:<>+_?".map { String($0) } + ["é", "漢", "👍🏽"]
      return pick(of: modifiers) + pick(of: keys)
    }
  }

  private static let names = [
    "Enter", "Tab", "Backspace", "Esc", "Delete", "Up", "Down", "Left", "Right", "Home", "End", "PgUp",
    "PgDn", "F1",
    "Space", "Insert",
  ]

  /// Keys that move, kill, send, park, quote, edit and open views; what they remove can be found again. C-g comes
  /// before the key sequence that cancels work: after a C-x of the previous key, the rest of it would reach the
  /// composer and undo typed text.
  private static let safeKeys = [
    "C-a", "C-e", "C-b", "C-f", "M-b", "M-f", "Up", "Down", "Left", "Right", "M-<", "M->", "Home", "End",
    "C-k",
    "C-u", "C-w", "M-d", "M-Backspace", "C-y", "C-y M-y", "C-t", "M-t", "C-Space", "M-w", "Enter", "Enter",
    "Enter",
    "M-Enter", "C-j", "M-p", "M-n", "C-r", "C-r Enter", "Tab", "M-Down", "M-Up", "M-1", "M-2", "M-3", "M-a",
    "M-/",
    "C-x b", "C-x b Enter", "C-x d", "C-x d Enter", "C-x d C-x k", "C-g C-x d C-x k C-_",
    "C-x t", "C-x t Enter",
    "C-x h",
    "C-x h Enter", "C-x h Down Enter", "C-x s", "C-x S", "C-x p", "C-x m", "C-x o", "C-x 0", "C-x w", "C-x v",
    "C-x c", "C-x q", "C-x k", "C-x l", "PgUp", "PgDn", "M-PgUp", "M-PgDn", "M-Home", "M-End", "M-s", "M-s k",
    "M-s k k r", "M-s r", "M-s t", "M-s k t", "M-s e", "M-s k k e", "M-s p", "M-s R", "M-s D", "M-s y",
    "M-s o",
    "M-s +", "M-s + Enter", "C-c", "Esc", "Esc", "Esc Esc", "C-g", "F1", "C-l", "C-z", "C-x C-e", "C-x",
    "@ a Tab", "# o Tab", ": t Tab", "@ b Down Enter", "Esc q", "C-x C-c",
  ]

  private static let removingKeys = [
    "Backspace", "Delete", "C-h", "C-d", "C-_", "M-_", "C-_ C-_", "M-s d", "y", "M-s d n", "/", "/ / a",
    "/ d i s c a r d Enter", "/ q u o t e Enter", "/ t h r e a d Enter", "/ r e t r y Enter",
    "/ t h e m e Enter", "/ l a y o u t Enter", "/ m o u s e Enter", "M-< / d i s c a r d Space Enter",
    "/ o f f l i n e Enter", "/ o n l i n e Enter", "/ r e a d Enter", "/ p i n Enter", "/ u n p i n Enter",
    "/ e d i t Enter", "/ n o n e Enter", "/ d m Space b e n Enter", "/ l e a v e Enter",
    "/ j o i n Space g e n e r a l Enter", "/ a t t a c h Space ~ / n o t e s . t x t Enter",
    "/ c r e a t e Space n e w Enter", "/ t o p i c Space x Enter", "/ i n v i t e Space b e n Enter",
    "/ s e a r c h Space m Enter", "/ r e a c t Space x Enter",
  ]

  // MARK: Everything else

  private func paste() async {
    pieceCount += 1
    keyCount += 1
    let texts = [
      "piece \(pieceCount) ", "two\nlines\r\n", "\ttab\u{1b}[31m", "https://example.org/\(pieceCount)",
      "é\u{301}\u{301}",
      "👩‍👩‍👧🇩🇪", String(repeating: "long words ", count: 40), "~/notes.txt", "/home/mia/photo.png", "\u{202e}abc",
      "",
    ]
    scenario.terminal.send(.paste(pick(of: texts)))
  }

  private func resize() {
    let isTiny = pick(3) == 0
    let columns = isTiny ? 1 + pick(40) : 1 + pick(200)
    scenario.terminal.resize(to: Size(columns: columns, rows: isTiny ? 1 + pick(8) : 1 + pick(60)))
  }

  private func click() {
    let size = scenario.terminal.size
    let position = Position(column: pick(size.columns + 2), row: pick(size.rows + 2))
    let acts: [MouseEvent.Act] = [
      .press(.left), .release(.left), .wheelUp, .wheelDown, .press(.right), .drag(.left),
    ]
    scenario.terminal.send(.mouse(MouseEvent(pick(of: acts), at: position)))
  }

  private func others() async throws {
    let user: UserID = pick(of: ["ana", "ben", "alex"])
    let device = await scenario.device(user)
    let message = pick(of: messages)
    // Refused actions of others do not matter.
    do {
      switch pick(9) {
      case 0..<3:
        pieceCount += 1
        let words = pick(of: [
          "hello", "[Mia](pn-user://mia)!", "漢字", "\u{1b}[2J", String(repeating: "w ", count: 90),
        ])
        messages.append(
          try await device.send(
            NewMessage(
              transactionId: TransactionID("o\(pieceCount)"),
              channelId: pick(of: ["general", "general", "offtopic"]),
              parentId: pick(3) == 0 && message.parentId == nil ? message.id : nil, markup: words)))
      case 3: try await device.setTyping(pick(2) == 0, in: DraftKey(channelId: "general"))
      case 4 where !isCareful: try await device.delete(message.id, in: message.channelId, hard: pick(2) == 0)
      case 5: _ = try await device.react("👍", pick(2) == 0, to: message)
      case 6:
        let pinning = Pinning(expiresAt: scenario.clock.now + .seconds(30))
        _ = try await device.pin(message.id, in: message.channelId, pinning)
      default: try await writeElsewhere()
      }
    } catch is ChatError {}
  }

  /// Another device of this person adds text to a draft.
  private func writeElsewhere() async throws {
    let phone = await scenario.device("mia", "phone")
    let parent = pick(3) == 0 ? pick(of: messages).id : nil
    let key = DraftKey(channelId: pick(of: ["general", "offtopic"]), parentId: parent)
    let draft = try await phone.draft(for: key)
    var content = draft?.content ?? DraftContent()
    pieceCount += 1
    let words = MessageElement.plainText(text: " phone \(pieceCount) ")
    content.elements = pick(2) == 0 ? content.elements + [words] : [words] + content.elements
    _ = try await phone.saveDraft(content, for: key, over: draft?.revision ?? 0)
  }

  private func faults() async {
    let device = await scenario.device("mia", "terminal")
    switch pick(8) {
    case 0: await device.setFaults(.offline)
    case 1: await device.setFaults(.unsteady)
    case 2: await scenario.slow(.seconds(2))
    case 3: await scenario.refuse(pick(of: [[.send], [.edit], [.saveDraft], [.delete], [.messages]]))
    case 4: scenario.store.setFaults(.full)
    case 5:
      isDiskSlow = true
      await scenario.disk.take(.milliseconds(300))
    default:
      isDiskSlow = false
      await device.setFaults(.none)
      scenario.store.setFaults(.none)
      await scenario.disk.take(.zero)
    }
  }

  // MARK: Dice

  func pick(_ count: Int) -> Int { Int(dice.next() % UInt64(max(1, count))) }

  private func pick<Thing>(of things: [Thing]) -> Thing { things[pick(things.count)] }
}

/// Common English words, some of which begin like keys of message mode.
nonisolated enum CommonWords {
  static let all = text.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let text = """
    able about above accept account action active after again agree all allow almost also always and angry
    another answer any apple april are area around ask at august available away baby back bad ball bank be
    because become before begin behind believe best better between big bill black blue board body book both box
    boy break bring brother budget build bus business but buy by call can cancel car care case cat catch center
    change check child choose city clear close coffee cold color come company copy could country course cover
    cry cut dad dark data date daughter day deal dear death december decide deep delete deploy design did die
    different dinner discuss do doctor dog done door down draw drink drive drop dry early earth east easy eat
    edit egg eight either else email end enough even evening ever every example eye face fact fall family far
    fast father feel few field fight file find fine finish fire first fish five fix floor fly follow food foot
    for forget form forward found four free friday friend from full fun game garden gave get girl give glad go
    god gold good got great green ground group grow guess had hair half hand happen happy hard has hat have he
    head hear heart heavy hello help her here hi high him his hold home hope hot hour house how hundred i idea
    if important in inside into is it january job join joke juice july jump june just keep key kid kill kind
    king kitchen knew know lady land large last late laugh law lead learn leave left less let letter life light
    like line list little live long look lose lost lot love low lunch made mail make man many march market maybe
    me mean meet member merge message might mind minute miss monday money month more morning most mother move
    much music must my name near need never new next nice night no none north not note nothing november now
    number october of off offer office often oh ok old on once one only open or order other our out over own
    page paid paper park part party pass past pay people perhaps person phone pick piece pin place plan play
    please point poor post power pretty problem process product pull push put quality question quick quiet quite
    quit rain ran reach react read ready real reason red release remember reply report rest result retry return
    review rich right river road room round rule run sad said same saturday save saw say school sea search
    season seat second see sell send sentence september service set seven shall she ship short should show sick
    side sign since sing sister sit six size sleep slow small snow so some son song soon sorry sort sound south
    speak special spend sport spring stand star start state stay still stop story street strong such sudden
    summer sun sunday sure table take talk teach team tell ten test than thank that the their them then there
    these they thing think third this those though thought thousand three through thursday time to today
    together told tomorrow tonight too took top town travel tree tried true try tuesday turn twelve twenty two
    under understand unit until up upon us use usual value very view visit voice wait walk wall want war warm
    was wash watch water way we wear weather wednesday week well went were west what when where which while
    white who whole why will win wind window winter wish with within without woman wonder word work world would
    write wrong year yellow yes yesterday yet you young your zero zone Dear Do Good Great Re Rather React
    Release Remove Response Reply Rolled Pay Please Thanks Today The Edit Open Just Keep Yes You
    """
}
