import ChatControllers
import ChatDomain
import InMemoryService
import Measuring

/// The list controllers of a person in thousands of channels.
enum ListRows {
  static func all() -> [Contest] {
    let worlds = [100, 10_000].map { count in
      (count: count, world: Once { try await ManyChannels(count: count) })
    }
    func row(
      _ name: String, _ make: @escaping (Once<ManyChannels>) -> Contestant.Run
    ) -> Contest {
      Contest(
        group: "lists", name: name,
        contestants: worlds.map { count, world in
          Contestant(name: "\(count) channels, a draft in each", run: make(world))
        })
    }
    return [
      row("open the list: the first page of 50 channels with their drafts") { world in
        { stopwatch in
          let list = ChannelListController(client: try await world().client)
          try await stopwatch.measureWaiting { try await list.synchronize() }
          stopwatch.keep(list.count)
        }
      },
      row("a message arrives, and its channel goes to the top of all of them") { world in
        let list = Once { try await world().fullList() }
        return { stopwatch in
          let (world, list) = (try await world(), try await list())
          try await stopwatch.measureWaiting {
            let message = try await world.send()
            while list[0]?.lastMessage?.id != message.id { await Task.yield() }
          }
          stopwatch.keep(list.count)
        }
      },
      row("open the list on a device that keeps all of it") { world in
        let list = Once { try await world().fullList() }
        return { stopwatch in
          let kept = try await list().count
          let list = ChannelListController(client: try await world().client)
          try await stopwatch.measureWaiting { try await list.synchronize() }
          stopwatch.keep(list.count &+ kept)
        }
      },
      row("a keystroke in one of the drafts, all of which are listed twice") { world in
        let list = Once { try await world().fullList() }
        let drafts = Once { try await world().client.currentUserController() }
        return { stopwatch in
          let (world, list, drafts) = (try await world(), try await list(), try await drafts())
          let key = ManyChannels.key(world.count / 2)
          let draft = try world.client.messageDraft(for: key, channelType: .group)
          try await stopwatch.measureWaiting {
            try draft.insertText(offset: 5, text: "x")
            try await world.client.flush()
          }
          precondition(drafts.draftMessages.count == world.count, "a draft is missing in the list")
          stopwatch.keep(list.count)
          try draft.removeText(offset: 5, length: 1)
          try await world.client.flush()
        }
      },
    ]
  }
}
