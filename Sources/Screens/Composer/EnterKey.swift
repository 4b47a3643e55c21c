import ChatControllers
package import ChatDomain
import ChatScreens
import DraftEngine

/// Performs Enter: sends the draft or the edit of a message, or runs a line that begins with a slash.
package final class EnterKey {
  private let editor: ComposerTextEditor
  private let names: TypedNames
  private let related: RelatedMessages
  private let history: ComposerHistory
  private let pastedFiles: PastedFiles
  private let answer: AwaitedAnswer
  package let encryption: ComposerEncryption
  private let context: any ComposerContext
  /// The last command from here that navigates to another place, while it is in flight.
  private weak var departure: TypedCommand?
  /// Whether such a command did not navigate while the composer had other text, which may be meant for the other place.
  private var hasStayedBesideWords = false
  /// A failed command that was put back, and when: text typed just then was meant for an empty composer.
  private var returned: (text: String, at: Timestamp)?
  private var draft: MessageDraft { editor.draft }

  init(
    _ editor: ComposerTextEditor, names: TypedNames, related: RelatedMessages, history: ComposerHistory,
    pastedFiles: PastedFiles, answer: AwaitedAnswer, context: any ComposerContext
  ) {
    self.editor = editor
    self.names = names
    self.related = related
    self.history = history
    self.pastedFiles = pastedFiles
    self.answer = answer
    encryption = ComposerEncryption(editor, context: context)
    self.context = context
  }

  func send() -> ComposerOutcome {
    answer.end()
    guard draft.editedMessage == nil else { return sendEdit() }
    if let (name, argument) = SlashCommand.parse(draft.text) { return run(name, argument) }
    // Text typed now is meant for the place that the command navigates to.
    if departure?.isWaiting == true {
      context.say(.notSentBeforeCommand(cancelledBy: context.key(of: .global(.stepBack))))
      return .nothing
    }
    if hasStayedBesideWords {
      hasStayedBesideWords = false
      context.say(.notSentAfterStaying)
      return .nothing
    }
    if draft.key.channelId == .nowhere {
      context.say(.notSentNowhere)
      return .nothing
    }
    // A recovery key in a message is a mistake: every reader could decrypt the user's messages with it.
    if draft.text.isRecoveryKey, context.client.abilities.contains(.encrypts) {
      context.say(.notSentRecoveryKey)
      return .nothing
    }
    // Text that can never be delivered stays in the composer.
    let refusal =
      context.client.sendingRefusal(in: draft.key.channelId) ?? related.replyRefusal
    if case .channelReplaced? = refusal {
      context.run(.follow, "", in: draft.key)
      return .done
    }
    if let refusal {
      context.say(.notSent, because: ChatError.refused(refusal))
      return .nothing
    }
    guard let longText else { return resolveNames(asFile: false) { sendDraft(asFile: false) } }
    // Enter is handled again once the names are resolved: by then the user has agreed to send a file.
    return names.isGoingAsFile ? sendAsFile() : ask(longText)
  }

  // MARK: What is too long

  /// Sends the draft as a file, after the user has agreed. The draft must still be too long.
  package func sendAsFile() -> ComposerOutcome {
    guard draft.editedMessage == nil, longText != nil else { return .nothing }
    names.goAsFile()
    return resolveNames(asFile: true) { sendDraft(asFile: true) }
  }

  /// The draft, if it is too long for a message and may be sent as a file.
  private var longText: LongText? {
    let limits = context.client.limits
    // Skips the exact check for most drafts: escaping makes at most four bytes of one, and only mentions and links add other bytes.
    guard draft.text.utf8.count > limits.messageBytes / 4 || !draft.mentionSpans.isEmpty else { return nil }
    let text = LongText(
      draft.elements, sent: words(isAction: true) ?? draft.elements, limit: limits.messageBytes,
      hasMarks: context.composerSettings.messageFormat == .markdown)
    return text.flatMap { $0.fileBytes <= limits.fileBytes ? $0 : nil }
  }

  private func ask(_ text: LongText) -> ComposerOutcome {
    let limit = context.client.limits.filesPerMessage
    guard draft.files.count + draft.attachments.count < limit else {
      context.say(.tooLongForFile(ByteCount(text.excess)))
      return .nothing
    }
    return .askWhetherAsFile(text)
  }

  // MARK: Typed names

  /// Turns typed names into mentions and sends, or asks the user first. Enter waits while a name is being looked up.
  ///
  /// - Parameter isFile: whether the text is sent as a file.
  private func resolveNames(
    asFile isFile: Bool, andThen send: () -> ComposerOutcome
  ) -> ComposerOutcome {
    if let name = names.nameBeingLookedUp() { return sendLater(asking: name) }
    let decision = names.decision
    let announcement = decision.wasShown ? nil : NameAnnouncement(decision.names, in: names)
    let mentioned = decision.names.filter { $0.member != nil }
    if !mentioned.isEmpty {
      // If the user has not seen that everyone will be notified, as after pasting `@everyone`, Enter asks first.
      let isSurprise = !decision.wasShown && mentioned.contains { $0.member?.id == .everyone }
      if names.resolution == .ask || isSurprise { return .askWhomToTell(mentioned, asFile: isFile) }
      guard mention(mentioned) else { return .nothing }
    }
    let outcome = send()
    // A user who types and sends at once has not seen the announcement.
    if outcome == .sent, let announcement {
      context.say(.notified(announcement.afterSending, isWarning: announcement.isWarning))
    }
    return outcome
  }

  /// Waits until a name is resolved. The program then handles Enter again.
  private func sendLater(asking name: NamedMember) -> ComposerOutcome {
    answer.begin(
      .meaning, for: name.text,
      request: { [weak self, names] in
        let failure = await names.waitForLookups()
        guard !Task.isCancelled, let self else { return }
        if let failure {
          answer.fail(name.text, because: ErrorSentence.reason(failure) ?? "no answer")
        } else {
          answer.end()
          context.setNeedsFrame()
        }
      },
      onFailure: { [names] in names.giveUp() })
    return .nothing
  }

  /// Sends after the user has answered whether typed names become mentions, if they are still in the text.
  package func send(_ named: [NamedMember], telling isTelling: Bool, asFile isFile: Bool) -> ComposerOutcome {
    guard named.allSatisfy({ editor.hasPlain($0.text, at: $0.range) }) else {
      context.say(.notSentTextChanged)
      return .nothing
    }
    guard !isTelling || mention(named) else { return .nothing }
    return draft.editedMessage == nil ? sendDraft(asFile: isFile) : sendEditedText()
  }

  /// Turns typed names into mentions, as one undo step.
  private func mention(_ named: [NamedMember]) -> Bool {
    do throws(DraftError) {
      try editor.change { () throws(DraftError) in
        _ = try draft.apply(TypedNames.transaction(mentioning: named))
      }
      return true
    } catch {
      context.say(.notSent, because: error)
      return false
    }
  }

  // MARK: The draft

  /// Sends the draft. If it starts with two slashes, the first one is left out: it only escapes the second.
  private func sendDraft(asFile isFile: Bool) -> ComposerOutcome {
    // The new mentions may have made the draft too long.
    if !isFile, let longText { return ask(longText) }
    guard encryption.check() else { return .nothing }
    let blanks = SlashCommand.blanksBefore(draft.text)
    guard draft.text.utf8.dropFirst(blanks).starts(with: "//".utf8) else {
      return handOver(omitting: nil, asFile: isFile)
    }
    // A refused message restores the caret, so the caret has to fit the shortened text.
    let caret = draft.utf8Caret
    editor.replace(blanks..<blanks + 1, with: Clipping(""), origin: .typing)
    draft.utf8Caret = max(0, caret - 1)
    return handOver(omitting: blanks, asFile: isFile)
  }

  /// Sends the draft and empties the composer at once, so that text typed next belongs to the next message.
  ///
  /// - Parameter slash: where a slash was left out.
  private func handOver(omitting slash: Int?, asFile isFile: Bool) -> ComposerOutcome {
    let elements = draft.elements
    let text = draft.text
    let quoted = draft.quoted?.id
    let long = isFile ? longText : nil
    let params = SendTextParams(
      words: long?.words ?? words(isAction: slash == nil), files: long.map { [$0.file] } ?? [])
    do throws(OutboxError) {
      let send = try editor.change { () throws(OutboxError) in try draft.beginSend(params: params) }
      let replaced = pastedFiles.takeReplacements()
      Task { [weak self] in
        do throws(OutboxError) { _ = try await send.timetoken() } catch {
          if send.isReturned { self?.pastedFiles.putBack(replaced) }
          self?.didNotSend(error, slash, text)
        }
      }
    } catch {
      didNotSend(error, slash, text)
      return .nothing
    }
    editor.deselect()
    history.add(elements)
    if let quoted, related.isDeleted(quote: quoted) { context.say(.sentWithoutQuote) }
    return .sent
  }

  private var isLiteral: Bool { context.composerSettings.messageFormat == .plain }

  /// The text to send if it differs from the draft's: an action, or text whose formatting marks are escaped because the user has
  /// turned formatting off.
  ///
  /// - Parameters:
  ///   - isAction: whether `/me` at the beginning makes the text an action.
  ///   - keepingMarks: whether formatting marks stay unescaped in any case.
  private func words(isAction: Bool, keepingMarks: Bool = false) -> [MessageElement]? {
    let escaped = isLiteral && !keepingMarks ? draft.elements.literal : nil
    return (isAction ? (escaped ?? draft.elements).typedAction : nil) ?? escaped
  }

  private func didNotSend(_ error: OutboxError, _ slash: Int?, _ text: String) {
    if let slash { restoreSlash(at: slash, in: text) }
    if case .failed(.refused(.emptyMessage)) = error { return context.say(.nothingToSend) }
    context.say(.notSent, because: error)
  }

  /// Restores the second slash of a refused message: without it, Enter would take the text for a command.
  private func restoreSlash(at place: Int, in text: String) {
    guard draft.text == text || draft.text.hasPrefix(text + "\n") else { return }
    let caret = draft.utf8Caret
    guard editor.apply(Clipping("/").replacing(place..<place, origin: .restore)) != nil else { return }
    draft.utf8Caret = caret < place ? caret : caret + 1
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
    // A message that was not delivered is sent again even if it is unchanged.
    if !draft.isEditChanged, draft.editedMessage?.localState == nil {
      related.endUnchangedEdit()
      return .done
    }
    guard encryption.check() else { return .nothing }
    let elements = draft.elements
    let hasText = !draft.text.isBlank
    let words = words(isAction: !related.beganWithCommand, keepingMarks: related.keepsMarks)
    _ = Task.immediate { [weak self, draft] in
      do {
        try await draft.sendEdit(words: words)
      } catch {
        self?.context.say(.notEdited, because: error)
      }
    }
    guard hasText else { return .nothing }
    history.add(elements)
    return .sent
  }

  // MARK: Lines that begin with a slash

  /// Runs a command line and removes it from the composer. If it cannot be run, it stays and a notice says why.
  private func run(_ name: String, _ argument: String) -> ComposerOutcome {
    guard let command = SlashCommand(typed: name) else {
      let offered = SlashCommand.offered(by: context.client.abilities)
      context.say(.refusal(UnknownCommand.answer(to: name, among: offered, key: context.key(of:))))
      return .nothing
    }
    if command == .discard { return discard(command) }
    guard !draft.text.contains(where: \.isNewline) else {
      context.say(.commandIsOneLine)
      return .nothing
    }
    guard !command.needsArgument || !argument.isEmpty else {
      context.say(.usage(of: command))
      return .nothing
    }
    // `/leave design` must not leave another channel.
    guard !command.arguments.isEmpty || argument.isEmpty || command == .quit else {
      context.say(.takesNoWords(command))
      return .nothing
    }
    guard !isTypedIntoReturned() else { return .nothing }
    let argument = SlashCommand.parse(lineWithIds)?.argument ?? argument
    let line = takeLine(isWorthKeeping: !argument.isEmpty)
    let typed = TypedCommand(
      putBack: { [weak self] in self?.putBack(line, of: command, isLate: $0) ?? "" },
      didStay: { [weak self] in self?.noteStaying() })
    hasStayedBesideWords = false
    if command.goesElsewhere { departure = typed }
    TypedCommand.$current.withValue(typed) { context.run(command, argument, in: draft.key) }
    typed.wasStarted()
    return .done
  }

  /// Removes a command from the composer. Up restores it.
  ///
  /// - Parameter isWorthKeeping: whether the command has an argument, which must survive a restart.
  private func takeLine(isWorthKeeping: Bool) -> (elements: [MessageElement], caret: Int) {
    let line = (elements: draft.elements, caret: draft.utf8Caret)
    editor.change { if isWorthKeeping { draft.takeCommand() } else { draft.dropWords() } }
    editor.deselect()
    history.addCommand(line.elements, isNext: isWorthKeeping)
    return line
  }

  /// Puts the line of a failed command back, unless the composer has other text by now.
  ///
  /// - Returns: the text to append to the reason of the failure.
  private func putBack(
    _ line: (elements: [MessageElement], caret: Int), of command: SlashCommand, isLate: Bool
  ) -> String {
    guard draft.text.isEmpty, draft.editedMessage == nil else {
      hasStayedBesideWords = command.goesElsewhere
      editor.change { draft.keepInHistory(line.elements) }
      guard isLate, context.client.configuration.isDraftMessagesEnabled else { return "" }
      return Notice.commandRestored(by: context.key(of: .global(.draftHistory)))
    }
    guard editor.apply(Clipping(line.elements).replacing(0..<0, origin: .restore)) != nil else { return "" }
    draft.utf8Caret = line.caret
    if isLate { returned = (draft.text, context.client.clock.now) }
    return ""
  }

  private func noteStaying() { hasStayedBesideWords = !draft.text.isEmpty }

  /// Whether a command was put back while the user was typing, so that the typed text would become part of it. The user is
  /// notified once.
  private func isTypedIntoReturned() -> Bool {
    defer { returned = nil }
    guard let returned, draft.text != returned.text, draft.text.hasPrefix(returned.text),
      context.client.clock.now - returned.at < .seconds(3)
    else { return false }
    context.say(.notRunAgain)
    return true
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

  /// Removes a command without an argument, which the history of drafts need not keep.
  private func dropText() {
    editor.change { draft.dropWords() }
    editor.deselect()
  }

  /// Discards the draft. The command precedes the text that it discards, so it is removed first: the text is kept without it.
  private func discard(_ command: SlashCommand) -> ComposerOutcome {
    let text = draft.text
    let rest = text.dropFirst(SlashCommand.blanksBefore(text) + command.name.count + 1).drop(
      while: \.isWhitespace)
    if rest.isEmpty {
      dropText()
    } else {
      guard editor.remove(0..<(text.utf8.count - rest.utf8.count)) else { return .nothing }
    }
    // If the composer is empty, the command applies to the message that failed last.
    if !history.discard() { context.run(.discard, "", in: draft.key) }
    return .done
  }
}

nonisolated extension String {
  /// Whether the text has the form of a Matrix recovery key: 48 letters and digits that begin with "Es", with blanks or without.
  package var isRecoveryKey: Bool {
    guard (48...120).contains(utf8.count), first?.isWhitespace == true || hasPrefix("E") else { return false }
    let key = filter { !$0.isWhitespace }
    return key.count == 48 && key.hasPrefix("Es")
      && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) && !"0OIl".contains($0) }
  }
}
