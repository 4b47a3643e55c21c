import ChatDomain
import DraftEngine
import Testing

@testable import ChatControllers
@testable import ChatUI
@testable import Composer

@Suite("Bounded memory for sent messages")
struct BoundedMemoryTests {
  private func words(_ number: Int) -> [MessageElement] { [.plainText(text: "words \(number)")] }

  @Test("The latest sent messages of a place can be stepped through, from this session or earlier ones")
  func sentHistory() {
    var history = SentHistory()
    for number in 1...1000 { history.add(words(number)) }
    #expect(history.entries.count == SentHistory.limit)
    #expect(history.entries.first == words(1000) && history.entries.last == words(1001 - SentHistory.limit))
    history.load((1...500).map { words($0) })
    #expect(
      history.entries.count == SentHistory.limit && history.entries.last == words(1001 - SentHistory.limit))
    var fresh = SentHistory()
    fresh.add(words(0))
    fresh.load((0...500).map { words($0) })
    #expect(fresh.entries.count == SentHistory.limit)
    #expect(fresh.entries.prefix(3) == [words(0), words(1), words(2)])
  }

  @Test("Nothing is kept of messages that arrived, nor the failure of a resent one")
  func pendingMessages() {
    let news = PendingMessageStatus()
    for number in 1...100 {
      var entry = self.entry(number)
      report(.waiting(entry), of: entry, news)
      if number == 7 {
        entry.failure = .refused(.notAllowed)
        entry.message.localState = .sendingFailed
        report(.waiting(entry), of: entry, news)
        #expect(news.failure(of: entry.message) == .refused(.notAllowed))
      } else {
        report(.done(entry.message), of: entry, news)
      }
    }
    #expect(news.failures.keys.map(\.rawValue) == ["room"] && news.failures["room"]?.count == 1)
    var failed = entry(7)
    report(.withdrawn, of: failed, news)
    #expect(news.failures.isEmpty)
    failed.failure = .refused(.notAllowed)
    failed.message.localState = .sendingFailed
    news.load([failed, entry(8)], in: "room")
    #expect(news.failure(of: failed.message) == .refused(.notAllowed) && news.failures["room"]?.count == 1)
    news.load([], in: "room")
    #expect(news.failures.isEmpty)
  }

  private func entry(_ number: Int) -> OutboxEntry {
    let id = TransactionID("t\(number)")
    let message = Message(
      id: MessageID(id.rawValue), channelId: "room", author: User(id: "ann"), elements: words(number),
      createdAt: Timestamp(seconds: 0), transactionId: id, localState: .pendingSend)
    return OutboxEntry(
      sequence: number, transactionId: id,
      work: .send(
        NewMessage(transactionId: id, channelId: "room", markup: "words \(number)", isShownInChannel: true)),
      message: message)
  }

  private func report(_ outcome: OutboxChange.Outcome, of entry: OutboxEntry, _ news: PendingMessageStatus) {
    news.handle(
      .outbox(
        OutboxChange(
          transactionId: entry.transactionId, messageId: entry.message.id, channelId: entry.channelId,
          parentId: nil, outcome: outcome)))
  }
}
