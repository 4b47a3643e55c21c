import ChatDomain
import Foundation
import MatrixService
import Measuring

/// Common actions with many rooms, many members and a long history, compared with a tenth and a hundredth of each.
enum ScaleRows {
  private static let roomCounts = [2000, 200]
  private static let peopleCounts = [50_000, 5_000, 500]
  private static let messageCounts = [100_000, 10_000, 1_000]

  private static func contest(
    _ name: String, _ sizes: [Int], _ unit: String, limit: Double, fewest: Int = 9,
    _ run: @escaping @MainActor (Int, Stopwatch) async throws -> Void
  ) -> Contest {
    Contest(
      group: "an account as large as they come", name: name, limit: limit, fewest: fewest,
      contestants: sizes.map { size in
        Contestant(name: "\(size) \(unit)") { try await run(size, $0) }
      })
  }

  // MARK: Rooms

  private static func opening() -> Contest {
    let kept = roomCounts.map { rooms in
      (
        rooms,
        Once {
          let account = try ReadyAccount(answers: [AccountAnswers(rooms: rooms).first()])
          _ = try await account.service.channels(ListQuery(limit: 50))
          await account.service.close()
          return account.folder
        }
      )
    }
    return contest("opening, to the list of 50", roomCounts, "rooms", limit: 100e6) { rooms, stopwatch in
      guard let folder = try await kept.first(where: { $0.0 == rooms })?.1() else { return }
      let account = try ReadyAccount(folder: folder, answers: [])
      var count = 0
      try await stopwatch.measureWaiting {
        count = try await account.service.channels(ListQuery(limit: 50)).elements.count
      }
      stopwatch.keep(count)
      await account.service.close()
    }
  }

  private static func event() -> Contest {
    contest("a message in one of them, processor", roomCounts, "rooms", limit: 2e6) { rooms, stopwatch in
      let answers = AccountAnswers(rooms: rooms)
      let account = try ReadyAccount(answers: [answers.first()])
      _ = try await account.service.currentEventToken()
      let before = processorTime()
      for number in 0..<20 {
        account.transport.push(answers.later(number + 2, events: 1, in: 1, from: 10_000 + number).bytes)
        _ = try await account.service.currentEventToken()
      }
      stopwatch.take((processorTime() - before) / 20)
      try await account.end()
    }
  }

  private static func switching() -> Contest {
    contest("going to another one, to its last messages", roomCounts, "rooms", limit: 20e6) {
      rooms, stopwatch in
      let account = try ReadyAccount(answers: [AccountAnswers(rooms: rooms).first()])
      _ = try await account.service.currentEventToken()
      var count = 0
      try await stopwatch.measureWaiting {
        let query = MessageQuery(channelId: ChannelID(AccountAnswers.room(rooms / 2)), limit: 1)
        count = try await account.service.messages(query).elements.count
      }
      stopwatch.keep(count)
      try await account.end()
    }
  }

  /// The first page of the list again, as after each reconnection.
  private static func listing() -> Contest {
    let accounts = roomCounts.map { rooms in
      (
        rooms,
        Once {
          let account = try ReadyAccount(answers: [AccountAnswers(rooms: rooms).first()])
          _ = try await account.service.channels(ListQuery(limit: 50))
          return account
        }
      )
    }
    return contest("the list of 50 once more", roomCounts, "rooms", limit: 20e6) { rooms, stopwatch in
      guard let account = try await accounts.first(where: { $0.0 == rooms })?.1() else { return }
      var count = 0
      try await stopwatch.measureWaiting {
        count = try await account.service.channels(ListQuery(limit: 50)).elements.count
      }
      stopwatch.keep(count)
    }
  }

  /// With the inbox loaded, messages that do not belong in it.
  private static func besideInbox() -> Contest {
    contest("a message beside the inbox, processor", [500, 5], "in it", limit: 2e6) { items, stopwatch in
      let answers = AccountAnswers(rooms: 20)
      let account = try ReadyAccount(answers: [answers.first()])
      _ = try await account.service.currentEventToken()
      // Every sixth one mentions the user.
      account.transport.push(answers.later(2, events: items * 6, in: 1, from: 10_000).bytes)
      let count = try await account.service.inbox(InboxQuery()).unreadCount
      precondition(count >= items)
      let before = processorTime()
      for number in 0..<20 {
        account.transport.push(
          answers.later(number + 3, events: 1, in: 1, from: 100_000 + 6 * number).bytes)
        _ = try await account.service.currentEventToken()
      }
      stopwatch.take((processorTime() - before) / 20)
      stopwatch.keep(count)
      try await account.end()
    }
  }

  // MARK: People

  /// An account that has loaded all members of a large room before.
  private static func openingCrowd() -> Contest {
    let kept = peopleCounts.map { people in
      (
        people,
        Once {
          let account = try await crowd(people)()
          await account.service.close()
          return account.folder
        }
      )
    }
    return contest("opening, with all who are in a room", peopleCounts, "people", limit: 100e6) {
      people, stopwatch in
      guard let folder = try await kept.first(where: { $0.0 == people })?.1() else { return }
      let account = try ReadyAccount(folder: folder, answers: [])
      var count = 0
      try await stopwatch.measureWaiting {
        count = try await account.service.channels(ListQuery(limit: 50)).elements.count
      }
      stopwatch.keep(count)
      await account.service.close()
    }
  }

  /// The first letter of a mention, which requests all members: once with none of them known, and once with most.
  private static func completing(isKnown: Bool) -> Contest {
    contest(
      isKnown ? "the first letter after a restart, processor" : "the first letter ever, processor",
      peopleCounts, "people", limit: 2e9, fewest: 3
    ) { people, stopwatch in
      let answers = AccountAnswers(rooms: 1, people: people)
      var account = try ReadyAccount(answers: [answers.first()], members: answers.members(of: 0, people))
      let room = ChannelID(AccountAnswers.room(0))
      if isKnown {
        _ = try await account.service.users(matching: "a", in: .members(of: room), limit: 10)
        await account.service.close()
        account = try ReadyAccount(
          folder: account.folder, answers: [], members: answers.members(of: 0, people))
      }
      _ = try await account.service.currentEventToken()
      let before = processorTime()
      stopwatch.keep(try await account.service.users(matching: "re", in: .members(of: room), limit: 10).count)
      stopwatch.take(processorTime() - before)
      try await account.end()
    }
  }

  /// A message in a large room, and the next letter of a mention after a member changed their name.
  private static func crowdEvent(_ name: String, letter: Bool, limit: Double) -> Contest {
    let accounts = peopleCounts.map { ($0, Self.crowd($0)) }
    let number = Number()
    return contest(name, peopleCounts, "people", limit: limit) { people, stopwatch in
      guard let account = try await accounts.first(where: { $0.0 == people })?.1() else { return }
      let answers = AccountAnswers(rooms: 1, people: people)
      let room = ChannelID(AccountAnswers.room(0))
      number.value += 1
      account.transport.push(
        letter
          ? answers.renamed(7, in: 0, number: number.value)
          : answers.later(number.value + 2, events: 1, in: 1, from: 200_000 + 6 * number.value).bytes)
      if letter { _ = try await account.service.currentEventToken() }
      let before = processorTime()
      if letter {
        stopwatch.keep(
          try await account.service.users(matching: "re", in: .members(of: room), limit: 10).count)
      } else {
        _ = try await account.service.currentEventToken()
      }
      stopwatch.take(processorTime() - before)
    }
  }

  private final class Number {
    var value = 0
  }

  /// The first letter requests all members; only the letters after it are measured.
  private static func suggesting() -> Contest {
    let accounts = peopleCounts.map { ($0, Self.crowd($0)) }
    return contest("suggesting people, a letter", peopleCounts, "people", limit: 20e6) { people, stopwatch in
      guard let account = try await accounts.first(where: { $0.0 == people })?.1() else { return }
      let room = ChannelID(AccountAnswers.room(0))
      var count = 0
      try await stopwatch.measureWaiting {
        count = try await account.service.users(matching: "re", in: .members(of: room), limit: 10).count
      }
      stopwatch.keep(count)
    }
  }

  private static func members() -> Contest {
    let accounts = peopleCounts.map { ($0, Self.crowd($0)) }
    return contest("a page of the members", peopleCounts, "people", limit: 50e6) { people, stopwatch in
      guard let account = try await accounts.first(where: { $0.0 == people })?.1() else { return }
      let room = ChannelID(AccountAnswers.room(0))
      var count = 0
      try await stopwatch.measureWaiting {
        count = try await account.service.members(of: room, ListQuery(limit: 50)).elements.count
      }
      precondition(count == 50)
      stopwatch.keep(count)
    }
  }

  private static func crowd(_ people: Int) -> Once<ReadyAccount> {
    Once {
      let answers = AccountAnswers(rooms: 1, people: people)
      let account = try ReadyAccount(answers: [answers.first()], members: answers.members(of: 0, people))
      let room = ChannelID(AccountAnswers.room(0))
      _ = try await account.service.users(matching: "a", in: .members(of: room), limit: 10)
      return account
    }
  }

  // MARK: Messages

  private static func history(_ messages: Int) -> Once<ReadyAccount> {
    Once {
      let answers = AccountAnswers(rooms: 1)
      let account = try ReadyAccount(answers: [answers.first()])
      _ = try await account.service.currentEventToken()
      for start in stride(from: 0, to: messages, by: 10_000) {
        let count = min(10_000, messages - start)
        account.transport.push(answers.later(start + 2, events: count, in: 1, from: 10_000 + start).bytes)
        _ = try await account.service.currentEventToken()
      }
      return account
    }
  }

  private static func searching() -> Contest {
    let accounts = messageCounts.map { ($0, history($0)) }
    return contest("searching two words", messageCounts, "messages", limit: 50e6) { messages, stopwatch in
      guard let account = try await accounts.first(where: { $0.0 == messages })?.1() else { return }
      var count = 0
      try await stopwatch.measureWaiting {
        count = try await account.service.search(SearchQuery(text: "the re", limit: 20)).elements.count
      }
      stopwatch.keep(count)
    }
  }

  private static func scrolling() -> Contest {
    let accounts = messageCounts.map { ($0, history($0)) }
    return contest("a page of messages", messageCounts, "messages", limit: 20e6) { messages, stopwatch in
      guard let account = try await accounts.first(where: { $0.0 == messages })?.1() else { return }
      var count = 0
      try await stopwatch.measureWaiting {
        let query = MessageQuery(channelId: ChannelID(AccountAnswers.room(0)), limit: 50)
        count = try await account.service.messages(query).elements.count
      }
      precondition(count == 50)
      stopwatch.keep(count)
    }
  }

  static let all: [() -> Contest] = [
    { opening() }, { listing() }, { event() }, { besideInbox() }, { switching() },
    { openingCrowd() }, { completing(isKnown: false) }, { completing(isKnown: true) }, { suggesting() },
    { crowdEvent("a letter after somebody is called otherwise, processor", letter: true, limit: 20e6) },
    { crowdEvent("a message in their room, processor", letter: false, limit: 2e6) }, { members() },
    { searching() }, { scrolling() },
  ]
}
