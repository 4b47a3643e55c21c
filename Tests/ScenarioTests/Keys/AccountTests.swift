import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Accounts", .serialized)
struct AccountTests {
  /// A device on which Mia and Ana are signed in.
  private struct Directory: AccountDirectory {
    var current: AccountPlace

    static let mia = AccountPlace.account(name: "@mia:example.org", server: "https://example.org")
    static let ana = AccountPlace.account(name: "@ana:b.example", server: "https://m.b.example")

    func accounts() -> [KnownAccount] {
      [KnownAccount(Self.ana, isSignedIn: false), KnownAccount(Self.mia, isSignedIn: true)]
    }

    func place(named text: String) throws(ProgramError) -> AccountPlace? {
      let words = text.split(separator: " ").map(String.init)
      guard let name = words.first, name.hasPrefix("@"), name.contains(":") else { return nil }
      if words.last == "nonsense" { throw ProgramError("this is no server") }
      return .account(name: name, server: words.count == 2 ? words[1] : nil)
    }
  }

  private func mia(in current: AccountPlace = Directory.mia, isPlain: Bool = false) async throws -> Scenario {
    try await Scenario(isPlain: isPlain, accounts: Directory(current: current)).start()
  }

  /// Confirms a question, after the delay in which answers are ignored.
  private func confirm(_ you: Scenario) async {
    you.clock.advance(by: .seconds(1))
    await you.keys("Enter")
    await you.settle()
  }

  @Test(
    "C-x a lists the demo and the device's accounts, and saves the text before it opens the chosen one"
  )
  func lists() async throws {
    let you = try await mia()
    await you.type("half a sentence", keys: "C-x a")
    for text in [
      "Accounts", "The demo", "@ana:b.example", "signed out", "@mia:example.org", "https://example.org",
    ] {
      #expect(you.shows(text), "\(text)\n\(you.picture)")
    }
    await you.type("ana", .hides("The demo"))
    await you.keys("Enter")
    await you.settle()
    #expect(!you.isRunning && you.app.next == .opening(Directory.ana))
    #expect(you.app.unsavedReason == nil)
    try await you.restart()
    #expect(you.draft()?.text == "half a sentence")
    await you.end()
  }

  @Test("The open account stays open, and Escape changes nothing")
  func stays() async throws {
    let you = try await mia()
    await you.keys("C-x a")
    await you.enter("mia")
    #expect(you.isRunning && you.app.next == .stop && !you.shows("Accounts"))
    await you.keys("C-x a Escape")
    #expect(you.isRunning && !you.shows("Accounts"))
    await you.end()
  }

  @Test("Another account is named in full, and a known one is not offered twice")
  func new() async throws {
    let you = try await mia(in: .demo)
    await you.enter("/login")
    await you.type("bob", .shows("a Matrix name: @you:example.org"))
    await you.keys("C-x a", type: "@MIA:example.org", .hides("Sign in as"))
    await you.keys("Escape")
    await you.enter("/login @bob:c.example", .shows("Sign in as @bob:c.example"))
    await you.keys("Enter")
    await you.settle()
    #expect(you.app.next == .opening(.account(name: "@bob:c.example", server: nil)))
    await you.end()
  }

  @Test(
    "/login uses the server in the name, explains invalid names, and knows the device's accounts"
  )
  func server() async throws {
    let you = try await mia(in: .demo)
    await you.enter("/login @mia:example.org https://other.example")
    #expect(
      you.shows("Sign in as @mia:example.org") && you.shows("at https://other.example"), "\(you.picture)")
    await you.keys("Escape")
    await you.enter("/login @mia:example.org https://example.org")
    #expect(!you.shows("Sign in as") && you.shows("@mia:example.org"), "\(you.picture)")
    await you.keys("Escape")
    await you.enter("/login @mia:example.org nonsense", .shows("this is no server"))
    await you.keys("C-a C-k")
    await you.enter("@mia:example.org https://other.example")
    await you.settle()
    #expect(
      you.app.next == .opening(.account(name: "@mia:example.org", server: "https://other.example")))
    await you.end()
  }

  @Test(
    "After signing out, /login and Enter on the account sign in as the same device", arguments: [true, false])
  func signsInAgain(byCommand: Bool) async throws {
    let you = try await mia(in: byCommand ? Directory.mia : Directory.ana)
    await you.type("half a sentence")
    await you.device("mia", "terminal").setFaults(.signedOut)
    await you.settle()
    you.sees("The server has signed you out", "signed out · /login signs in again")
    if byCommand {
      await you.keys("C-a C-k")
      await you.enter("/login")
    } else {
      await you.keys("C-x a")
      await you.enter("ana")
    }
    await you.settle()
    #expect(!you.isRunning && you.app.next == .opening(byCommand ? Directory.mia : Directory.ana))
    await you.end()
  }

  @Test("/logout lists the unsent data and its fate, and asks")
  func logout() async throws {
    let you = try await mia()
    await you.type("a draft", keys: "M-Down")
    await you.offline(true)
    await you.enter("waits")
    await you.enter("/logout")
    for text in ["Sign out @mia:example.org?", "1 draft", "1 unsent change", "Nothing is erased"] {
      #expect(you.shows(text), "\(text)\n\(you.picture)")
    }
    await you.keys("Escape")
    #expect(you.isRunning && you.app.next == .stop)
    await you.enter("/logout")
    await confirm(you)
    #expect(!you.isRunning && you.app.next == .signingOut)
    #expect(you.app.unsavedReason == nil)
    await you.end()
  }

  @Test(
    "The question offers what to do with the text here, and shows each choice before it is made"
  )
  func chooses() async throws {
    let you = try await mia()
    await you.type("a draft", keys: "M-Down")
    await you.enter("/logout")
    for text in ["Sign out @mia:example.org?", "sign out and keep", "[Tab] erase it instead", "[Esc] stay"] {
      #expect(you.shows(text), "\(text)\n\(you.picture)")
    }
    you.clock.advance(by: .seconds(1))
    // Enter right after Tab must not answer a question that cannot have been read yet.
    await you.keys("Tab Enter")
    #expect(
      you.isRunning && you.shows("Erase @mia:example.org here?") && you.shows("[Tab] keep it instead"),
      "\(you.picture)")
    await you.keys("Tab", .shows("Sign out @mia:example.org?"), .shows("This device keeps 1 draft for"))
    await you.keys("Tab")
    await confirm(you)
    #expect(!you.isRunning && you.app.next == .erasing)
    await you.end()
  }

  @Test("Line mode states one choice, and Tab states the other")
  func choosesInLines() async throws {
    let you = try await mia(isPlain: true)
    await you.type("/logout")
    let first = await you.hearing { await you.keys("Enter") }
    #expect(first.last?.hasPrefix("Sign out @mia:example.org? Nothing is unsent.") == true, "\(first)")
    #expect(first.last?.contains("Tab: erase it instead") == true, "\(first)")
    let second = await you.hearing { await you.keys("Tab") }
    #expect(
      second.last?.hasPrefix("Erase @mia:example.org here? You will be signed out") == true, "\(second)")
    await you.keys("Tab")
    await confirm(you)
    #expect(!you.isRunning && you.app.next == .signingOut)
    await you.end()
  }

  @Test("/logout also names unsent messages in channels that are no longer listed")
  func unlisted() async throws {
    let you = try await mia()
    await you.go(to: "offtopic")
    await you.refuse([.send])
    await you.enter("unheard")
    await you.device("mia", "terminal").setFaults(.none)
    await you.enter("/leave")
    await you.enter("/logout", .shows("1 unsent change"))
    await you.end()
  }

  @Test("/logout erase lists the data to erase and needs only Enter")
  func erases() async throws {
    let you = try await mia()
    await you.type("a draft", keys: "M-Down")
    await you.enter("/logout erase")
    for text in [
      "Erase @mia:example.org here?", "You will be signed out", "draft, and everything", "history",
    ] {
      #expect(you.shows(text), "\(text)\n\(you.picture)")
    }
    // A letter does not confirm.
    await you.type("y")
    #expect(you.isRunning && you.app.next == .stop)
    await you.enter("/logout everything")
    #expect(you.isRunning && you.app.next == .stop)
    await you.keys("C-a C-k")
    await you.enter("/logout erase")
    await confirm(you)
    #expect(!you.isRunning && you.app.next == .erasing)
    await you.end()
  }

  @Test("C-x k in the list signs out of the open account and of no other")
  func remove() async throws {
    let you = try await mia()
    await you.keys("C-x a", type: "ana")
    await you.keys(
      "C-x k", .notice("To sign out @ana:b.example, open it first or run inkwell --logout @ana:b.example"))
    await you.keys("Escape C-x a", type: "mia")
    await you.keys("C-x k", .shows("Sign out @mia:example.org?"))
    await confirm(you)
    #expect(you.app.next == .signingOut)
    await you.end()
  }

  @Test("The demo has nothing to sign out of; without accounts C-x a says so")
  func nothing() async throws {
    let you = try await mia(in: .demo)
    await you.enter("/logout", .notice("The demo has no account to sign out of"))
    await you.end()
    let alone = try await Scenario().start()
    await alone.keys("C-x a", .notice("There are no other accounts here"))
    await alone.end()
  }
}
