import ChatDomain
import InMemoryService
import Testing

@Suite("Finding people and channels by name")
struct NameSearchTests {
  private static let words = [
    "Ann", "Anna", "Éloïse", "Straße", "O'Neil", "van", "Łukasz", "李", "小龍", "Zoë", "e", "a-b", "АННА", "ﬁn",
    "42",
    "", " ", "José", "İpek",
  ]

  private static func person(_ number: Int, _ generator: inout SeededGenerator) -> User {
    let parts = (0..<below(4, &generator)).map { _ in pick(words, &generator) }
    let id = below(3, &generator) == 0 ? "\(pick(words, &generator))\(number)" : "user-\(number)"
    return User(id: UserID(id), name: below(6, &generator) == 0 ? nil : parts.joined(separator: " "))
  }

  /// A part of a name or an id, so that most queries find something; sometimes in capitals or empty.
  private static func query(_ people: [User], _ generator: inout SeededGenerator) -> String {
    guard below(8, &generator) > 0, !people.isEmpty else {
      return pick(["", "xyzzy", "-", "é", "n"], &generator)
    }
    let person = pick(people, &generator)
    let text = below(2, &generator) == 0 ? person.name ?? "" : person.id.rawValue
    let piece = String(text.dropFirst(below(max(1, text.count), &generator)).prefix(1 + below(4, &generator)))
    return below(3, &generator) == 0 ? piece.uppercased() : piece
  }

  @Test("Members of a channel and all people are found as by a naive search")
  func service() async throws {
    var generator = SeededGenerator(seed: 9)
    var naive = NaiveNames()
    let service = InMemoryChatService(clock: ManualClock())
    for number in 0..<900 {
      let user = Self.person(number, &generator)
      naive.people[user.id] = user
      await service.add(user)
    }
    let all = naive.people.keys.sorted()
    let rooms: [(ChannelID, [UserID])] = [("few", Array(all.prefix(40))), ("many", Array(all.suffix(500)))]
    for (id, members) in rooms {
      try await service.load(
        [NewChannel(id: id, type: .group, members: members)], createdBy: members[0],
        at: Timestamp(seconds: 1))
    }
    let renamed = User(id: all[all.count - 1], name: "Anna Renamed")
    naive.people[renamed.id] = renamed
    await service.add(renamed)
    let people = naive.people.values.sorted { $0.id < $1.id }
    for _ in 0..<60 {
      let text = Self.query(people, &generator)
      for (id, members) in rooms {
        let device = await service.device(user: members[0], id: "d")
        let found = try await device.users(matching: text, in: .members(of: id), limit: 7).map(\.id)
        #expect(found == naive.best(text, limit: 7, among: Set(members).contains), "\(text) in \(id)")
      }
      let device = await service.device(user: all[0], id: "d")
      let found = try await device.users(matching: text, in: .everywhere, limit: 7).map(\.id)
      #expect(found == naive.best(text, limit: 7), "\(text)")
    }
  }

  @Test("A renamed channel is found by its new name only")
  func renamedChannel() async throws {
    let service = InMemoryChatService(clock: ManualClock())
    let device = await service.device(user: "ann", id: "d")
    _ = try await device.createChannel(NewChannel(id: "c1", name: "Old garden", type: .group))
    _ = try await device.createChannel(NewChannel(id: "c2", name: "Garden", type: .group))
    _ = try await device.update("c1", ChannelChange(name: "New yard"))
    #expect(try await device.channels(matching: "garden", limit: 9).map(\.id) == ["c2"])
    #expect(try await device.channels(matching: "yard", limit: 9).map(\.id) == ["c1"])
  }
}

private func below(_ bound: Int, _ generator: inout SeededGenerator) -> Int {
  Int(generator.next() % UInt64(bound))
}

private func pick<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value {
  values[below(values.count, &generator)]
}
