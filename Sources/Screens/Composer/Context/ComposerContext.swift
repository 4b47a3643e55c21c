package import ChatControllers
package import ChatDomain

/// What a composer needs of the program around it.
package protocol ComposerContext: AnyObject {
  var client: ChatClient { get }
  var keymap: Keymap { get }
  var composerSettings: ComposerSettings { get }
  var files: any FileBrowser { get }
  var programs: any OtherPrograms { get }
  /// Whether the program prints lines instead of drawing a screen.
  var isLineMode: Bool { get }
  /// Requests a frame because something visible changed.
  func setNeedsFrame()
  /// Shows a notice in the last line, until the next key.
  func say(_ notice: Notice)
  /// Runs a command typed into the composer of this place.
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey)
}

extension ComposerContext {
  /// Says what failed and why: "The pin stays: there is no connection."
  package func say(_ what: String, because error: any Error) {
    if let reason = ErrorSentence.reason(error) { say(Notice("\(what): \(reason)", .error)) }
  }

  /// Says why an action is refused. If a slash command requested it, its line is put back.
  package func refuse(_ notice: Notice) {
    let ending = TypedCommand.current?.fail() ?? ""
    say(Notice(notice.text + ending, notice.tone))
  }

  /// The key of a command, for use in a sentence.
  package func key(of command: Command) -> String {
    keymap.keys(of: command).first?.description ?? command.name
  }
}

/// The settings of how messages are written.
package nonisolated struct ComposerSettings: Hashable, Sendable {
  /// What becomes of a name typed with an `@` that was not made a mention, when it is sent.
  package enum NameResolution: Hashable, Sendable {
    /// It becomes a mention if exactly one member of the channel is called that.
    case unique
    /// The same, after a question.
    case ask
    /// It stays text.
    case never
  }

  /// What the marks of Markdown are in a message.
  package enum MessageFormat: Hashable, Sendable {
    /// They say how words look.
    case markdown
    /// They are words like all others.
    case plain
  }

  package var nameResolution = NameResolution.unique
  /// What the marks of Markdown are in a message, sent and shown.
  package var messageFormat = MessageFormat.markdown
  /// The languages in which words are spelled, as dictionaries call them; none: nothing is checked.
  package var spellingLanguages: [String] = []
  /// Of how many lines a paste may be without a question; nil: any number.
  package var longPaste: Int? = 200

  package init() {}
}
