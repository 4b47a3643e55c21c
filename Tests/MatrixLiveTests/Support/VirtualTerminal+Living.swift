import Glibc
import ProgramTerminal

extension VirtualTerminal {
  func untilOnline() throws { try until("online") { $0.shows("┘ online") } }

  /// Accepts the suggested device name.
  func nameDevice() throws {
    try until("Press Enter to accept, or type another name:")
    try type("\r")
  }

  /// Whether the timeline, right of the sidebar, shows a text.
  func says(_ texts: String...) -> Bool {
    let messages = messages
    return texts.allSatisfy { messages.contains($0) }
  }

  /// Reads until the timeline shows the texts.
  func untilSaid(_ texts: String...) throws {
    try until("among the messages: \(texts)") { terminal in
      let messages = terminal.messages
      return texts.allSatisfy { messages.contains($0) }
    }
  }

  /// The rows right of the sidebar.
  var messages: String {
    let edge = line(0).prefix { $0 != "┐" }.count
    return (0..<rows).map { String(line($0).dropFirst(edge)) }.joined(separator: "\n")
  }

  /// The number of occurrences of a text on the screen.
  func count(of text: String) -> Int { self.text.ranges(of: text).count }

  /// Types a line and sends it.
  func send(_ line: String) throws {
    try type(line)
    try until("what was typed: \(line)") { $0.text.contains(line.suffix(20)) }
    try type("\r")
  }

  /// Sets up encryption of a new account, and saves the recovery key.
  func setUpEncryption(savingTo path: String) throws {
    try send("/encryption")
    try until("Set up encryption")
    try type("\r")
    try confirm("The server never has")
    try until("Your recovery key")
    try type("\t")
    try until("Save your recovery key")
    try type("\u{15}\(path)")
    try until("the path") { $0.text.contains(path.suffix(20)) }
    try type("\r")
    try until("this device is signed")
  }

  /// Confirms a question, after the delay in which the program ignores answers.
  func confirm(_ question: String) throws {
    try until(question)
    try listen(for: 400)
    try type("\r")
    try until("the question answered") { !$0.shows(question) }
  }

  /// Saves the output for `make screenshots`, if pictures were requested.
  func keepPicture(_ name: String) throws {
    guard let folder = getenv("PICTURES").map({ String(cString: $0) }) else { return }
    try rest()
    let file = open("\(folder)/\(name).\(columns)x\(rows)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0, write(file, output, output.count) == output.count, close(file) == 0 else {
      throw PictureNotWritten(name: name, code: errno)
    }
  }

  /// Kills the program and waits for its end.
  func killNow() throws {
    send(SIGKILL)
    _ = try end()
  }
}

/// Keys as a terminal sends them.
enum Keys {
  static let enter = "\r"
  static let tab = "\t"
  static let up = "\u{1B}[A"
  static let messageMode = "\u{1B}s"
  static let closeThread = "\u{18}0"
  static let leave = "\u{18}\u{3}"
  static let remove = "\u{18}k"
  static let otherPane = "\u{18}o"
  static let escape = "\u{7}"
}

private struct PictureNotWritten: Error {
  let name: String
  let code: Int32
}
