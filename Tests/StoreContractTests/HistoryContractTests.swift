import ChatDomain
import DraftEngine
import Testing

@Suite("The history in a store")
struct HistoryContractTests {
  private func texts(_ entries: [DraftHistoryEntry]) -> [String] { entries.map(\.elements.text) }

  @Test("Every entry round-trips with its reason", arguments: StoreFixtures.allCases)
  func everyField(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let elements = Samples.fullDraft(Samples.thread).content.elements
    let entries = DraftHistoryEntry.Reason.allCases.enumerated().map { number, reason in
      DraftHistoryEntry(
        key: Samples.thread, elements: elements, reason: reason, at: Timestamp(microseconds: Int64(number)))
    }
    try await fixture.store.perform(entries.map { .addHistory($0) })
    for try await store in fixture.lives {
      let found = try await store.draftHistory(for: Samples.thread, limit: 100)
      #expect(exact(found) == exact(Array(entries.reversed())))
    }
  }

  @Test(
    "The latest comes first, at equal times the one added last",
    arguments: StoreFixtures.allCases)
  func order(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for (text, at) in [("one", 1), ("three a", 3), ("two", 2), ("three b", 3)] as [(String, Int64)] {
      try await fixture.perform(.addHistory(Samples.history(text, at: at)))
    }
    for try await store in fixture.lives {
      #expect(
        try await texts(store.draftHistory(for: nil, limit: 9)) == ["three b", "three a", "two", "one"])
      #expect(try await texts(store.draftHistory(for: nil, limit: 2)) == ["three b", "three a"])
      #expect(try await store.draftHistory(for: nil, limit: 0).isEmpty)
    }
  }

  @Test("The same text twice is two entries", arguments: StoreFixtures.allCases)
  func doubles(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let entry = Samples.history("again", at: 1)
    try await fixture.perform(.addHistory(entry), .addHistory(entry))
    for try await store in fixture.lives {
      #expect(try await store.draftHistory(for: nil, limit: 9) == [entry, entry])
    }
  }

  @Test("The history is read for one draft, or with nil for all", arguments: StoreFixtures.allCases)
  func perDraft(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let other = DraftKey(channelId: "other")
    for (number, key) in [Samples.general, Samples.thread, other, Samples.general].enumerated() {
      try await fixture.perform(.addHistory(Samples.history("\(number)", of: key, at: Int64(number))))
    }
    for try await store in fixture.lives {
      #expect(try await texts(store.draftHistory(for: Samples.general, limit: 9)) == ["3", "0"])
      #expect(try await texts(store.draftHistory(for: Samples.general, limit: 1)) == ["3"])
      #expect(try await texts(store.draftHistory(for: Samples.thread, limit: 9)) == ["1"])
      #expect(try await texts(store.draftHistory(for: nil, limit: 3)) == ["3", "2", "1"])
    }
  }

  @Test("Trimming removes older entries and keeps those of the exact age", arguments: StoreFixtures.allCases)
  func trimByAge(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for at in 1...5 { try await fixture.perform(.addHistory(Samples.history("\(at)", at: Int64(at)))) }
    let age = Samples.time(5) - Samples.time(3)
    try await fixture.perform(.trimHistory(HistoryLimits(count: 100, age: age, now: Samples.time(5))))
    for try await store in fixture.lives {
      #expect(try await texts(store.draftHistory(for: nil, limit: 9)) == ["5", "4", "3"])
    }
  }

  @Test("A jump of the clock in either direction does not age entries", arguments: StoreFixtures.allCases)
  func trimAfterJumps(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let (day, now) = (Duration.seconds(24 * 3600), Timestamp(seconds: 1_795_176_000))
    let times = [
      now, Timestamp(seconds: 0), now + day, now + (.zero - day * 30), now + day, now + day * 400, now + day,
    ]
    for (number, time) in times.enumerated() {
      try await fixture.perform(
        .addHistory(
          DraftHistoryEntry(
            key: Samples.general, elements: [.plainText(text: "\(number)")], reason: .cleared, at: time)))
    }
    for present in times {
      try await fixture.perform(.trimHistory(HistoryLimits(count: 100, age: day * 7, now: present)))
    }
    for try await store in fixture.lives {
      #expect(try await Set(texts(store.draftHistory(for: nil, limit: 9))) == Set((0..<7).map { "\($0)" }))
    }
  }

  @Test(
    "Beyond a number trimming removes the entries added first, across all drafts",
    arguments: StoreFixtures.allCases)
  func trimByNumber(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for (number, at) in [4, 1, 3, 5, 2].enumerated() {
      let key = number.isMultiple(of: 2) ? Samples.general : Samples.thread
      try await fixture.perform(.addHistory(Samples.history("\(at)", of: key, at: Int64(at))))
    }
    try await fixture.perform(.trimHistory(HistoryLimits(count: 3, now: Samples.time(0))))
    for try await store in fixture.lives {
      #expect(try await texts(store.draftHistory(for: nil, limit: 9)) == ["5", "3", "2"])
    }
    try await fixture.perform(.trimHistory(HistoryLimits(count: 0, now: Samples.time(0))))
    #expect(try await fixture.store.draftHistory(for: nil, limit: 9).isEmpty)
  }

  @Test("Trimming leaves drafts alone", arguments: StoreFixtures.allCases)
  func trimKeepsDrafts(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .saveDraft(Samples.draft()), .trimHistory(HistoryLimits(count: 0, now: Samples.time(1_000))),
      .forgetHistory(nil))
    for try await store in fixture.lives { #expect(try await store.drafts().count == 1) }
  }

  @Test(
    "Entries moved to another place are merged there by time, and found only there",
    arguments: StoreFixtures.allCases)
  func moving(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let local = DraftKey(channelId: "general", parentId: "t1")
    try await fixture.perform(
      .addHistory(Samples.history("one", of: local, at: 1)),
      .addHistory(Samples.history("two", of: Samples.thread, at: 2)),
      .addHistory(Samples.history("two more", of: local, at: 2)),
      .addHistory(Samples.history("elsewhere", of: Samples.general, at: 3)),
      .moveHistory(from: local, to: Samples.thread), .moveHistory(from: local, to: Samples.general))
    for try await store in fixture.lives {
      #expect(
        try await texts(store.draftHistory(for: Samples.thread, limit: 9)) == ["two more", "two", "one"])
      #expect(try await store.draftHistory(for: local, limit: 9).isEmpty)
      #expect(try await texts(store.draftHistory(for: Samples.general, limit: 9)) == ["elsewhere"])
    }
    // Entries added there later belong to that place again.
    try await fixture.perform(.addHistory(Samples.history("late", of: local, at: 9)))
    #expect(try await texts(fixture.store.draftHistory(for: local, limit: 9)) == ["late"])
  }

  @Test("One text can be forgotten, in one place, to the byte", arguments: StoreFixtures.allCases)
  func forgettingOneText(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let secret = Samples.history("caf\u{E9}", of: Samples.general, at: 1)
    var sent = Samples.history("caf\u{E9}", of: Samples.general, at: 4)
    sent.reason = .sent
    try await fixture.perform(
      .addHistory(secret), .addHistory(Samples.history("cafe\u{301}", of: Samples.general, at: 2)),
      .addHistory(Samples.history("caf\u{E9}", of: Samples.thread, at: 3)), .addHistory(sent),
      .forgetHistory(Samples.general, only: secret.elements))
    for try await store in fixture.lives {
      let left = try await store.draftHistory(for: nil, limit: 9)
      #expect(left.map(\.key) == [Samples.thread, Samples.general])
      #expect(left.map { $0.elements.text.utf8.count } == [5, 6])
    }
    try await fixture.perform(.forgetHistory(nil, only: secret.elements))
    for try await store in fixture.lives {
      #expect(try await store.draftHistory(for: nil, limit: 9).map(\.key) == [Samples.general])
    }
  }

  @Test("The history of one draft or of all can be forgotten", arguments: StoreFixtures.allCases)
  func forgetting(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .addHistory(Samples.history("channel", of: Samples.general, at: 1)),
      .addHistory(Samples.history("thread", of: Samples.thread, at: 2)),
      .forgetHistory(Samples.general))
    for try await store in fixture.lives {
      #expect(try await texts(store.draftHistory(for: nil, limit: 9)) == ["thread"])
    }
    try await fixture.perform(
      .addHistory(Samples.history("new", of: Samples.general, at: 3)), .forgetHistory(nil))
    #expect(try await fixture.store.draftHistory(for: nil, limit: 9).isEmpty)
  }
}
