import DraftEngine

/// A line typed at the workbench.
enum Request {
  case update(String)
  case insert(offset: Int, text: String)
  case remove(offset: Int, length: Int)
  case mention(offset: Int, length: Int, target: MentionTarget)
  case unmention(offset: Int)
  case undo
  case redo
  case elements
  case markup
  case read(markup: String)
  case help
  case quit
  case unclear(String)

  /// A line that begins with a slash is a command; any other one is the new text of the draft.
  init(_ line: String) {
    guard line.hasPrefix("/") else {
      self = .update(line)
      return
    }
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    let numbers = words.dropFirst().prefix(2).map { Int($0) }
    switch (words[0], words.count) {
    case ("/undo", 1): self = .undo
    case ("/redo", 1): self = .redo
    case ("/elements", 1): self = .elements
    case ("/markup", 1): self = .markup
    case ("/help", 1): self = .help
    case ("/quit", 1): self = .quit
    case ("/read", 2...): self = .read(markup: String(line.dropFirst(6)))
    case ("/unmention", 2): self = Self.from(numbers[0]) { .unmention(offset: $0) }
    case ("/remove", 3): self = Self.from(numbers[0], numbers[1]) { .remove(offset: $0, length: $1) }
    case ("/insert", 3...):
      let text = words.dropFirst(2).joined(separator: " ")
      self = Self.from(numbers[0]) { .insert(offset: $0, text: text) }
    case ("/mention", 4):
      self = Self.from(numbers[0], numbers[1]) {
        .mention(offset: $0, length: $1, target: Self.target(words[3]))
      }
    default: self = .unclear("\(words[0]) is not a command with \(words.count - 1) arguments")
    }
  }

  private static func from(_ number: Int?, _ make: (Int) -> Request) -> Request {
    number.map(make) ?? .unclear("the offset must be a whole number")
  }

  private static func from(_ offset: Int?, _ length: Int?, _ make: (Int, Int) -> Request) -> Request {
    guard let offset, let length else { return .unclear("offset and length must be whole numbers") }
    return make(offset, length)
  }

  private static func target(_ word: String) -> MentionTarget {
    if word.hasPrefix("@") { return .user(userId: String(word.dropFirst())) }
    if word.hasPrefix("#") { return .channel(channelId: String(word.dropFirst())) }
    return .url(url: word)
  }
}
