import ChatDomain
import ChatScreens
import Composer

/// What this device can do with encrypted messages. The first row is what to do next.
final class EncryptionPanel: Panel {
  enum Row: Hashable {
    case next, device, recovery, backup, fingerprint, reset
  }

  private let cache: EncryptionCache
  private let keymap: Keymap
  private let takesTyping: Bool
  private let act: (Row, String) -> Void
  private var list = SelectableRows<Row>()

  /// - Parameters:
  ///   - takesTyping: whether typed text is the recovery key; otherwise only what looks like one is, and the rest goes to the composer.
  ///   - act: called for `next` or `reset`, with text that was typed or pasted over the list: it is the recovery key.
  init(
    cache: EncryptionCache, keymap: Keymap, takesTyping: Bool, act: @escaping (Row, String) -> Void
  ) {
    self.cache = cache
    self.keymap = keymap
    self.takesTyping = takesTyping
    self.act = act
    list.showFromStart(Self.rows(of: cache.state))
  }

  var state: PanelState {
    list.show(Self.rows(of: cache.state))
    var state = ListPanelState()
    state.title = takesTyping ? "Encryption" : "Encryption · press Enter"
    state.rows = list.items.map(\.row)
    state.selection = list.selection
    state.note = "the service has not answered yet"
    if !state.rows.isEmpty { state.note = nil }
    state.hint = keymap.hint((.panel(.accept), "do it"), (.panel(.dismiss), "close"))
    return .list(state)
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    if list.move(command) { return .stay }
    switch command {
    case .dismiss: return .close
    case .accept:
      guard let row = list.selected, row == .next || row == .reset, isWaitingForUser else {
        return .refuse(.nothingToDo)
      }
      act(row, "")
    default: break
    }
    return .stay
  }

  private var isWaitingForUser: Bool {
    switch cache.state?.nextStep {
    case nil, .some(.none), .wait: false
    default: true
    }
  }

  func select(row: Int) -> Bool { list.select(row: row) }
  func wereShown(rows: Int) { list.wereShown(rows) }

  func type(_ text: String) -> PanelOutcome {
    // A pasted key must not get into a draft.
    guard takesTyping || text.isRecoveryKey else { return .passOn }
    if cache.state?.nextStep == .enterRecoveryKey { act(.next, text) }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }

  // MARK: Rows

  private static func rows(of state: EncryptionState?) -> [PanelItem<Row>] {
    guard let state else { return [] }
    let step = EncryptionStep(state)
    var rows: [PanelItem<Row>] = [PanelItem(.next, PanelRow(step.title, detail: step.detail))]
    rows.append(
      PanelItem(
        .device,
        PanelRow(
          "This device",
          detail: state.isDeviceSigned ? "" : "others may send it no keys and hide its messages",
          trailing: state.isDeviceSigned ? "signed" : "not signed")))
    rows.append(PanelItem(.recovery, PanelRow("Recovery", trailing: words(for: state.recovery))))
    rows.append(PanelItem(.backup, PanelRow("Key backup", trailing: words(for: state.backup))))
    var fingerprint = PanelRow("Fingerprint of this device: \(state.fingerprint)")
    fingerprint.wraps = true
    rows.append(PanelItem(.fingerprint, fingerprint))
    if state.nextStep == .enterRecoveryKey || state.nextStep == .checkIdentity {
      rows.append(
        PanelItem(
          .reset, PanelRow("I lost my recovery key", detail: "make new keys; others see that they changed")))
    }
    return rows
  }

  private static func words(for recovery: EncryptionState.Recovery) -> String {
    switch recovery {
    case .none: "none"
    case .key: "recovery key"
    case .keyOrPassphrase: "recovery key or passphrase"
    }
  }

  private static func words(for backup: EncryptionState.Backup) -> String {
    switch backup {
    case .none: "none"
    case .switchedOff: "switched off"
    case .on(waiting: 0): "on"
    case .on(let waiting): "on, \(counted(waiting, "key", "keys")) not backed up yet"
    case .locked: "locked"
    case .unproven: "not verified as yours"
    }
  }
}

/// What to do next about encryption, in words.
nonisolated struct EncryptionStep {
  let title: String
  let detail: String
  /// Why there is something to do: "Your keys are lost".
  let reason: String

  init(_ state: EncryptionState) {
    let key = state.recovery == .keyOrPassphrase ? "recovery key or passphrase" : "recovery key"
    (title, detail, reason) =
      switch state.nextStep {
      case .none: ("Everything is set up", "nothing to do", "")
      case .wait: ("Looking up your keys…", "they have not been read yet", "")
      case .setUp:
        (
          "Set up encryption", "makes your keys, and a recovery key for them",
          "Encryption is not set up yet"
        )
      case .enterRecoveryKey:
        (
          "Enter your \(key)", "signs this device and opens old messages",
          "This device cannot read old encrypted messages yet"
        )
      case .reset:
        ("Make new keys", "the old ones are lost; others see that they changed", "Your keys are lost")
      case .checkIdentity:
        ("Your identity changed", "find out who changed it", "New keys were made for your account")
      case .makeBackup:
        ("Make a key backup", "enter your \(key) again", "Your encryption keys have no backup")
      case .checkBackup:
        (
          "Check the key backup", "it is not verified as yours, so no keys go into it",
          "The key backup may not be yours"
        )
      }
  }
}
