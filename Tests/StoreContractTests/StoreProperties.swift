import ChatDomain
import TestSupport
import Testing

@Suite("A store under random operations")
struct StoreProperties {
  private static let texts = [
    "", " ", "e\u{301}", "é", "\u{0}", "a\u{0}b", "\r\n", "👨‍👩‍👧", "漢字", "'", "plain", Samples.difficult,
  ]

  private static func change(_ generator: inout SeededGenerator, step: Int) -> StoreChange {
    let channel = ChannelID("c\(generator.below(3))")
    let key = DraftKey(
      channelId: channel, parentId: generator.percent(40) ? MessageID("m\(generator.below(2))") : nil)
    let text = generator.one(of: texts)
    let time = Int64(generator.below(40))
    let transaction = TransactionID("t\(generator.below(6))")
    switch generator.below(17) {
    case 0...2:
      var draft = generator.percent(20) ? Samples.fullDraft(key) : Samples.draft(key, text)
      // Distinct created dates: the order of equal ones is not part of the contract.
      draft.createdAt = Samples.time(Int64(1_000 + step))
      draft.caret = generator.below(9)
      return .saveDraft(draft)
    case 3: return .deleteDraft(key)
    case 4...5: return .addHistory(Samples.history(text, of: key, at: time))
    case 6:
      let age = generator.percent(50) ? Samples.time(time) - Samples.time(0) : nil
      return .trimHistory(HistoryLimits(count: 5 + generator.below(20), age: age, now: Samples.time(40)))
    case 7:
      let text = Samples.history(text, of: key, at: time).elements
      return .forgetHistory(
        generator.percent(10) ? nil : key, only: generator.percent(50) ? text : nil)
    case 8:
      var entry = Samples.outbox(transaction, step, in: channel)
      entry.attempts = generator.below(5)
      return .saveOutbox(entry)
    case 9: return .deleteOutbox(transaction)
    case 10:
      return generator.percent(50)
        ? .saveEventToken(EventToken(text + "\(step)"))
        : .saveSession(
          SessionState(
            openChannel: channel, isOffline: generator.percent(50), foldedSections: [text],
            chosenSpace: generator.percent(50) ? channel : nil, hasEarlyWords: generator.percent(50),
            hasEarlyFiles: generator.percent(50),
            knockReasons: generator.percent(50) ? [channel.rawValue: text] : [:],
            introducedDevice: generator.percent(50) ? text : nil))
    case 11: return .cacheChannels([Samples.channel(channel, active: Int64(1_000 + step))])
    case 12:
      let other = DraftKey(
        channelId: channel, parentId: generator.percent(40) ? MessageID("m\(generator.below(2))") : nil)
      return .moveHistory(from: key, to: other)
    case 13:
      return .cacheMessages([message(&generator, in: channel, text, step)])
    case 14: return .updateMessage(message(&generator, in: channel, text, step))
    case 15:
      return .deleteMessage(
        MessageDeletedEvent(
          channelId: channel, messageId: MessageID("m\(1 + generator.below(12))"), parentId: nil,
          isHard: generator.percent(50), deletedAt: Samples.time(time)))
    default:
      return generator.percent(20)
        ? .forgetChannel(channel) : .forgetMessage(MessageID("m\(1 + generator.below(12))"), channel)
    }
  }

  /// One of twelve messages, in a later or an earlier version, possibly with a quote.
  private static func message(
    _ generator: inout SeededGenerator, in channel: ChannelID, _ text: String, _ step: Int
  ) -> Message {
    let number = 1 + generator.below(12)
    var message = Samples.message(MessageID("m\(number)"), in: channel, at: Int64(number), text: text)
    // Two different states of a message have different versions.
    message.version = Timetoken(UInt64(generator.percent(80) ? 100 + step : 100_000 + step))
    if generator.percent(40) {
      message.quoted = QuotedMessage(
        Samples.message(MessageID("m\(1 + generator.below(12))"), in: channel, text: "quoted \(step)"))
    }
    if generator.percent(40) { message.transactionId = TransactionID("sent\(number)") }
    return message
  }

  private static func state(of store: any LocalStore) async throws -> [[UInt8]] {
    var all: [Any] = [
      try await store.drafts(), try await store.draftHistory(for: nil, limit: 1_000),
      try await store.outbox(),
      try await store.cachedChannels(from: 0, limit: 2), try await store.cachedChannels(from: 1, limit: 9),
    ]
    if let token = try await store.eventToken() { all.append(token.rawValue) }
    if let session = try await store.session() { all.append(session) }
    for number in 0..<3 {
      let channel = ChannelID("c\(number)")
      all.append(try await store.cachedMessages(in: channel, limit: 4))
      all.append(try await store.cachedMessage("sent3", in: channel).map { [$0] } ?? [])
      for parent in [nil, "m0", "m1"] as [MessageID?] {
        let key = DraftKey(channelId: channel, parentId: parent)
        all.append(try await store.draft(for: key).map { [$0] } ?? [])
        all.append(try await store.draftHistory(for: key, limit: 3))
      }
    }
    return all.map(exact)
  }

  @Test(
    "Random batches give the same as the naive model", arguments: StoreFixtures.allCases,
    0..<(isSoak ? 12 : 4))
  func model(fixtures: StoreFixtures, run: Int) async throws {
    let fixture = try await fixtures.make()
    let model = NaiveStore()
    let seed = TestSeed.value &+ UInt64(run)
    var generator = SeededGenerator(seed: seed)
    var step = 0
    for _ in 0..<40 {
      var batch: [StoreChange] = []
      for _ in 0...generator.below(6) {
        step += 1
        batch.append(Self.change(&generator, step: step))
      }
      try await fixture.store.perform(batch)
      try await model.perform(batch)
      let (found, expected) = (try await Self.state(of: fixture.store), try await Self.state(of: model))
      guard found == expected else {
        Issue.record("\(batch) left it otherwise than the model, seed \(TestSeed.value), run \(run)")
        return
      }
    }
    let expected = try await Self.state(of: model)
    for try await store in fixture.lives { #expect(try await Self.state(of: store) == expected) }
  }
}
