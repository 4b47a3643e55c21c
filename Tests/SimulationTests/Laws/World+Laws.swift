import ChatDomain

@testable import ChatControllers

extension World {
  /// Everything that does not hold at the end.
  func violations() async -> [String] {
    var found: [String] = devices.flatMap(\.sendings.trouble)
    let history = await History(of: self)
    found += sendingLaws(history)
    found += orderLaws(history)
    found += await draftLaws()
    found += await wordLaws(history)
    found += mentionLaws(history)
    found += await viewLaws(history)
    found += await readingLaws(history)
    found += threadLaws(history)
    found += await threadListLaws()
    return found
  }
}

/// Everything that the service has at the end, as each person sees it.
struct History {
  /// For each person: all messages of all channels and threads.
  var seen: [UserID: [Message]] = [:]

  init(of world: World) async {
    for person in world.people {
      var all: [Message] = []
      for channel in world.channels {
        let shown = await world.messages(in: channel, for: person)
        all += shown
        for parent in shown where parent.threadInfo != nil {
          all += await world.messages(in: channel, under: parent.id, for: person).filter {
            !$0.isShownInChannel
          }
        }
      }
      seen[person.user.id] = all
    }
  }

  /// A person's own messages, by the transaction that sent them.
  func sent(by user: UserID) -> [Message] {
    seen[user, default: []].filter { $0.author.id == user && $0.kind == .regular }
  }
}
