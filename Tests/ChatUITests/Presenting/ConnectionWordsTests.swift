import ChatControllers
import ChatDomain
import ChatScreens
import Testing

@testable import ChatUI

@Suite("Descriptions of the connection")
struct ConnectionWordsTests {
  private nonisolated static let now = Timestamp(seconds: 1_000_000)

  private func words(
    _ connection: ConnectionState, _ link: ServiceCondition.Link, limitedUntil: Timestamp? = nil,
    isOfflineChosen: Bool = false, hold: AccountHold? = nil, at now: Timestamp = Self.now
  ) -> ConnectionWords {
    ConnectionWords(
      connection: connection, condition: ServiceCondition(link, limitedUntil: limitedUntil, hold: hold),
      isOfflineChosen: isOfflineChosen, now: now, time: { "at \($0.microseconds / 1_000_000)" })
  }

  private nonisolated static let lost = ConnectionState.offline(
    until: now + .milliseconds(7300), reason: .connection(.offline))

  @Test(
    "Each state is one sentence with what to do",
    arguments: [
      (.stopped, .online, "starting…"), (.connecting, .connecting, "connecting…"),
      (.connecting, .online, "connecting…"), (.online, .online, "online"),
      (.connecting, .catchingUp(.unknown), "fetching channels, may take minutes"),
      (
        .connecting, .catchingUp(CatchingUp(channelsLeft: 312, of: 2000)),
        "catching up: 312 channels left"
      ),
      (.online, .catchingUp(CatchingUp(channelsLeft: 1, of: 1)), "catching up"),
      (
        lost, .offline(since: Timestamp(seconds: 999_000)),
        "offline since at 999000, retry in 8 s"
      ),
      (lost, .offline(since: nil), "offline, retry in 8 s"),
      (lost, .online, "offline, retry in 8 s"),
      (.connecting, .offline(since: Timestamp(seconds: 999_000)), "offline since at 999000, retrying now"),
      (
        lost, .failing(.failure(status: 500, retryAfter: nil)),
        "the server returned an error (500), retrying in 8 s"
      ),
      (
        .connecting, .failing(.failure(status: 502, retryAfter: .seconds(9))),
        "the server returned an error (502), retrying now"
      ),
      (lost, .failing(.unreadable), "the server's answer is unreadable, retrying in 8 s"),
      (
        lost, .failing(.tooLarge(limit: 64 << 20)),
        "the server's answer is larger than 64 MB, retrying in 8 s"
      ),
      (.signedOut, .online, "signed out · /login signs in again"),
      (lost, .signedOut, "signed out · /login signs in again"),
    ] as [(ConnectionState, ServiceCondition.Link, String)])
  func sentences(connection: ConnectionState, link: ServiceCondition.Link, sentence: String) {
    #expect(words(connection, link).part.text == sentence)
  }

  @Test("Offline by choice names the command to connect, without a countdown")
  func chosen() {
    let offline = words(Self.lost, .offline(since: nil), isOfflineChosen: true)
    #expect(offline.part.text == "offline · /online connects" && offline.changesIn == nil)
    // While connecting, the actual state is shown instead of the choice.
    #expect(words(.online, .online, isOfflineChosen: true).part.text == "online")
  }

  private nonisolated static let holds: [AccountHold] = [
    .suspended, .locked, .closed, .expired, .termsNotAccepted(page: nil),
    .termsNotAccepted(page: "https://a.example"), .serviceLimit(contact: nil), .serviceLimit(contact: "ann"),
  ]

  @Test(
    "The account's problem comes first, short in the last line and with advice in the notice",
    arguments: holds)
  func held(hold: AccountHold) {
    for (state, link) in [
      (ConnectionState.online, ServiceCondition.Link.online), (Self.lost, .offline(since: nil)),
    ] {
      let words = words(state, link, hold: hold)
      // At 80 columns this leaves room for the state of the drafts.
      #expect(words.part.tone == .error && words.part.text.count <= 36)
      #expect(words.changesIn == nil)
      #expect(words.spoken == ConnectionWords.held(hold))
    }
    #expect(ConnectionWords.held(hold).lowercased().hasPrefix(hold.description.lowercased()))
    #expect(ConnectionWords.held(hold).hasSuffix("wait on this device"))
    #expect(words(.signedOut, .signedOut, hold: hold).part.text.hasPrefix("signed out"))
  }

  @Test("A server's pause is counted down and ends by itself")
  func limited() {
    let until = Self.now + .seconds(20)
    #expect(
      words(.online, .online, limitedUntil: until).part.text == "online · server busy for 20 s")
    #expect(
      words(Self.lost, .online, limitedUntil: until).part.text == "server busy for 20 s")
    #expect(words(.online, .online, limitedUntil: until, at: until).part.text == "online")
    #expect(words(.online, .online, limitedUntil: until, at: until).changesIn == nil)
    // Without a connection that is the most important fact.
    #expect(
      words(Self.lost, .offline(since: nil), limitedUntil: until).part.text
        == "offline, retry in 8 s")
  }

  @Test("Line mode omits countdowns and minor states")
  func spoken() {
    let offline = { (now: Timestamp) in
      words(Self.lost, .offline(since: Timestamp(seconds: 5)), at: now).spoken
    }
    #expect(
      offline(Self.now)
        == "offline since at 5; retrying automatically, /online retries now")
    #expect(offline(Self.now) == offline(Self.now + .seconds(3)))
    #expect(offline(Self.now) == words(.connecting, .offline(since: Timestamp(seconds: 5))).spoken)
    let until = Self.now + .seconds(20)
    #expect(words(.online, .online, limitedUntil: until).spoken == "online")
    #expect(
      words(Self.lost, .online, limitedUntil: until).spoken
        == words(Self.lost, .online, limitedUntil: until, at: Self.now + .seconds(9)).spoken)
    #expect(
      words(Self.lost, .failing(.unreadable)).spoken
        == "the server's answer is unreadable; retrying automatically, /online retries now")
    let few = ServiceCondition.Link.catchingUp(CatchingUp(channelsLeft: 2, of: 3))
    #expect(words(.online, few).spoken == "online" && words(.connecting, few).spoken == "catching up")
  }

  @Test("A wait is shown in coarse steps, each drawn when it begins")
  func waits() {
    for wait in [1, 400, 1000, 1001, 9999, 10_000, 10_001, 59_999, 60_000, 61_000, 3_599_000, 7_300_000] {
      var left = Duration.milliseconds(wait)
      var seen: [String] = []
      while left > .zero {
        let words = WaitWords(left)
        #expect(words.next > .zero && words.next <= left && words.text != seen.last)
        // Just before the next step it is the same text.
        if words.next > .milliseconds(1) {
          #expect(WaitWords(left - words.next + .milliseconds(1)).text == words.text)
        }
        seen.append(words.text)
        left -= words.next
      }
      #expect(seen.last == "1 s" && seen.count <= 10 + 10 + 59 + 3)
    }
    #expect(WaitWords(.seconds(59)).text == "60 s" && WaitWords(.seconds(3601)).text == "2 h")
    #expect(WaitWords(.milliseconds(7300)) == WaitWords(.milliseconds(7300)))
  }
}
