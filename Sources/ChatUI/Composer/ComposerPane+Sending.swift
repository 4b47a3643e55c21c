import ChatControllers
import ChatDomain
import DraftEngine

extension ComposerPane {
  /// Enter: sends the draft, the edit of a message, or does what a line with a slash says.
  func send() -> ComposerOutcome {
    closePopup()
    stopAwaiting()
    if draft.editedMessage != nil { return sendEdit() }
    let text = draft.text
    if let (name, argument) = SlashCommand.parse(text) { return run(name, argument) }
    // What can never arrive is not taken out of the composer.
    let refusal =
      client.service.sendingRefusal(in: draft.key.channelId)
      ?? (hasLostParent ? .replyToDeletedMessage : parent().flatMap { ThreadRules.refusal(ofReplyTo: $0) })
    if let refusal {
      services?.say("Not sent", because: ChatError.refused(refusal))
      return .nothing
    }
    if let name = names.nameAskedFor() { return sendLater(asking: name) }
    let decision = names.decision
    let words = decision.wasShown ? nil : NameWords(decision.names, in: names)
    if let outcome = settle(decision.names) { return outcome }
    let outcome = sendWords(isEscaped: text.hasPrefix("//"))
    // For whoever types and sends at once: no line has said it before.
    if outcome == .sent, let words { say(words.afterSending, words.isWarning ? .warning : .quiet) }
    return outcome
  }

  private func sendWords(isEscaped: Bool) -> ComposerOutcome {
    if isEscaped {
      // The words may come back: then the caret is to be where it was.
      let place = caret
      replace(0..<1, with: Clipping(""), origin: .typing)
      draft.utf8Caret = place - 1
    }
    return sendDraft(restoring: isEscaped ? "/" : "")
  }

  /// Does with typed names what a line above the composer has said, before they are sent.
  ///
  /// - Returns: nil if the draft can be sent now.
  private func settle(_ named: [NamedMember]) -> ComposerOutcome? {
    let mentioned = named.filter { $0.member != nil }
    guard !mentioned.isEmpty else { return nil }
    if names.resolution == .ask { return .askWhomToTell(mentioned) }
    return mention(mentioned) ? nil : .nothing
  }

  /// Sends the draft after the question whether typed names are to be mentions, if they still stand there.
  func send(_ named: [NamedMember], telling isTelling: Bool) -> ComposerOutcome {
    guard named.allSatisfy({ isTyped($0.text, at: $0.range) }) else {
      say("Not sent: the words have changed meanwhile", .warning)
      return .nothing
    }
    guard !isTelling || mention(named) else { return .nothing }
    return draft.editedMessage == nil ? sendWords(isEscaped: text.hasPrefix("//")) : sendEditedWords()
  }

  /// Makes typed names mentions, as one step.
  private func mention(_ named: [NamedMember]) -> Bool {
    do throws(DraftError) {
      try performing { () throws(DraftError) in _ = try draft.apply(TypedNames.transaction(mentioning: named))
      }
      return true
    } catch {
      services?.say("Not sent: a name could not be made a mention", because: error)
      return false
    }
  }

  /// Takes the words out of the composer at once: what the next key types is the next message, and no switch of places
  /// can come between.
  private func sendDraft(restoring prefix: String) -> ComposerOutcome {
    let elements = draft.elements
    let words = draft.text
    let quoted = draft.quotedMessage?.id
    do throws(OutboxError) {
      let send = try performing { () throws(OutboxError) in try draft.beginSend() }
      Task { [weak self] in
        do throws(OutboxError) { _ = try await send.timetoken() } catch {
          self?.didNotSend(error, prefix, words)
        }
      }
    } catch {
      didNotSend(error, prefix, words)
      return .nothing
    }
    drops = []
    deselect()
    history.add(elements)
    if let quoted, quoted == lostQuote {
      say("Sent; what it quotes was deleted, and none of its words go along", .warning)
    }
    return .sent
  }

  private func didNotSend(_ error: OutboxError, _ prefix: String, _ words: String) {
    giveBack(prefix, before: words)
    services?.say("Not sent", because: error)
  }

  /// Words that came back from the outbox get their second slash again, or Enter would take them for a command.
  private func giveBack(_ prefix: String, before words: String) {
    guard !prefix.isEmpty, draft.text == words || draft.text.hasPrefix(words + "\n") else { return }
    let place = caret
    guard apply(Clipping(prefix).replacing(0..<0, origin: .restore)) != nil else { return }
    draft.utf8Caret = place + prefix.utf8.count
  }

  private func sendEdit() -> ComposerOutcome {
    guard draft.editedMessage?.isDeleted != true else {
      letGoOfEdit()
      return .nothing
    }
    if let name = names.nameAskedFor() { return sendLater(asking: name) }
    let decision = names.decision
    let words = decision.wasShown ? nil : NameWords(decision.names, in: names)
    if let outcome = settle(decision.names) { return outcome }
    let outcome = sendEditedWords()
    // For whoever types and sends at once: no line has said it before.
    if outcome == .sent, let words { say(words.afterSending, words.isWarning ? .warning : .quiet) }
    return outcome
  }

  private func sendEditedWords() -> ComposerOutcome {
    let elements = draft.elements
    let hasWords = !draft.text.isBlank
    _ = Task.immediate { [weak self, draft] in
      do {
        try await draft.sendEdit()
      } catch {
        self?.services?.say("Not changed", because: error)
      }
    }
    guard hasWords else { return .nothing }
    history.add(elements)
    return .sent
  }

  /// A command line: refused with a sentence it stays, done it leaves the composer.
  private func run(_ name: String, _ argument: String) -> ComposerOutcome {
    guard let command = SlashCommand(typed: name) else {
      say("There is no command /\(name); //\(name) sends it as it is", .error)
      return .nothing
    }
    if command == .discard { return discard(command) }
    guard !draft.text.contains(where: \.isNewline) else {
      say("A command is one line; with // in front it is sent as it is", .error)
      return .nothing
    }
    guard !command.needsArgument || !argument.isEmpty else {
      say("\(command.usage): \(command.meaning)", .warning)
      return .nothing
    }
    // Elements in the argument stand for their ids.
    let meant = SlashCommand.parse(commandLine)?.argument ?? argument
    if argument.isEmpty {
      performing { draft.dropWords() }
      deselect()
    } else {
      // What is not a mere word may be wanted again, when the command comes to nothing.
      _ = remove(0..<draft.text.utf8.count)
    }
    services?.run(command, meant, in: draft.key)
    return .done
  }

  /// The words with ids in the place of elements: `@alex_d` and `#general` mean one person and one channel only.
  private var commandLine: String {
    draft.elements.map { element in
      switch element {
      case .plainText(let text): text
      case .link(_, .user(let id)): UserID(id).handle
      case .link(_, .channel(let id)): "#" + id
      case .link(_, .url(let address)): address
      }
    }.joined()
  }

  /// Shows the words of an own message to be edited, or what an edit of it that was left had come to; the draft waits
  /// under them.
  func edit(_ message: Message) throws(ChatError) { try draft.beginEdit(message) }

  /// Quotes a message in the draft; one that is edited has the quote that it was sent with.
  func quote(_ message: Message) throws {
    if let edited = draft.editedMessage { throw OutboxError.editUnderWay(edited.id) }
    try draft.addQuote(message)
  }

  func removeQuote() -> ComposerOutcome {
    guard draft.quotedMessage != nil, isDraftShown() else { return .nothing }
    draft.removeQuote()
    return .done
  }

  func toggleShownInChannel() -> ComposerOutcome {
    guard draft.key.parentId != nil else {
      say("Only a reply in a thread can be shown in the channel too")
      return .nothing
    }
    guard isDraftShown() else { return .nothing }
    draft.isShownInChannel.toggle()
    return .done
  }

  /// Whether the draft is what the person sees, and so what a key can be about.
  private func isDraftShown() -> Bool {
    guard draft.editedMessage != nil else { return true }
    say("A message is being edited: the draft waits as it is")
    return false
  }
}
