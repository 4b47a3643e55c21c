/// Something typed while there is no composer for it yet. Enter is not among it: nobody can see yet where it would send
/// to.
enum QueuedInput {
  case text(String)
  case paste(String)
  case command(ComposerCommand)

  func perform(in composer: Composer) {
    switch self {
    case .text(let text): composer.type(text)
    case .paste(let text): composer.paste(text)
    case .command(let command): composer.perform(command)
    }
  }

  /// The text of it, if it is text.
  var text: String? {
    switch self {
    case .text(let text), .paste(let text): text
    case .command: nil
    }
  }
}

nonisolated extension ComposerCommand {
  /// Whether the command only edits text or moves in it, so that it does in a composer opened later what it does now.
  var canBeQueued: Bool {
    switch self {
    case .lineStart, .lineEnd, .left, .right, .wordLeft, .wordRight, .textStart, .textEnd, .deleteLeft,
      .deleteRight, .killLine, .killToLineStart, .killBlankWord, .killWordLeft, .killWordRight, .yank,
      .yankPop, .transpose, .transposeWords, .upcaseWord, .downcaseWord, .capitalizeWord, .undo, .redo,
      .newline:
      true
    default: false
    }
  }
}
