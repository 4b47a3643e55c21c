import ChatScreens
import Composer

/// A new recovery key, shown once. The setup continues only after the key was typed back or saved.
final class RecoveryKeyPanel: Panel {
  private let key: String
  private let keymap: Keymap
  private let typeBack: () -> Void
  private let save: () -> Void

  /// - Parameters:
  ///   - typeBack: asks for the key, without showing it.
  ///   - save: asks for a file.
  init(_ key: String, keymap: Keymap, typeBack: @escaping () -> Void, save: @escaping () -> Void) {
    self.key = key
    self.keymap = keymap
    self.typeBack = typeBack
    self.save = save
  }

  var state: PanelState {
    var state = ListPanelState()
    state.title = "Your recovery key"
    let groups = key.split(separator: " ")
    let half = (groups.count + 1) / 2
    state.rows = [groups[..<half], groups[half...]].map {
      PanelRow($0.joined(separator: " "), kind: .heading)
    }
    for words in [
      "Write it down, or keep it in a password manager. It cannot be shown again later.",
      "Without it, your encrypted messages are lost with this device; anyone who has it can read them.",
    ] {
      var row = PanelRow(words)
      row.wraps = true
      state.rows.append(row)
    }
    state.selection = -1
    state.hint = keymap.hint(
      (.panel(.accept), "type it back"), (.panel(.toggle), "save to a file"), (.panel(.dismiss), "stop"))
    return .list(state)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .accept: typeBack()
    case .toggle: save()
    case .dismiss: return .close
    default: break
    }
    return .stay
  }

  func type(_ text: String) -> PanelOutcome { .stay }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}
