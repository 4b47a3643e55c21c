import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

/// Panels as the program shows them, small and large, dark and light.
@Suite("Pictures of panels", .serialized)
struct PanelGoldenTests {
  private struct Directory: AccountDirectory {
    let current = AccountPlace.demo

    func accounts() -> [KnownAccount] {
      [
        KnownAccount(.account(name: "@mia:example.org", server: "https://example.org"), isSignedIn: true),
        KnownAccount(.account(name: "@mia:work.example", server: "https://work.example"), isSignedIn: false),
      ]
    }

    func place(named name: String) throws(ProgramError) -> AccountPlace? { nil }
  }

  private static let looks: [(columns: Int, rows: Int, background: Background)] = [
    (40, 12, .dark), (40, 12, .light), (80, 24, .dark), (80, 24, .light), (100, 30, .dark), (100, 30, .light),
    (120, 40, .dark), (120, 40, .light),
  ]

  @Test("Inbox, accounts, help, encryption, history and the question before deleting", arguments: 0..<8)
  func panels(_ index: Int) async throws {
    let look = Self.looks[index]
    var settings = Settings()
    settings.background = look.background
    let mia = try await Scenario(
      columns: look.columns, rows: look.rows, settings: settings, isEncrypting: true, accounts: Directory())
    let key = "EsTc LW2K PGiF wKEA 3As5 g5c4 BXwk qeeJ ZJV8 Q9fu gUMN UE4d"
    await mia.service.setEncryption(
      EncryptionAccount(nextStep: .enterRecoveryKey, recoveryKey: key), of: "mia")
    try await mia.say("Could someone look at the login flow?", by: "ana")
    try await mia.say("[Mia](pn-user://mia) can you restart it when nobody is in?", by: "ben")
    await mia.start()
    await mia.enter("yes, at noon, and I will tell you")
    mia.clock.advance(by: .seconds(60))
    await mia.type("not yet", keys: "C-c")
    let theme = look.background == .dark ? "dark" : "light"
    for (name, keys) in [
      ("inbox", "C-x i"), ("accounts", "C-x a"), ("help", "F1"), ("history", "C-x h"), ("delete", "M-s d"),
    ] {
      await mia.keys(keys)
      try Golden.check(try #require(mia.terminal.frame), "\(name)-\(theme)")
      await mia.keys(name == "delete" ? "Esc q" : "Esc")
    }
    await mia.enter("/encryption")
    try Golden.check(try #require(mia.terminal.frame), "encryption-\(theme)")
  }
}
