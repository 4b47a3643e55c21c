import ChatControllers
import ChatDomain
import ChatPlatform
import DraftEngine
import InMemoryService

let clock = RunningClock()
let service = InMemoryChatService(clock: clock)
await service.add(User(id: "alex_d", name: "Alex"))
let laptop = await service.device(user: "mia", id: "laptop")
_ = try await laptop.createChannel(NewChannel(id: "general", type: .group, members: ["alex_d"]))
let client = ChatClient(service: laptop, store: InMemoryStore(), clock: clock, files: DiskFiles())
try await client.start()
let channel = client.channelController(for: "general")
try await channel.synchronize()

// The async form of each call: also without a type annotation it is awaited and returns a result.
let draft = try channel.createMessageDraft()
draft.update(text: "a draft")
let timetoken = try await draft.send()
let plain = try await channel.createNewMessage(text: "plain")
let rich = try await channel.createNewMessage(elements: [.plainText(text: "rich")])
let message = client.messageController(for: rich, in: "general")
try await message.editMessage(text: "edited")
try await message.createNewReply(text: "a reply")
try await client.messageController(for: plain, in: "general").deleteMessage()
draft.update(text: "not sent")
let user = client.currentUserController()
let drafts = try await user.loadDraftMessages()
let more = try await user.loadMoreDraftMessages()
print("async:", drafts.map(\.text), more.count)

// The form with a completion handler.
draft.update(text: "with a handler")
await withCheckedContinuation { answered in
  draft.send { result in
    print("send:", (try? result.get()).map { $0 > timetoken } ?? false)
    answered.resume()
  }
}
await withCheckedContinuation { answered in
  channel.createNewMessage(text: "") { result in
    // An empty message is rejected.
    if case .failure(let error) = result { print("createNewMessage:", error) }
    answered.resume()
  }
}
await withCheckedContinuation { answered in
  user.loadDraftMessages { result in
    print("loadDraftMessages:", (try? result.get())?.count ?? -1)
    answered.resume()
  }
}

/// In a synchronous function, a nil completion ignores the result.
@MainActor func sendLater() {
  message.editMessage(text: "edited later", completion: nil)
  draft.update(text: "later")
  draft.send(completion: nil)
}
sendLater()
try await client.stop()
