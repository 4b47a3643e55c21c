import ProgramTerminal
import TestSupport
import Testing

/// The writing of a person in a single channel, across restarts of the program.
final class WritingLife {
  /// The work in progress when the program is killed.
  private enum Work: CaseIterable { case words, message, messageOffline, file }

  /// The moment of the kill, after Enter was pressed. Only a message that is shown is guaranteed to be queued: while
  /// only the composer is empty, the draft is still in the store.
  private enum Moment: CaseIterable { case atOnce, emptied, shown, aLittleLater, sent }

  static let fileSize = 300_000

  private let person: Person
  private let home = Scratch()
  /// Each line and message begins with it.
  let word: String
  /// What a new device needs before it can be used.
  private let setUp: (VirtualTerminal) throws -> Void
  /// The text seen in the composer, and the text typed into it.
  private var seen = ""
  private var typed = ""
  /// The message for which Enter was pressed, not yet seen in the timeline.
  private var pressed: String?
  private var isOffline = false
  private var count = 0
  /// The queued and sent messages.
  private(set) var sent: [String] = []
  /// The files sent with them.
  private(set) var files: [String: String] = [:]
  private var attached: String?
  private(set) var echoed = 0

  init(
    of person: Person, writing word: String, setUp: @escaping (VirtualTerminal) throws -> Void = { _ in }
  ) {
    (self.person, self.word, self.setUp) = (person, word, setUp)
  }

  var draft: String { seen }

  func start() throws -> VirtualTerminal {
    let isFirst = count == 0
    count += 1
    let terminal = isFirst ? try person.signIn(on: home) : try person.start(on: home)
    try terminal.until("→ #ledger")
    if isFirst { try setUp(terminal) }
    return terminal
  }

  // MARK: Checking

  func look(_ terminal: VirtualTerminal) throws {
    if let message = pressed {
      // It is in the composer as before, or queued.
      try terminal.until("\(message), sent or not") { composed($0) == message || isEmpty($0) }
      pressed = nil
      if isEmpty(terminal) { leave(message) } else { (seen, typed) = (message, message) }
    }
    try terminal.until("“\(seen)” again") { composed($0).hasPrefix(seen) && shows(attached, $0) }
    let back = composed(terminal)
    #expect(typed.hasPrefix(back), "nobody typed \(back)")
    echoed += seen.count
    (seen, typed) = (back, back)
    if isOffline {
      try terminal.until("Offline, as you left it")
      isOffline = false
      try command("/online", in: terminal)
      try terminal.until("┘ online")
    }
  }

  private func shows(_ file: String?, _ terminal: VirtualTerminal) -> Bool {
    file.map { terminal.shows($0) } ?? true
  }

  func untilAllIsSent(_ terminal: VirtualTerminal) throws {
    try terminal.until("all is sent") {
      !$0.shows("queued") && !$0.shows("sending…") && !$0.shows("%") && $0.shows("┘ online")
    }
  }

  // MARK: Writing

  /// Writes, and is killed at a moment that depends on the seed and the machine.
  func write(_ terminal: VirtualTerminal, random: inout SeededGenerator) throws {
    let work = random.one(of: Work.allCases)
    if work == .messageOffline {
      try command("/offline", in: terminal)
      try terminal.until("offline · /online")
      isOffline = true
    }
    if work == .file, attached == nil { try attach(in: terminal) }
    try typeWords(in: terminal, &random)
    guard work != .words else {
      // Part of the text need not be seen before the kill.
      let more = " and \(random.below(1_000))"
      typed += more
      try terminal.type(more)
      let enough = typed.count - random.below(more.count)
      try terminal.until("most of it") { composed($0).count >= enough }
      seen = composed(terminal)
      return try terminal.killNow()
    }
    try pressEnter(in: terminal, &random)
    try terminal.killNow()
  }

  private func attach(in terminal: VirtualTerminal) throws {
    let name = "file-\(count).txt"
    let line = "\(word) \(count), beans, peas and marigolds\n"
    let path = home.write(
      String(String(repeating: line, count: Self.fileSize / line.utf8.count + 1).prefix(Self.fileSize)),
      to: name)
    try command("/attach \(path)", in: terminal)
    try terminal.until("the file") { $0.shows(name) && isEmpty($0) == seen.isEmpty }
    attached = name
  }

  /// Types a unique message.
  private func typeWords(in terminal: VirtualTerminal, _ random: inout SeededGenerator) throws {
    if typed.isEmpty || typed.count > 40 {
      if !typed.isEmpty {
        try terminal.type("\u{15}")
        try terminal.until("an empty composer") { isEmpty($0) }
      }
      (seen, typed) = ("", "")
      let words = "\(word) \(count) of \(random.below(100_000))"
      try terminal.type(words)
      typed = words
    } else {
      try terminal.type("+")
      typed += "+"
    }
    try terminal.until("“\(typed)”") { composed($0) == typed }
    seen = typed
  }

  private func pressEnter(in terminal: VirtualTerminal, _ random: inout SeededGenerator) throws {
    let message = typed
    try terminal.type(Keys.enter)
    let moment = random.one(of: Moment.allCases)
    pressed = message
    (seen, typed) = ("", message)
    if moment == .atOnce { return }
    if moment == .emptied { return try terminal.until("an empty composer") { isEmpty($0) } }
    try terminal.until("“\(message)” among the messages") {
      isEmpty($0) && messages(of: $0).contains(message)
    }
    pressed = nil
    leave(message)
    switch moment {
    case .atOnce, .emptied, .shown: break
    case .aLittleLater: try terminal.listen(for: random.below(40))
    case .sent where isOffline: try terminal.until("queued")
    case .sent: try untilAllIsSent(terminal)
    }
  }

  private func leave(_ message: String) {
    sent.append(message)
    if let attached { files[message] = attached }
    attached = nil
    (seen, typed) = ("", "")
  }

  /// A command needs an empty composer: the draft is killed and yanked afterwards.
  private func command(_ line: String, in terminal: VirtualTerminal) throws {
    let draft = seen
    if !draft.isEmpty {
      try terminal.type("\u{15}")
      try terminal.until("room for a command") { isEmpty($0) }
    }
    try terminal.type(line)
    try terminal.until("the command") {
      terminal.text.contains(line.suffix(20)) && composed($0).hasPrefix("/")
    }
    try terminal.type(Keys.enter)
    try terminal.until("the command done") { isEmpty($0) }
    (seen, typed) = ("", "")
    if !draft.isEmpty {
      try terminal.type("\u{19}")
      try terminal.until("the draft again") { composed($0) == draft }
      (seen, typed) = (draft, draft)
    }
  }

  // MARK: Reading the screen

  /// Whether the composer shows its hint; false while a frame is half drawn.
  private func isEmpty(_ terminal: VirtualTerminal) -> Bool { composer(of: terminal).hasPrefix("write to ") }

  /// The draft in the composer.
  private func composed(_ terminal: VirtualTerminal) -> String {
    isEmpty(terminal) ? "" : composer(of: terminal)
  }

  /// The first row below the composer's header and attachments.
  private func composer(of terminal: VirtualTerminal) -> String {
    let rows = (0..<terminal.rows).map { content(of: $0, in: terminal) }
    guard let heading = rows.lastIndex(where: { $0.hasPrefix("→ #ledger") }) else { return "" }
    return rows[(heading + 1)...].first { !$0.hasPrefix("▤") } ?? ""
  }

  private func messages(of terminal: VirtualTerminal) -> String {
    let rows = (0..<terminal.rows).map { content(of: $0, in: terminal) }
    return rows.prefix { !$0.hasPrefix("→ #ledger") }.joined(separator: "\n")
  }

  private func content(of row: Int, in terminal: VirtualTerminal) -> String {
    let line = terminal.line(row)
    guard let edge = line.firstIndex(of: "┤") ?? line.dropFirst().firstIndex(of: "│") else { return "" }
    return String(line[line.index(after: edge)...].dropFirst())
  }
}
