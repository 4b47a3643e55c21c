import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// Performs Enter: sends the draft or the edit of a message, or runs a line that begins with a slash.
final class EnterKey {
  private let editor: ComposerTextEditor
  private let names: TypedNames
  private let related: RelatedMessages
  private let history: ComposerHistory
  private let pastedFiles: PastedFiles
  private let answer: AwaitedAnswer
  private let services: any AppServices
  /// The last command from here that goes to another place, whose answer may still be on its way.
  private weak var departure: TypedCommand?
  private var draft: MessageDraft { editor.draft }

  init(
    _ editor: ComposerTextEditor, names: TypedNames, related: RelatedMessages, history: ComposerHistory,
    pastedFiles: PastedFiles, answer: AwaitedAnswer, services: any AppServices
  ) {
    self.editor = editor
    self.names = names
    self.related = related
    self.history = history
    self.pastedFiles = pastedFiles
    self.answer = answer
    self.services = services
  }

  func send() -> ComposerOutcome {
    answer.end()
    guard draft.editedMessage == nil else { return sendEdit() }
    if let (name, argument) = SlashCommand.parse(draft.text) { return run(name, argument) }
    // What is typed now is meant for the place that the command goes to.
    if departure?.isWaiting == true {
      let gives = services.keymap.hint((.global(.stepBack), "gives the command up"))
      services.say(Notice("Not sent: the place of your last command is looked for · \(gives)", .warning))
      return .nothing
    }
    if draft.key.channelId == .nowhere {
      services.say(
        Notice("Not sent, and kept: no channel is open here. There are \(SlashCommand.waysIn)", .warning))
      return .nothing
    }
    // What can never arrive stays in the composer.
    let refusal =
      services.client.service.sendingRefusal(in: draft.key.channelId) ?? related.replyRefusal
    if case .channelReplaced? = refusal {
      services.run(.follow, "", in: draft.key)
      return .done
    }
    if let refusal {
      services.say("Not sent", because: ChatError.refused(refusal))
      return .nothing
    }
    guard let longText else { return resolveNames(asFile: false) { sendDraft(asFile: false) } }
    // Enter comes again once it is known whom the names mean.
    return names.isGoingAsFile ? sendAsFile() : ask(longText)
  }

  // MARK: What is too long

  /// Sends the draft as a file, after the user has agreed. The draft has to be too long still.
  func sendAsFile() -> ComposerOutcome {
    guard draft.editedMessage == nil, longText != nil else { return .nothing }
    names.goAsFile()
    return resolveNames(asFile: true) { sendDraft(asFile: true) }
  }

  /// The draft, if it is too long for a message and may be a file.
  private var longText: LongText? {
    let limits = services.client.service.limits
    // Most drafts need no closer look: a letter becomes four bytes at most, and only a mention is longer than its words.
    guard draft.text.utf8.count > limits.messageBytes / 4 || !draft.mentionSpans.isEmpty else { return nil }
    let text = LongText(
      draft.elements, sent: literalWords ?? draft.elements, limit: limits.messageBytes,
      hasMarks: services.settings.messageFormat == .markdown)
    return text.flatMap { $0.fileBytes <= limits.fileBytes ? $0 : nil }
  }

  private func ask(_ text: LongText) -> ComposerOutcome {
    let limit = services.client.service.limits.filesPerMessage
    guard draft.files.count + draft.attachments.count < limit else {
      services.say(
        Notice(
          "Not sent: it has \(ByteCount(text.excess)) more than a message takes, and with what is attached it cannot be a file as well",
          .warning))
      return .nothing
    }
    return .askWhetherAsFile(text)
  }

  // MARK: Typed names

  /// Makes mentions of the names that were typed, as announced above the composer, and then sends. If it is not known
  /// yet who is meant, Enter waits.
  ///
  /// - Parameter isFile: whether what is sent goes as a file.
  private func resolveNames(
    asFile isFile: Bool, andThen send: () -> ComposerOutcome
  ) -> ComposerOutcome {
    if let name = names.nameBeingLookedUp() { return sendLater(asking: name) }
    let decision = names.decision
    let announcement = decision.wasShown ? nil : NameAnnouncement(decision.names, in: names)
    let mentioned = decision.names.filter { $0.member != nil }
    if !mentioned.isEmpty {
      if names.resolution == .ask { return .askWhomToTell(mentioned, asFile: isFile) }
      guard mention(mentioned) else { return .nothing }
    }
    let outcome = send()
    // A user who types and sends at once has not seen the announcement.
    if outcome == .sent, let announcement {
      services.say(Notice(announcement.afterSending, announcement.isWarning ? .warning : .quiet))
    }
    return outcome
  }

  /// Waits until it is known who is meant by a name. The program then handles Enter again.
  private func sendLater(asking name: NamedMember) -> ComposerOutcome {
    answer.begin(
      .meaning, for: name.text,
      request: { [weak self, names] in
        let failure = await names.waitForLookups()
        guard !Task.isCancelled, let self else { return }
        if let failure {
          answer.fail(name.text, because: ErrorSentence.reason(failure) ?? "nobody answered")
        } else {
          answer.end()
          services.setNeedsFrame()
        }
      },
      onFailure: { [names] in names.giveUp() })
    return .nothing
  }

  /// Sends after the user has answered whether typed names become mentions, if they are still in the text.
  func send(_ named: [NamedMember], telling isTelling: Bool, asFile isFile: Bool) -> ComposerOutcome {
    guard named.allSatisfy({ editor.hasPlain($0.text, at: $0.range) }) else {
      services.say(Notice("Not sent: the words have changed meanwhile", .warning))
      return .nothing
    }
    guard !isTelling || mention(named) else { return .nothing }
    return draft.editedMessage == nil ? sendDraft(asFile: isFile) : sendEditedText()
  }

  /// Makes mentions of typed names, as one step.
  private func mention(_ named: [NamedMember]) -> Bool {
    do throws(DraftError) {
      try editor.change { () throws(DraftError) in
        _ = try draft.apply(TypedNames.transaction(mentioning: named))
      }
      return true
    } catch {
      services.say("Not sent: a name could not be made a mention", because: error)
      return false
    }
  }

  // MARK: The draft

  /// Sends the draft. The first of two slashes at its start is left out: it says that this is no command.
  private func sendDraft(asFile isFile: Bool) -> ComposerOutcome {
    // The mentions may have made it too long.
    if !isFile, let longText { return ask(longText) }
    guard draft.text.hasPrefix("//") else { return handOver(omitting: "", asFile: isFile) }
    // If the message is refused, the caret has to be where it was.
    let caret = draft.utf8Caret
    editor.replace(0..<1, with: Clipping(""), origin: .typing)
    draft.utf8Caret = caret - 1
    return handOver(omitting: "/", asFile: isFile)
  }

  /// Empties the composer at once: what the next key types belongs to the next message, even if the user goes
  /// elsewhere.
  private func handOver(omitting prefix: String, asFile isFile: Bool) -> ComposerOutcome {
    let elements = draft.elements
    let text = draft.text
    let quoted = draft.quoted?.id
    let long = isFile ? longText : nil
    let params = SendTextParams(words: long?.words ?? literalWords, files: long.map { [$0.file] } ?? [])
    do throws(OutboxError) {
      let send = try editor.change { () throws(OutboxError) in try draft.beginSend(params: params) }
      let replaced = pastedFiles.takeReplacements()
      Task { [weak self] in
        do throws(OutboxError) { _ = try await send.timetoken() } catch {
          if send.isReturned { self?.pastedFiles.putBack(replaced) }
          self?.didNotSend(error, prefix, text)
        }
      }
    } catch {
      didNotSend(error, prefix, text)
      return .nothing
    }
    editor.deselect()
    history.add(elements)
    if let quoted, related.isDeleted(quote: quoted) {
      services.say(
        Notice("Sent; what it quotes was deleted, and none of its words go along", .warning))
    }
    return .sent
  }

  /// What says that no sign in the text is a mark, for somebody who means none.
  private var literalWords: [MessageElement]? {
    services.settings.messageFormat == .plain ? draft.elements.literal : nil
  }

  private func didNotSend(_ error: OutboxError, _ prefix: String, _ text: String) {
    restore(prefix, before: text)
    services.say("Not sent", because: error)
  }

  /// Restores the second slash of a refused message: without it, Enter would take the text for a command.
  private func restore(_ prefix: String, before text: String) {
    guard !prefix.isEmpty, draft.text == text || draft.text.hasPrefix(text + "\n") else { return }
    let caret = draft.utf8Caret
    guard editor.apply(Clipping(prefix).replacing(0..<0, origin: .restore)) != nil else { return }
    draft.utf8Caret = caret + prefix.utf8.count
  }

  // MARK: The edit of a message

  private func sendEdit() -> ComposerOutcome {
    guard draft.editedMessage?.isDeleted != true else {
      related.abandonEdit()
      return .nothing
    }
    return resolveNames(asFile: false) { sendEditedText() }
  }

  private func sendEditedText() -> ComposerOutcome {
    // One that did not arrive is sent again as it is.
    if !draft.isEditChanged, draft.editedMessage?.localState == nil {
      related.endUnchangedEdit()
      return .done
    }
    let elements = draft.elements
    let hasText = !draft.text.isBlank
    let words = related.keepsMarks ? nil : literalWords
    _ = Task.immediate { [weak self, draft] in
      do {
        try await draft.sendEdit(words: words)
      } catch {
        self?.services.say("Not changed", because: error)
      }
    }
    guard hasText else { return .nothing }
    history.add(elements)
    return .sent
  }

  // MARK: Lines that begin with a slash

  /// Runs a command line, which then leaves the composer. If it cannot be run, it stays and a notice says why.
  private func run(_ name: String, _ argument: String) -> ComposerOutcome {
    guard let command = SlashCommand(typed: name) else {
      services.say(Notice("There is no command /\(name); //\(name) sends it as it is", .error))
      return .nothing
    }
    if command == .discard { return discard(command) }
    guard !draft.text.contains(where: \.isNewline) else {
      services.say(Notice("A command is one line; with // in front it is sent as it is", .error))
      return .nothing
    }
    guard !command.needsArgument || !argument.isEmpty else {
      services.say(Notice("\(command.usage): \(command.meaning)", .warning))
      return .nothing
    }
    let argument = SlashCommand.parse(lineWithIds)?.argument ?? argument
    let line = takeLine(isWorthKeeping: !argument.isEmpty)
    let typed = TypedCommand { [weak self] in self?.putBack(line, $0) ?? "" }
    if command.goesElsewhere { departure = typed }
    TypedCommand.$current.withValue(typed) { services.run(command, argument, in: draft.key) }
    typed.wasStarted()
    return .done
  }

  /// Takes a command out of the composer. Up brings it back.
  ///
  /// - Parameter isWorthKeeping: whether it has words of its own, which a restart must not lose.
  private func takeLine(isWorthKeeping: Bool) -> (elements: [MessageElement], caret: Int) {
    let line = (elements: draft.elements, caret: draft.utf8Caret)
    editor.change { if isWorthKeeping { draft.takeCommand() } else { draft.dropWords() } }
    editor.deselect()
    history.addCommand(line.elements)
    return line
  }

  /// Puts the line of a failed command back, unless something else is written here by now.
  ///
  /// - Returns: what to say of it behind the reason.
  private func putBack(_ line: (elements: [MessageElement], caret: Int), _ command: TypedCommand) -> String {
    guard draft.text.isEmpty, draft.editedMessage == nil else {
      editor.change { draft.keepInHistory(line.elements) }
      guard command.isLate, services.client.configuration.isDraftMessagesEnabled else { return "" }
      return "; \(services.key(of: .global(.draftHistory))) has the command"
    }
    guard editor.apply(Clipping(line.elements).replacing(0..<0, origin: .restore)) != nil else { return "" }
    draft.utf8Caret = line.caret
    return ""
  }

  /// The text with ids in place of mentions: `@alex_d` and `#general` mean exactly one person and one channel.
  private var lineWithIds: String {
    draft.elements.map { element in
      switch element {
      case .plainText(let text): text
      case .link(_, .user(let id)): UserID(id).handle
      case .link(_, .channel(let id)): "#" + id
      case .link(_, .url(let address)): address
      }
    }.joined()
  }

  /// A command without an argument is not worth keeping in the history of drafts.
  private func dropText() {
    editor.change { draft.dropWords() }
    editor.deselect()
  }

  /// Discards the draft. The command stands before the text that it discards, so it is removed first: the text is kept
  /// without it.
  private func discard(_ command: SlashCommand) -> ComposerOutcome {
    let text = draft.text
    let rest = text.drop(while: \.isWhitespace).dropFirst(command.name.count + 1).drop(while: \.isWhitespace)
    if rest.isEmpty {
      dropText()
    } else {
      guard editor.remove(0..<(text.utf8.count - rest.utf8.count)) else { return .nothing }
    }
    // Where nothing is written, the command is about the message that failed last.
    if !history.discard() { services.run(.discard, "", in: draft.key) }
    return .done
  }
}
