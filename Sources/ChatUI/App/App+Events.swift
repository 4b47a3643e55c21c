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
    let held = held
    self.held = []
    var typed = ""
    for event in held + events {
      if endsWaiting(event) {
        giveUpWaiting()
        continue
      }
      guard !mustWait(event) else {
        type(&typed)
        self.held.append(event)
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
      if let composer = focused?.composer {
        composer.type(text)
      } else {
        early.append { [text] in $0.type(text) }
      }
    }
    text = ""
  }

  /// Gives text to the panel, if there is one that takes it.
  private func isTakenByPanel(_ text: String) -> Bool {
    guard let panel else { return false }
    let outcome = panel.type(text)
    settle(outcome)
    return outcome != .passOn
  }

  private func paste(_ text: String) {
    isPasting = false
    forgetNotice()
    pendingKeys = []
    if isTakenByPanel(text) { return }
    focused?.selection = nil
    guard let composer = focused?.composer else { return early.append { $0.paste(text) } }
    respond(to: composer.paste(text))
  }

  /// Passes what was typed early to the first composer that opens.
  func takeEarly() {
    guard let composer = channel?.composer else { return }
    for type in early { type(composer) }
    early = []
  }

  func settle(_ outcome: PanelOutcome) {
    if outcome != .stay { closePanel() }
    inbox.wake()
  }
}
