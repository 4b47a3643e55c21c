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
  /// Records a draft that has left the composer without being sent.
  func didPutAway(_ draft: DiscardedDraft)
  /// Runs a command typed into the composer of this place.
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey)
}

extension ComposerContext {
  /// Reports what failed and why: "Not sent: there is no connection".
  package func say(_ failure: Notice, because error: any Error) {
    if let reason = ErrorSentence.reason(error) { say(failure.because(reason)) }
  }

  /// Says why an action is refused. If a slash command requested the action, the command's line is put back.
  package func refuse(_ notice: Notice) {
    let ending = TypedCommand.current?.fail() ?? ""
    say(Notice(notice.text + ending, notice.tone))
  }

  /// The key of a command, for use in a sentence.
  package func key(of command: Command) -> String {
    keymap.keys(of: command).first?.description ?? command.name
  }
}

/// Settings of the composer.
package nonisolated struct ComposerSettings: Hashable, Sendable {
  /// How a name is sent that was typed with an `@` and is not a mention.
  package enum NameResolution: Hashable, Sendable {
    /// It becomes a mention if exactly one member of the channel has that name.
    case unique
    /// As with `unique`, but only after the user has confirmed it.
    case ask
    /// It is sent as text.
    case never
  }

  /// Whether Markdown in messages is formatted.
  package enum MessageFormat: Hashable, Sendable {
    /// Markdown is shown as formatted text.
    case markdown
    /// Markdown is shown as it was typed.
    case plain
  }

  package var nameResolution = NameResolution.unique
  /// For messages that are sent and shown.
  package var messageFormat = MessageFormat.markdown
  /// The names of the dictionaries for spell checking; if there are none, nothing is checked.
  package var spellingLanguages: [String] = []
  /// The most lines that are pasted without a question; nil: no limit.
  package var longPaste: Int? = 200

  package init() {}
}
