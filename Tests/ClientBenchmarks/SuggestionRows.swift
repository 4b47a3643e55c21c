import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import Measuring

/// Suggestions while a mention is typed, by number of members.
enum SuggestionRows {
  static func all() -> [Contest] {
    let crowds = [100, 10_000].map { count in (count: count, crowd: Once { try await Crowd(count: count) }) }
    func row(_ name: String, typed: String, source: UserSuggestionSource) -> Contest {
      Contest(
        group: "suggestions", name: name,
        note: "linear in their bytes, and what is typed first soon has enough", fewest: 7,
        contestants: crowds.map { count, crowd in
          Contestant(name: "\(count) people") { stopwatch in
            let draft = try await crowd().draft(typed, source: source)
            let future = draft.suggestedMentions
            var found: [SuggestedMention] = []
            try await stopwatch.measureWaiting { found = try await future.async() }
            precondition(!found.isEmpty, "nobody fits \(typed)")
            stopwatch.keep(found.count)
          }
        })
    }
    return [
      row("ten members of the channel for @", typed: "@", source: .channel),
      row("ten members of the channel for @ann", typed: "@ann", source: .channel),
      row("ten of all people for @ann", typed: "@ann", source: .global),
      row("the members for an id that one in a hundred has", typed: "@person-42", source: .channel),
    ]
  }
}

/// A channel with this many members, and a client of the first one.
private final class Crowd {
  private static let id: ChannelID = "everybody"
  private let client: ChatClient

  init(count: Int) async throws {
    let service = InMemoryChatService(clock: ManualClock())
    let first = ["Ann", "Bob", "Carla", "Dave", "Emma", "Zoë", "José", "Łukasz", "Mia", "Olga", "Li", "Yuki"]
    let last = ["Smith", "Miller", "Jones", "Garcia", "Müller", "Novak", "Silva", "Hansen", "Tanaka", "Khan"]
    let people = (0..<count).map { number in
      User(
        id: UserID("person-\(number)"),
        name: "\(first[number % first.count]) \(last[number / first.count % last.count])")
    }
    for person in people { await service.add(person) }
    try await service.load(
      [NewChannel(id: Self.id, type: .group, members: people.map(\.id))], createdBy: "person-1",
      at: Timestamp(seconds: 1_600_000_000))
    let device = await service.device(user: "person-1", id: "desk")
    client = ChatClient(service: device, store: InMemoryStore(), clock: service.clock)
  }

  func draft(_ text: String, source: UserSuggestionSource) throws -> MessageDraft {
    let draft = try client.messageDraft(
      for: DraftKey(channelId: Self.id), channelType: .group, userSuggestionSource: source)
    draft.update(text: text)
    draft.utf8Caret = text.utf8.count
    return draft
  }
}
