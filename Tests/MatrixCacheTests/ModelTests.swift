import ChatDomain
import TestSupport
import Testing

@testable import MatrixService

/// Applies random changes to a cache and to a model, and compares the results of all queries.
@Suite("The cache compared with a model")
struct ModelTests {
  static let rooms: [ChannelID] = ["!a", "!b"]
  static let users: [UserID] = ["@ann:s", "@ben:s", "@cem:s"]
  static let texts = ["alpha beta", "beta gamma", "Álpha 漢字", "gamma-delta", ""]
  /// Few ids, so that events replace and relate to each other; two of them look alike.
  static let ids: [MessageID] = (0..<30).map { MessageID("$\($0)") } + ["$é", "$e\u{301}", "", "\0"]

  @Test("Random operations and rollbacks", arguments: 0..<8)
  func agreement(run: Int) throws {
    let seed = TestSeed.value &+ UInt64(run)
    var generator = SeededGenerator(seed: seed)
    let folder = try CacheFolder()
    var cache = try run.isMultiple(of: 2) ? folder.open() : Samples.cache()
    var model = CacheModel()
    var most = 0
    for step in 0..<250 {
      let comment: Comment = "step \(step), seed \(seed)"
      if generator.percent(30) {
        try fail(cache, model, &generator)
      } else {
        try change(cache, &model, &generator, comment)
      }
      if generator.percent(2), !cache.isInMemory { cache = try folder.open() }
      if generator.percent(1) { cache.continueInMemory() }
      try compare(cache, model, &generator, comment)
      most = max(most, model.entries.count)
    }
    // At the end a room may have been removed.
    #expect(most > 5)
  }

  /// Makes some changes in a transaction that is rolled back.
  private func fail(
    _ cache: MatrixCache, _ model: CacheModel, _ generator: inout SeededGenerator
  ) throws {
    var other = model
    let ours = CacheFault.failed(code: -1, message: "taken back")
    do throws(CacheFault) {
      try cache.transaction { () throws(CacheFault) in
        do {
          for _ in 0..<generator.below(4) { try change(cache, &other, &generator, "in a transaction") }
        } catch {
          throw error as? CacheFault ?? .failed(code: -2, message: "\(error)")
        }
        throw ours
      }
    } catch {
      #expect(error == ours)
    }
  }

  private func event(_ generator: inout SeededGenerator, _ model: CacheModel) -> CachedEvent {
    let room = generator.one(of: Self.rooms)
    let slices = model.slices.filter { $0.room == room }.map(\.id)
    let maybe = { (chance: Int, generator: inout SeededGenerator) in
      generator.percent(chance) ? generator.one(of: Self.ids) : nil
    }
    return Samples.event(
      generator.one(of: Self.ids), at: generator.percent(5) ? .max : UInt64(generator.below(40)), in: room,
      slice: slices.isEmpty || generator.percent(20) ? nil : generator.one(of: slices),
      kind: generator.one(of: CachedEvent.Kind.allCases), isShown: generator.percent(80),
      isCounted: generator.percent(80), isInChannel: generator.percent(80), under: maybe(30, &generator),
      about: maybe(30, &generator), quoting: maybe(20, &generator), by: generator.one(of: Self.users),
      mentionsMe: generator.percent(30),
      sentAs: generator.percent(20) ? TransactionID("t\(generator.below(3))") : nil,
      bytes: [UInt8](repeating: UInt8(generator.below(256)), count: generator.below(20)))
  }

  private func change(
    _ cache: MatrixCache, _ model: inout CacheModel, _ generator: inout SeededGenerator, _ comment: Comment
  ) throws {
    let room = generator.one(of: Self.rooms)
    let slices = model.slices
    switch generator.below(100) {
    case ..<55:
      for _ in 0...generator.below(4) {
        let event = event(&generator, model)
        if try cache.events.isUnknown(event.id, in: event.room), generator.percent(70) {
          let text = generator.percent(70) ? generator.one(of: Self.texts) : nil
          try cache.events.add(event, findableBy: text)
          model.save(event)
          model.index(event.id, in: event.room, text: text ?? "")
          continue
        }
        try cache.events.save(event)
        model.save(event)
      }
    case ..<70:
      let (id, text) = (generator.one(of: Self.ids), generator.one(of: Self.texts))
      try cache.words.setText(of: id, in: room, to: text)
      model.index(id, in: room, text: text)
    case ..<78:
      let before = generator.percent(50) ? "b\(generator.below(9))" : nil
      let made = try cache.slices.make(in: room, before: before, after: nil, isLive: generator.percent(40))
      model.add(made)
    case ..<82 where !slices.isEmpty:
      var slice = generator.one(of: slices)
      (slice.after, slice.isLive) = ("a\(generator.below(9))", generator.percent(50))
      try cache.slices.save(slice)
      model.save(slice)
    case ..<87 where slices.count > 1:
      let (older, newer) = (generator.one(of: slices), generator.one(of: slices))
      guard older.id != newer.id else { return }
      #expect(try cache.slices.join(older, to: newer) == model.join(older, to: newer), comment)
    case ..<90 where !slices.isEmpty:
      let slice = generator.one(of: slices)
      try cache.slices.drop(slice)
      model.drop(slice)
    case ..<94:
      let thread = CachedThread(
        room: room, root: generator.one(of: Self.ids),
        latest: generator.percent(80) ? Timetoken(UInt64(generator.below(20))) : nil,
        changed: Timetoken(7), isParticipating: generator.percent(70), isComplete: generator.percent(70),
        before: nil,
        serverCount: nil)
      try cache.threads.save(thread)
      model.save(thread)
    case ..<99:
      let count = generator.below(12)
      #expect(
        try cache.trimmer.trim(room, keeping: count, before: "cut")
          == model.trim(room, keeping: count, before: "cut"),
        comment)
    default:
      try cache.rooms.remove(room)
      model.removeRoom(room)
    }
  }

  private func compare(
    _ cache: MatrixCache, _ model: CacheModel, _ generator: inout SeededGenerator, _ comment: Comment
  ) throws {
    let (room, id) = (generator.one(of: Self.rooms), generator.one(of: Self.ids))
    #expect(try cache.events.event(id, in: room) == model.event(id, in: room), comment)
    #expect(try cache.events.isUnknown(id, in: room) == model.isUnheardOf(id, in: room), comment)
    #expect(
      try cache.events.relations(of: id, in: room) == model.events(in: room) { $0.target?.bytes == id.bytes },
      comment)
    #expect(
      try cache.events.latest(in: room) == model.events(in: room) { $0.isShown && $0.isInChannel }.last,
      comment)
    let user = generator.one(of: Self.users)
    #expect(
      try cache.events.event(sentAs: "t1", by: user, in: room)
        == model.events(in: room) { $0.transactionId == "t1" && $0.sender == user }.first, comment)

    let token = generator.percent(10) ? Timetoken(UInt64.max) : Timetoken(UInt64(generator.below(40)))
    let slices = model.slices(of: room)
    #expect(try cache.slices.of(room) == slices, comment)
    for slice in slices {
      let bounds = try cache.slices.bounds(of: slice.id)
      #expect(bounds?.lowest == model.tokens(of: slice.id).min(), comment)
      #expect(bounds?.highest == model.tokens(of: slice.id).max(), comment)
    }
    let places = [.thread(id, in: room)] + slices.map { EventList.slice($0.id, in: room) }
    for window in [.newest, .oldest, .before(token), .after(token)] as [EventWindow] {
      let (place, limit) = (generator.one(of: places), 1 + generator.below(8))
      #expect(
        try cache.events.page(place, window, limit: limit) == model.page(place, window, limit: limit), comment
      )
    }
    for root in [nil, id] {
      for start in [nil, token] {
        let count = try cache.events.count(in: room, under: root, after: start, notBy: user)
        #expect(
          [count.all, count.mentions] == model.count(in: room, under: root, after: start, notBy: user),
          comment)
      }
    }
    let repliers = model.repliers(of: id, in: room)
    #expect(try cache.threads.repliers(of: id, in: room) == repliers, comment)
    let thread = model.threads.first { $0.room == room && $0.root.bytes == id.bytes }
    #expect(try cache.threads.thread(id, in: room) == thread, comment)

    let sought = generator.one(of: ["al", "beta", "gamma b", "漢", "delta", "gamma-d", "-", "eta"])
    let (within, after) = (generator.percent(50) ? room : nil, generator.percent(50) ? (token, id) : nil)
    let limit = 1 + generator.below(10)
    #expect(
      try cache.events.search(sought, in: within, before: after, limit: limit)
        == model.search(sought, in: within, before: after, limit: limit), comment)
  }
}
