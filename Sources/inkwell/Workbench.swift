import DraftEngine

/// A draft to try the engine on, line by line: what `make run` starts until the terminal client is there.
struct Workbench {
  static let greeting = """
    Inkwell's draft workbench. Type a line: it becomes the text of the draft, and mentions whose words you left
    alone stay. Try: Hello Alex!   then   /mention 6 4 @alex_d   then   Well, hello Alex and all!
    /help lists the commands, /quit or C-d leaves.
    """

  static let usage = """
    usage: inkwell [--help | --version]

    Without an option: a workbench for one draft, read line by line from standard input.

    \(commands)
    """

  private static let commands = """
      any text                    the new text of the draft, as update(text:)
      /insert OFFSET TEXT         text before the character at OFFSET
      /remove OFFSET LENGTH       LENGTH characters from OFFSET on
      /mention OFFSET LENGTH T    a mention; T is @user-id, #channel-id or an address
      /unmention OFFSET           the mention that begins at OFFSET goes, its words stay
      /undo, /redo                mentions come back too
      /elements                   what the draft is made of
      /markup                     how it is sent and stored
      /read MARKUP                a draft from markup
      /help, /quit
    """

  private var draft = DraftDocument()
  private var history = DraftHistory(of: DraftDocument())
  private(set) var isDone = false

  /// Does what a line asks for.
  ///
  /// - Returns: the draft with its mentions in brackets, what was asked for, or why it was refused.
  mutating func answer(to line: String) -> String {
    do {
      return try perform(Request(line))
    } catch {
      return "refused: \(error)"
    }
  }

  private mutating func perform(_ request: Request) throws(DraftError) -> String {
    switch request {
    case .update(let text):
      try edit(draft.transaction(updatingTo: text))
    case .insert(let offset, let text):
      try edit(draft.insertion(of: text, at: offset))
    case .remove(let offset, let length):
      try edit(draft.removal(offset: offset, length: length))
    case .mention(let offset, let length, let target):
      try edit(draft.additionOfMention(offset: offset, length: length, target: target))
    case .unmention(let offset):
      guard let removal = draft.removalOfMention(offset: offset) else {
        return "no mention begins at \(offset)"
      }
      try edit(removal)
    case .undo:
      if try history.undo(&draft) == nil { return "nothing to undo" }
    case .redo:
      if try history.redo(&draft) == nil { return "nothing to redo" }
    case .elements: return draft.elements.map(\.description).joined(separator: "\n")
    case .markup: return MessageMarkup.render(draft.elements)
    case .read(let markup):
      draft = DraftDocument(elements: MessageMarkup.parse(markup))
      history = DraftHistory(of: draft)
    case .help: return Self.commands
    case .quit:
      isDone = true
      return "bye"
    case .unclear(let why): return "\(why); /help lists the commands"
    }
    return picture
  }

  private mutating func edit(_ transaction: DraftTransaction) throws(DraftError) {
    try history.perform(transaction, on: &draft)
  }

  private var picture: String {
    let words = draft.elements.map { $0.target == nil ? $0.text : "[\($0.text)]" }.joined()
    return "| \(words)"
  }
}
