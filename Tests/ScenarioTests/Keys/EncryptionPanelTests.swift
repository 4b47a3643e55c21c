import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: /encryption", .serialized)
struct EncryptionPanelTests {
  private let key = "EsTc LW2K PGiF wKEA 3As5 g5c4 BXwk qeeJ ZJV8 Q9fu gUMN UE4d"

  private func scenario(
    _ account: EncryptionAccount, columns: Int = 80, rows: Int = 24, isPlain: Bool = false,
    in channel: ChannelID? = "general"
  ) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, rows: rows, isPlain: isPlain, isEncrypting: true)
    await mia.service.setEncryption(account, of: "mia")
    return await mia.start(in: channel)
  }

  private func state(of mia: Scenario) async throws -> EncryptionState {
    try await mia.device("mia").encryptionState()
  }

  @Test("A device is signed, and no backup can be opened: that is said")
  func withoutBackup() async throws {
    let mia = try await scenario(
      EncryptionAccount(
        nextStep: .enterRecoveryKey, recoveryKey: key, backup: EncryptionState.Backup.none))
    await mia.enter("/encryption", .shows("▸ Enter your recovery key"))
    await mia.keys("Enter", .shows("┌ Recovery key"))
    await mia.type(key, keys: "Enter", .hides("┌ Recovery key"))
    #expect(
      mia.foot.contains("This device is signed; no usable key backup was found"), "\(mia.picture)")
  }

  @Test("The recovery key signs the device: dots, a wrong key with its reason, and nothing is kept of it")
  func recovery() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key))
    await mia.enter("/encryption", .shows("▸ Enter your recovery key"))
    mia.sees("not signed", "locked", "Fingerprint", "I lost my recovery key")
    await mia.keys("Enter", .shows("┌ Recovery key"))
    await mia.type("wrong words", .shows("•••••••••••"), .hides("wrong words"))
    await mia.keys("Tab", .shows("wrong words"))
    await mia.keys("Tab Enter", .shows("this is no recovery key"))
    await mia.keys("C-u")
    await mia.type(key, keys: "Enter", .hides("Recovery key"))
    #expect(
      mia.foot.contains("This device is signed; old messages are being restored"), "\(mia.picture)")
    #expect(try await state(of: mia).isDeviceSigned)
    await mia.keys("C-y", .shows("Nothing to paste yet"))
    #expect(try await mia.history().isEmpty)
    #expect(try await mia.store.drafts().isEmpty)
    await mia.enter("/encryption", .shows("▸ Everything is set up"))
    await mia.keys("Enter", .notice("There is nothing to do here"))
  }

  @Test("A key that is typed or pasted over the panel goes into the line for it")
  func typedOver() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key))
    await mia.enter("/encryption")
    await mia.type("E", .shows("┌ Recovery key"), .shows("> •"))
    await mia.type(String(key.dropFirst()), keys: "Enter")
    #expect(try await state(of: mia).isDeviceSigned)
  }

  @Test("Encryption is set up, and no key goes past the recovery key by accident")
  func setUp() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .setUp, password: "pass"))
    #expect(mia.foot.contains("Encryption is not set up yet; /encryption shows what to do"), "\(mia.picture)")
    await mia.enter("/encryption", .shows("▸ Set up encryption"))
    await mia.keys("Enter", .shows("make the recovery key"))
    await mia.confirm()
    await mia.settle()
    mia.sees("Your recovery key", "It cannot be shown again later.")
    let rows = mia.screen.compactMap { $0.firstMatch(of: #/│ +(\w{4}(?: \w{4}){5})\b/#)?.output.1 }
    let shown = rows.joined(separator: " ")
    #expect(shown.count == 59, "\(mia.picture)")
    await mia.type("letters", .shows("Your recovery key"))
    await mia.keys("Enter", .shows("Type your recovery key"), .hides(String(rows[0])))
    await mia.keys("Esc", .shows(String(rows[0])))
    await mia.keys("Tab", .shows("> ~/inkwell-recovery-key.txt"))
    await mia.keys("Esc", .shows(String(rows[0])))
    await mia.keys("Enter", .shows("Type your recovery key"))
    await mia.keys("Enter")
    await mia.type("not it", keys: "Enter", .shows("this is not the recovery key that was shown"))
    #expect(try await state(of: mia).nextStep == .setUp)
    await mia.keys("C-u")
    await mia.type(shown, keys: "Enter", .shows("Your password"))
    await mia.type("wrong", .shows("•••••"), .hides("wrong"))
    await mia.keys("Enter", .shows("this is not the password of your account"))
    await mia.keys("C-u")
    await mia.type("pass", keys: "Enter", .hides("Your password"))
    mia.sees("Encryption is set up, and this device is signed")
    #expect(try await state(of: mia).nextStep == .none)
    #expect(try await mia.store.drafts().isEmpty)
    #expect(try await mia.history().isEmpty)
  }

  @Test("The recovery key can be saved to a file instead")
  func saving() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .setUp))
    await mia.enter("/encryption")
    await mia.keys("Enter")
    await mia.confirm()
    await mia.settle()
    await mia.keys("Tab", .shows("> ~/inkwell-recovery-key.txt"))
    await mia.keys("C-u")
    await mia.type("/safe/key", keys: "Enter")
    mia.sees("Encryption is set up, and this device is signed")
    #expect(await mia.service.savedRecoveryKey(at: "/safe/key")?.count == 59)
  }

  @Test("After a failure, Enter goes on with the file that was saved")
  func savingAgain() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .setUp))
    await mia.enter("/encryption")
    await mia.keys("Enter")
    await mia.confirm()
    await mia.settle()
    await mia.refuse([.setUpEncryption])
    await mia.keys("Tab Enter", .shows("you are not allowed to do that"))
    await mia.noFaults()
    await mia.keys("Enter", .hides("Save your recovery key"))
    #expect(try await state(of: mia).nextStep == .none)
  }

  @Test("The help finds it by everyday words", arguments: ["recovery key", "verify", "encryption"])
  func help(words: String) async throws {
    let mia = try await scenario(EncryptionAccount())
    await mia.keys("F1")
    await mia.type(words, .shows("/encryption"))
    let other = try await Scenario().start()
    await other.keys("F1")
    await other.type(words, .hides("/encryption"))
  }

  @Test("A recovery key in the composer is not sent")
  func keyInComposer() async throws {
    let mia = try await scenario(EncryptionAccount())
    await mia.enter(key, .notice("Not sent: this is a recovery key; enter it in /encryption"))
    await mia.enter(" again", .line("|write to #general"))
    #expect(try await mia.said().map(\.text) == ["\(key) again"])
    await mia.enter(key.filter { $0 != " " })
    #expect(try await mia.said().count == 1)
  }

  @Test("Leaving before the end changes nothing")
  func leaving() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .setUp))
    await mia.enter("/encryption")
    await mia.keys("Enter")
    await mia.confirm()
    await mia.settle()
    await mia.keys("Esc", .hides("recovery key"))
    #expect(try await state(of: mia).nextStep == .setUp)
  }

  @Test("New keys need a warning to be answered")
  func reset() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .reset, recoveryKey: key))
    await mia.enter("/encryption", .shows("▸ Make new keys"))
    await mia.keys("Enter", .shows("Everybody you write to sees"))
    await mia.keys("Esc", .hides("Make new keys?"))
    await mia.service.setEncryption(
      EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key), of: "mia")
    await mia.enter("/encryption")
    await mia.keys("M-> Enter", .shows("Make new keys?"))
    await mia.confirm()
    await mia.settle()
    mia.sees("Your recovery key")
  }

  @Test(
    "Each step has its words",
    arguments: [
      (EncryptionState.NextStep.none, "Everything is set up"), (.wait, "Looking up your keys…"),
      (.checkIdentity, "Your identity changed"), (.makeBackup, "Make a key backup"),
      (.checkBackup, "Check the key backup"),
    ])
  func steps(step: EncryptionState.NextStep, words: String) async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: step, backup: .on(waiting: 12)))
    await mia.enter("/encryption", .shows("▸ \(words)"), .shows("on, 12 keys not backed up yet"))
    if step == .none || step == .wait {
      await mia.keys("Enter", .notice("There is nothing to do here"))
    } else {
      await mia.keys("Enter", .shows(step == .checkIdentity ? "it was me" : "┌ Recovery key"))
    }
  }

  @Test("Right after signing in, the panel leads to the recovery key; typed text goes to the composer")
  func leading() async throws {
    let account = EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key)
    let mia = try await scenario(account, in: nil)
    mia.sees("┌ Encryption", "▸ Enter your recovery key")
    await mia.type(key, keys: "Enter", .notice("This device is signed"))
    #expect(try await mia.store.drafts().isEmpty)
    let other = try await scenario(account, in: nil)
    await other.type("words", .hides("┌ Encryption"), .line("words|"))
    await other.keys("C-x C-c")
    await other.end()
  }

  @Test(
    "The panel opens by itself after a new sign-in on old data, and not at other starts",
    arguments: [true, false])
  func newSignIn(isNew: Bool) async throws {
    let mia = try await Scenario(isEncrypting: true)
    let account = EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key)
    await mia.service.setEncryption(account, of: "mia")
    let introduced = isNew ? "another fingerprint" : account.state.fingerprint
    try await mia.store.perform([
      .saveSession(SessionState(openChannel: "general", introducedDevice: introduced))
    ])
    await mia.start(in: nil)
    if isNew { mia.sees("▸ Enter your recovery key") } else { mia.misses("▸ Enter your recovery key") }
  }

  @Test("If the first start has no connection, the panel opens by itself at a later one, and only once")
  func interruptedSignIn() async throws {
    let mia = try await Scenario(isEncrypting: true)
    await mia.service.setEncryption(
      EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key), of: "mia")
    try await mia.store.perform([.saveSession(SessionState(openChannel: "general"))])
    await mia.device("mia", "terminal").setFaults(.offline)
    await mia.start(in: nil)
    mia.misses("▸ Enter your recovery key")
    try await mia.restart(isReachable: true)
    mia.sees("▸ Enter your recovery key")
    await mia.keys("Esc", .hides("▸ Enter your recovery key"))
    // Opening another channel saves the session anew.
    mia.app.go(to: .channel("random"))
    await mia.settle()
    try await mia.restart()
    mia.misses("▸ Enter your recovery key")
  }

  @Test("The hint comes once in a run, and not if there is nothing to do")
  func hint() async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .setUp))
    mia.sees("Encryption is not set up yet; /encryption shows")
    await mia.type("a", .hides("/encryption shows"))
    await mia.service.setEncryption(EncryptionAccount(nextStep: .reset), of: "mia")
    await mia.settle()
    mia.misses("/encryption shows")
    let other = try await scenario(EncryptionAccount())
    other.misses("/encryption shows")
  }

  @Test("A small screen shows the whole key", arguments: [(40, 12), (80, 24), (100, 30)])
  func small(columns: Int, rows: Int) async throws {
    let mia = try await scenario(EncryptionAccount(nextStep: .setUp), columns: columns, rows: rows)
    await mia.enter("/encryption", .shows("▸ Set up encryption"))
    await mia.keys("Enter", .shows("make the recovery key"))
    await mia.confirm()
    await mia.settle()
    let shown = mia.screen.compactMap { $0.firstMatch(of: #/│ +(\w{4}(?: \w{4}){5})\b/#) }
    #expect(shown.count == 2, "\(mia.picture)")
    mia.sees("type it back")
  }

  @Test("Line mode never prints a key: it is saved, and what is typed is dots")
  func plain() async throws {
    let mia = try await scenario(
      EncryptionAccount(nextStep: .setUp, password: "pass"), isPlain: true)
    let heard = await mia.hearing {
      await mia.enter("/encryption")
      await mia.keys("Enter")
      await mia.confirm()
      await mia.settle()
    }
    #expect(heard.contains { $0.contains("Encryption: Set up encryption") }, "\(heard)")
    #expect(heard.contains { $0.contains("Save your recovery key") }, "\(heard)")
    await mia.keys("C-u")
    await mia.type("/safe/key", keys: "Enter")
    let saved = try #require(await mia.service.savedRecoveryKey(at: "/safe/key"))
    await mia.type("pass")
    #expect(mia.typed.contains("••••") && !mia.typed.contains("pass"), "\(mia.typed)")
    await mia.keys("Tab")
    #expect(!mia.typed.contains("pass"), "\(mia.typed)")
    await mia.keys("Enter")
    #expect(try await state(of: mia).nextStep == .none)
    #expect(!mia.terminal.said.contains { $0.contains(saved) || $0.contains("pass\n") })
  }
}
