import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// Handles everything that arrived since the last frame, and before it what has waited for suggestions.
  func handle(_ events: [TerminalEvent]) {
    for place in [thread, channel] {
      if let composer = place?.composer, let reason = composer.takeLapse() {
        typeHeld(into: composer, reason)
      }
    }
    // What they were typed for is left: none of them may send what stands elsewhere.
    if !held.isEmpty, let holder, focused?.composer !== holder { typeHeld(into: holder, nil) }
    let held = held
    self.held = []
    var typed = ""
    keyCount += events.count { if case .key = $0 { true } else if case .paste = $0 { true } else { false } }
    for event in held + events {
      if endsWaiting(event) {
        giveUpWaiting()
        continue
      }
      guard !mustWait(event) else {
        type(&typed)
        self.held.append(event)
        holder = waiting
        continue
      }
      if case .key(let key) = event, pendingKeys.isEmpty, let character = plainText(of: key) {
        typed.append(character)
        // What follows may mean something else once this is typed.
        if leavesByTyping { type(&typed) }
        continue
      }
      type(&typed)
      handle(event)
    }
    type(&typed)
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key(let key): press(key)
    case .paste(let text): paste(text)
    case .pasteBegins: isPasting = true
    case .mouse(let event): point(event)
    case .focus(let isFocused): self.isFocused = isFocused
    case .resized: terminal.invalidate()
    case .background(let background): settings.background = background
    case .keysIgnored: say(Notice("Keys right behind the paste did nothing", .warning))
    case .deviceAttributes: break
    case .hangUp, .terminate:
      giveUpWaiting()
      isHungUp = event == .hangUp
      end()
    }
  }

  /// The character a key types, if the key has no other effect here.
  private func plainText(of key: KeyEvent) -> Character? {
    guard case .character(let character) = key.key, key.modifiers.isSubset(of: [.shift]) else { return nil }
    // No letter answers a question.
    if isAsked { return character }
    return keymap.meaning(of: [key], in: areas) == .nothing ? character : nil
  }

  private var isAsked: Bool {
    if case .question? = panel?.state { true } else { false }
  }

  /// Whether text leaves what the keys are about, to go to the composer.
  private var leavesByTyping: Bool { isAsked || panel == nil && focused?.selection != nil }

  private func type(_ text: inout String) {
    guard !text.isEmpty else { return }
    forgetNotice()
    if !isTakenByPanel(text) {
      focused?.selection = nil
      if openingConversation == nil, let composer = focused?.composer {
        composer.type(text)
      } else {
        early.append(.text(text))
      }
    }
    text = ""
  }

  /// Gives text to the panel, if there is one that takes it.
  private func isTakenByPanel(_ text: String) -> Bool {
    guard let panel else { return false }
    let outcome = panel.type(text)
    settle(outcome, of: panel)
    return outcome != .passOn
  }

  private func paste(_ text: String) {
    isPasting = false
    forgetNotice()
    pendingKeys = []
    if isTakenByPanel(text) { return }
    focused?.selection = nil
    guard let composer = focused?.composer, openingConversation == nil else {
      return early.append(.paste(text))
    }
    respond(to: composer.paste(text))
  }

  /// Passes what was typed early to the composer that has the focus.
  func takeEarly() {
    guard let composer = focused?.composer else { return }
    for input in early { input.perform(in: composer) }
    early = []
  }

  /// Keeps at the end what was typed for a composer that has not come.
  ///
  /// - Returns: a sentence with it, if there is nowhere to keep it.
  func keepEarly() -> String? {
    openingConversation?.cancel()
    openingConversation = nil
    if channel == nil, !early.isEmpty, let id = client.session.openChannel ?? sidebar.liveliest { open(id) }
    takeEarly()
    let words = early.compactMap(\.words).joined()
    return words.isEmpty ? nil : "no channel was open yet for these words: \(words)"
  }

  /// - Parameter panel: the one that had the key; meanwhile it may have shown another.
  func settle(_ outcome: PanelOutcome, of panel: any Panel) {
    switch outcome {
    case .stay: break
    case .close, .passOn: dismiss(panel)
    case .refuse(let reason): say(Notice(reason, .warning))
    }
    inbox.wake()
  }
}
