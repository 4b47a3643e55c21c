import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// The areas in which keys have a meaning now, the topmost first.
  var areas: [KeyArea] {
    if panel != nil { return [.panel, .composer, .global] }
    guard let focused, openingConversation == nil else { return [.global] }
    if focused.selection != nil { return [.message, .global] }
    return focused.composer.popup == nil ? [.composer, .global] : [.popup, .composer, .global]
  }

  func press(_ key: KeyEvent) {
    forgetNotice()
    let keys = pendingKeys + [key]
    pendingKeys = []
    switch meaning(of: keys) {
    case .command(let command):
      perform(command)
      // Who is meant is being asked for: the keys come again after the answer, and those behind them wait as well.
      if focused?.composer.isAwaitingMeaning == true { held = keys.map { .key($0) } + held }
    case .unfinished: pendingKeys = keys
    case .nothing where keys.count > 1:
      // C-x C-g: the user cancelled the sequence.
      if key != KeyEvent(.escape), key != KeyEvent(.character("g"), .control) {
        say(Notice("\(KeySequence(keys)) is not bound", .quiet))
      }
    case .nothing: sayUnbound(key)
    }
  }

  /// A key without a meaning here: where it has one, or that it has none anywhere.
  private func sayUnbound(_ key: KeyEvent) {
    let others = KeyArea.allCases.filter { keymap.meaning(of: [key], in: [$0]) != .nothing }
    guard !others.isEmpty else { return say(Notice("\(key) is not bound", .quiet)) }
    let places = others.map { $0.title.prefix(1).lowercased() + $0.title.dropFirst() }
    say(Notice("\(key) works only \(places.joined(separator: ", or "))", .quiet))
  }

  private func meaning(of keys: [KeyEvent]) -> Keymap.Answer {
    let meaning = keymap.meaning(of: keys, in: areas)
    // Enter accepts a suggestion only after the selection was moved; before that it is the composer's key.
    if meaning == .command(.popup(.acceptChosen)), focused?.composer.isChoiceMoved != true {
      return keymap.meaning(of: keys, in: areas.filter { $0 != .popup })
    }
    return meaning
  }

  private func perform(_ command: Command) {
    onCommand(command)
    switch command {
    case .global(let command): perform(command)
    case .panel(let command): if let panel { settle(panel.perform(command), of: panel) }
    case .message(let command): perform(command)
    case .popup(let command): if let composer = focused?.composer { respond(to: composer.perform(command)) }
    case .composer(let command):
      if let panel { return settle(panel.edit(command, killRing), of: panel) }
      guard let focused else {
        if command.isMereEditing { early.append(.command(command)) }
        return
      }
      respond(to: focused.composer.perform(command))
    }
  }

  /// Handles what the composer leaves to the program.
  func respond(to outcome: ComposerOutcome) {
    switch outcome {
    case .done, .nothing: break
    case .sent: focused?.toNewest()
    case .editLastMessage: editLastMessage()
    case .takeUpEdit(let message): takeUpEdit(of: message)
    case .searchHistory: showHistorySearch()
    case .askForAddress: askForAddress()
    case .askWhomToTell(let names): askWhomToTell(names)
    }
    inbox.wake()
  }
}
