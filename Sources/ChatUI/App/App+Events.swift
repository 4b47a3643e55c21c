import ChatScreens
import TerminalScreen

extension App {
  /// Handles everything that arrived since the last frame.
  func handle(_ events: [TerminalEvent]) {
    var typed = ""
    for event in events {
      if case .key(let key) = event, pendingKeys.isEmpty, let character = plainText(of: key) {
        typed.append(character)
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
    case .mouse(let event): point(event)
    case .focus(let isFocused): self.isFocused = isFocused
    case .resized: terminal.invalidate()
    case .background(let background): settings.background = background
    case .deviceAttributes: break
    case .hangUp, .terminate:
      isHungUp = event == .hangUp
      end()
    }
  }

  /// The character a key types, if the key has no other effect here.
  private func plainText(of key: KeyEvent) -> Character? {
    guard case .character(let character) = key.key, key.modifiers.isSubset(of: [.shift]) else { return nil }
    if case .question(_)? = panel?.state { return nil }
    return keymap.meaning(of: [key], in: areas) == .nothing ? character : nil
  }

  private func type(_ text: inout String) {
    guard !text.isEmpty else { return }
    forgetNotice()
    if let panel {
      settle(panel.type(text))
    } else if focused?.selection != nil {
      say(
        Notice("\(text) means nothing here; \(keys(of: .message(.leave))) goes back to the composer", .quiet))
    } else if let composer = focused?.composer {
      composer.type(text)
    } else {
      early.append { [text] in $0.type(text) }
    }
    text = ""
  }

  private func paste(_ text: String) {
    forgetNotice()
    pendingKeys = []
    if let panel { return settle(panel.type(text)) }
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
    if outcome == .close { closePanel() }
    inbox.wake()
  }
}
