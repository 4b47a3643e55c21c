import Glibc
import ProgramTerminal
import TestSupport
import Testing

/// The text written in one home folder, across all crashes.
final class CrashLife {
  enum Work: CaseIterable { case letters, mention, file, long, thread, edit, queue }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789éüß漢字ñ")
  /// The last word of a long draft; typed text follows it.
  private static let mark = "END"

  let work: Work
  /// The current text as seen on the screen, and as typed.
  private var seen = ""
  private var typed = ""
  /// The text before it in a long draft.
  private var pasted = ""
  /// A queued message, or the name of a file.
  private var name: String?
  private var isBegun = false
  private let home = Scratch()
  private let comment: String
  private(set) var echoed = 0
  /// The number of times that the status line said that the visible text was not saved yet.
  private(set) var unpromised = 0

  init(_ work: Work, named comment: String) {
    self.work = work
    self.comment = comment
  }

  func start() throws -> VirtualTerminal {
    let copy = home.file("copy")
    let editor = home.editor("cp \"$1\" \(copy).new && mv \(copy).new \(copy)")
    // A thread that was open opens again.
    return try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": editor], showing: work == .thread ? "#general" : "→ #general")
  }

  // MARK: Checking

  /// Checks that everything seen before the crash is there.
  func look(_ terminal: VirtualTerminal) throws {
    guard isBegun else { return }
    try lookAtWords(terminal)
    // The store is open at this point.
    let files = home.files(in: ".local/state/inkwell/demo").sorted()
    #expect(files.contains("store.db"))
    #expect(!files.contains { $0.hasPrefix("store.db-damaged") }, "\(comment): called damaged: \(files)")
  }

  private func lookAtWords(_ terminal: VirtualTerminal) throws {
    switch work {
    case .letters: break
    case .mention: try lookAtMention(terminal)
    case .file: try terminal.until("the file \(comment)") { $0.shows(name ?? "") }
    case .long: return try lookAtAll(terminal)
    case .thread:
      guard !seen.isEmpty else { return }
      try terminal.until("→ thread in #general")
    case .edit:
      try terminal.until("the parked draft and the edit \(seen) \(comment)") {
        composed($0) == "parked" && (seen == "first" || $0.shows("✎ unfinished edit: \(seen)"))
      }
      // Text typed next belongs to the parked draft.
      (seen, typed) = ("parked", "parked")
      return
    case .queue:
      // It was queued before the crash, and only the outbox has it.
      let message = name ?? ""
      // A notice stands in the last row, or in one of its own until the next key.
      func aboveNotice(_ terminal: VirtualTerminal) -> String {
        let isLast = terminal.line(terminal.rows - 1).contains("Offline, as you left it")
        return row(terminal.rows - (isLast ? 2 : 3), of: terminal)
      }
      try terminal.until("\(seen) \(comment)") {
        $0.shows("Offline, as you left it") && (seen.isEmpty || aboveNotice($0).hasPrefix(seen))
      }
      try terminal.rest()
      // A command needs an empty composer.
      let shown = aboveNotice(terminal)
      let draft = shown.hasPrefix("write to ") ? "" : shown
      if !draft.isEmpty {
        try terminal.type("\u{3}", until: "Put aside")
      }
      try terminal.type("/online\r")
      try terminal.until("an empty composer") {
        composed($0).isEmpty && $0.shows("┘ demo") && !$0.line($0.rows - 1).contains("offline")
      }
      if !draft.isEmpty {
        // Undo removes the command first, then restores the draft.
        for _ in 0..<3 where composed(terminal) != draft {
          let written = terminal.output.count
          try terminal.type("\u{1F}")
          // A program that has not read the key yet is idle as well.
          try terminal.until("what is taken back \(comment)") { $0.output.count > written }
          try terminal.untilAtRest()
        }
        #expect(composed(terminal) == draft, "\(comment): \(terminal.text)")
      }
      try terminal.until("\(message) sent") { $0.shows("you          \(message)") && !$0.shows("queued") }
      #expect(terminal.text.count(of: "you          \(message)") == 1, "\(comment)")
    }
    // A frame may arrive in pieces, so a part of the previous text may still be visible, or only a part of the new
    // one.
    try terminal.until("\(seen), and at most \(typed) \(comment)") {
      composed($0).hasPrefix(seen) && typed.hasPrefix(composed($0))
    }
    try terminal.rest()
    let back = composed(terminal)
    #expect(typed.hasPrefix(back), "\(comment): nobody typed \(back)")
    (seen, typed) = (back, back)
  }

  /// The text is there, and it is still a mention.
  private func lookAtMention(_ terminal: VirtualTerminal) throws {
    try terminal.until("\(seen) \(comment)") { composed($0).hasPrefix(seen) }
    try terminal.type(Keys.preview, until: "the mention \(comment)") { $0.shows("⇒ notifies Alex Dunn") }
    try terminal.type(Keys.preview, until: "no preview") { !$0.shows("⇒") }
  }

  /// A draft longer than the screen, read through an editor.
  private func lookAtAll(_ terminal: VirtualTerminal) throws {
    home.remove("copy")
    try terminal.type(Keys.editor, until: "the copy \(comment)") { _ in home.text(of: "copy") != nil }
    try terminal.until("the program again") { $0.shows("→ #general") && !$0.isCooked }
    // The last line of the file ends with a line break as well.
    let all = (home.text(of: "copy") ?? "").dropLast()
    #expect(all.hasPrefix(pasted), "\(comment): the long draft is another one")
    let back = String(all.dropFirst(pasted.count))
    #expect(back.hasPrefix(seen) && typed.hasPrefix(back), "\(comment): \(seen), \(typed) and \(back)")
    (seen, typed) = (back, back)
  }

  // MARK: Writing

  /// Writes, and is killed at a moment that depends on the seed and the machine.
  func write(_ terminal: VirtualTerminal, random: inout SeededGenerator) throws {
    if !isBegun { try begin(terminal, &random) }
    isBegun = true
    if work == .letters, typed.count > 30 { try empty(terminal) }
    // An edit without a change does not count.
    let count = Int(random.next() % 12) + (work == .letters || work == .edit ? 1 : 0)
    let before = seen.count
    for _ in 0..<count {
      let letter = Self.letters[Int(random.next() % UInt64(Self.letters.count))]
      typed.append(letter)
      try terminal.type(String(letter))
    }
    // After some of the letters, or after all.
    let enough = before + (count == 0 ? 0 : 1 + Int(random.next() % UInt64(count)))
    try terminal.until("\(enough) letters") { words($0).count >= enough }
    terminal.send(SIGKILL)
    _ = try terminal.end()
    // On a busy machine the store may take longer than a frame may wait; the status line then says that the text is
    // not saved.
    guard !terminal.shows("not saved") else {
      unpromised += 1
      return
    }
    let now = words(terminal)
    echoed += now.count - before
    seen = now
  }

  private func begin(_ terminal: VirtualTerminal, _ random: inout SeededGenerator) throws {
    switch work {
    case .letters: break
    case .mention:
      try terminal.type("@ale", until: "›Alex Dunn")
      try terminal.type(Keys.tab)
      try terminal.until("the mention") { composed($0) == "Alex Dunn" && !$0.shows("people") }
      (seen, typed) = ("Alex Dunn", "Alex Dunn ")
    case .file:
      let file = "file-\(random.next() % 1_000).txt"
      try terminal.type("/attach \(home.write("a file", to: file))\r")
      try terminal.until("the file alone") { $0.shows(file) && composed($0).isEmpty }
      name = file
    case .long:
      pasted = (0..<1_400).map { _ in "w\(random.next() % 100_000)" }.joined(separator: " ") + Self.mark
      try terminal.type(Keys.paste(pasted), until: "the end of the paste") { behindMark($0) != nil }
      echoed += pasted.count
    case .thread: try openThread(terminal)
    case .edit:
      try terminal.type("first\r", until: "you          first")
      try terminal.type("parked", until: "the draft") { composed($0) == "parked" }
      try terminal.type(Keys.messageMode, until: " message ")
      try terminal.type("e", until: "the edit") { $0.shows("✎ editing: first") && composed($0) == "first" }
      (seen, typed) = ("first", "first")
    case .queue:
      let message = "message-\(random.next() % 100_000)"
      try terminal.type("/offline\r", until: "offline · /online")
      try terminal.type(message, until: "the message") { composed($0) == message }
      try terminal.type("\r")
      // A sent message is in the outbox before anything else shows it.
      try terminal.until("an empty composer") { composed($0).isEmpty }
      name = message
    }
  }

  private func openThread(_ terminal: VirtualTerminal) throws {
    try terminal.type(Keys.messageMode, until: " message ")
    try terminal.type("t", until: "→ thread in #general")
  }

  private func empty(_ terminal: VirtualTerminal) throws {
    try terminal.type(Keys.killLine, until: "an empty composer") { composed($0).isEmpty }
    (seen, typed) = ("", "")
  }

  // MARK: Reading the screen

  private func words(_ terminal: VirtualTerminal) -> String {
    work == .long ? behindMark(terminal) ?? "" : composed(terminal)
  }

  /// The draft in the last row of the composer; empty when the hint is shown.
  private func composed(_ terminal: VirtualTerminal) -> String {
    let text = row(terminal.rows - 2, of: terminal)
    return text.hasPrefix("write to ") ? "" : text
  }

  private func behindMark(_ terminal: VirtualTerminal) -> String? {
    let text = (terminal.rows - 5...terminal.rows - 2).map { row($0, of: terminal) }.joined()
    let parts = text.split(separator: Self.mark, omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.last.map(String.init) : nil
  }

  private func row(_ row: Int, of terminal: VirtualTerminal) -> String {
    let line = terminal.line(row)
    guard let edge = line.firstIndex(of: "┤") ?? line.dropFirst().firstIndex(of: "│") else { return "" }
    return String(line[line.index(after: edge)...].dropFirst())
  }
}

extension String {
  /// The number of occurrences of a text.
  func count(of part: String) -> Int { indices.count { self[$0...].hasPrefix(part) } }
}
