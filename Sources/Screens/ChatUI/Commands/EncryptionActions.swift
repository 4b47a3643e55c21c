import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Guides the user through recovery keys, new keys and changed identities.
final class EncryptionActions {
  private let context: AppContext
  private let cache: EncryptionCache
  /// Whether a hint may still be shown in this run.
  private var mayHint = false

  init(context: AppContext, cache: EncryptionCache) {
    self.context = context
    self.cache = cache
  }

  private var client: ChatClient { context.client }

  // MARK: The state of this device

  /// Allows one hint in this run, if encryption needs the user's attention.
  func begin() {
    mayHint = true
    if let state = cache.state { stateDidChange(state) } else { cache.askForState() }
  }

  func stateDidChange(_ state: EncryptionState) {
    guard mayHint, state.nextStep != .none, state.nextStep != .wait else { return }
    // The panel opens by itself once after each sign-in, in a later run if the first one could not show it.
    let isNewDevice = client.session.introducedDevice != state.fingerprint
    if isNewDevice, state.nextStep == .enterRecoveryKey, context.input.keyCount == 0, !context.isLineMode {
      return showAll(takesTyping: false)
    }
    // What the last line says now, such as an invitation, is more important.
    guard context.notices.current == nil else { return }
    mayHint = false
    context.say(.encryptionNeeds(EncryptionStep(state).reason))
  }

  /// - Parameter takesTyping: whether typed text is the recovery key, and not meant for the composer.
  func showAll(takesTyping: Bool = true) {
    mayHint = false
    cache.askForState()
    context.show(
      EncryptionPanel(cache: cache, keymap: context.keymap, takesTyping: takesTyping) {
        [weak self] row, typed in
        if row == .reset { self?.confirmReset() } else { self?.goOn(with: typed) }
      })
    guard let fingerprint = cache.state?.fingerprint else { return }
    var session = client.session
    session.introducedDevice = fingerprint
    client.keep(session)
  }

  private func goOn(with typed: String) {
    switch cache.state?.nextStep {
    case nil, .some(.none), .wait: break
    case .setUp: explainSetUp()
    case .enterRecoveryKey, .makeBackup, .checkBackup: askForRecoveryKey(typed)
    case .reset: confirmReset()
    case .checkIdentity:
      context.ask(
        "Your identity changed",
        "New keys were made for your account, by you on another device or by someone who has your password. If it was not you, change your password first.",
        [
          .init(.accept, "it was me: enter the recovery key") { [weak self] in
            self?.askForRecoveryKey("")
          },
          .init(.dismiss, "not now"),
        ])
    }
  }

  private func askForRecoveryKey(_ typed: String) {
    let hasPassphrase = cache.state?.recovery == .keyOrPassphrase
    let request = EntryPanel.Request(
      title: hasPassphrase ? "Recovery key or passphrase" : "Recovery key",
      note: "It was shown when encryption was set up, perhaps in another program.",
      verb: "open", isSecret: true, text: typed)
    context.show(
      EntryPanel(context: context, request) { [weak self] typed in
        guard let self else { return }
        let state: EncryptionState
        do throws(ChatError) { state = try await client.enterRecoveryKey(typed) } catch {
          guard error == .refused(.needsPassword) else { throw error }
          return askForPassword(confirming: nil)
        }
        cache.receive(state)
        context.say(state.backup.isUsed ? .deviceIsSigned : .deviceIsSignedWithoutBackup)
      })
  }

  // MARK: New keys

  private func explainSetUp() {
    context.ask(
      "Set up encryption",
      "Makes keys for your account, and a recovery key that opens them on your other devices. The server never has this key: if you lose both the key and this device, your encrypted messages are lost.",
      yes: "make the recovery key", no: "not now"
    ) { [weak self] in self?.makeRecoveryKey() }
  }

  private func confirmReset() {
    context.ask(
      "Make new keys?",
      "Everybody you write to sees that your identity changed. Old messages that need the lost keys stay unreadable. Do this only if the recovery key is lost.",
      yes: "make new keys", no: "keep the old ones"
    ) { [weak self] in self?.makeRecoveryKey() }
  }

  private func makeRecoveryKey() {
    context.attempt { [self] in
      let key = try await client.makeRecoveryKey()
      // Printed lines stay in the terminal, so the key is only saved to a file.
      if context.isLineMode { askForFile(nil) } else { show(key) }
    }
  }

  private func show(_ key: String) {
    context.show(
      RecoveryKeyPanel(
        key, keymap: context.keymap,
        typeBack: { [weak self] in self?.askForKeyAgain(key) },
        save: { [weak self] in self?.askForFile(key) }))
  }

  private func askForKeyAgain(_ key: String) {
    let request = EntryPanel.Request(
      title: "Type your recovery key",
      note: "Copy it from your note. Spaces do not matter.",
      verb: "continue", isSecret: true, back: ("show it again", { [weak self] in self?.show(key) }))
    context.show(
      EntryPanel(context: context, request) { [weak self] typed in
        try await self?.setUp(confirming: typed, password: nil)
      })
  }

  /// - Parameter key: the key that Escape shows again; nil for none.
  private func askForFile(_ key: String?) {
    let request = EntryPanel.Request(
      title: "Save your recovery key",
      note: "A new file that only you can read. Move it to a safe place, not on this device.", verb: "save",
      text: "~/inkwell-recovery-key.txt",
      back: key.map { key in ("show it again", { [weak self] in self?.show(key) }) })
    var savedTo: String?
    context.show(
      EntryPanel(context: context, request) { [weak self] path in
        guard let self else { return }
        // If the setup fails after the key was saved, a second Enter must not fail because the file exists.
        if savedTo != path { try await client.saveRecoveryKey(to: context.files.expanded(path)) }
        savedTo = path
        try await setUp(confirming: nil, password: nil)
      })
  }

  /// - Parameter typed: the recovery key as it was typed back; nil if it was saved.
  private func setUp(confirming typed: String?, password: String?) async throws {
    do throws(ChatError) {
      cache.receive(try await client.setUpEncryption(confirming: typed, password: password))
      context.say(.encryptionIsSetUp)
    } catch {
      guard error == .refused(.needsPassword) else { throw error }
      guard password == nil else { throw WrongPassword() }
      askForPassword(confirming: typed)
    }
  }

  private func askForPassword(confirming typed: String?) {
    let request = EntryPanel.Request(
      title: "Your password", note: "The server requires it to accept new keys.",
      verb: "continue", isSecret: true)
    context.show(
      EntryPanel(context: context, request) { [weak self] password in
        try await self?.setUp(confirming: typed, password: password)
      })
  }

  private struct WrongPassword: Error, CustomStringConvertible {
    let description = "this is not the password of your account"
  }

  // MARK: Others

  /// Accepts the changed identity of a user, after a question.
  ///
  /// - Parameter name: the user; if empty, the first one in the channel whose identity changed.
  func accept(_ name: String, in channel: ChannelID) {
    let changed = cache.changed(in: channel)
    let wanted = name.withoutSign("@")
    let meant =
      wanted.isEmpty
      ? Array(changed.prefix(1))
      : changed.filter {
        [$0.displayName, $0.id.rawValue, $0.id.handle].contains { $0 == wanted || $0 == name }
      }
    guard meant.count < 2 else { return context.refuse(.severalChanged(meant.map(\.id.handle))) }
    if let person = meant.first { return confirm(person) }
    guard !wanted.isEmpty else { return context.refuse(.noIdentityChanged) }
    context.attempt { [self] in
      let person = try await NameLookup(client: client).person(name)
      // What the cache knows may be older than the change.
      let changed = try await client.encryptionRecipients(in: channel).changed
      guard changed.contains(where: { $0.id == person.id }) else {
        return context.refuse(.noIdentityChanged(of: person.displayName))
      }
      confirm(person)
    }
  }

  private func confirm(_ person: User) {
    context.ask(
      "Accept the new identity of \(person.displayName) (\(person.id.handle))?",
      "They made new keys, or somebody else did in their name. Ask them first, in person or by phone. Accepting sends the messages that wait for it.",
      yes: "accept it, and send", no: "not now"
    ) { [context, client] in
      context.attempt {
        try await client.acceptIdentity(of: person.id)
        context.say(.identityAccepted(person.displayName))
      }
    }
  }
}

extension EncryptionState.Backup {
  /// Whether this device uses the backup.
  fileprivate var isUsed: Bool { if case .on = self { true } else { false } }
}
