import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// The samples of seed 004. Parameters are values: a sample's `let params` is a `var` here. A message id is not a
/// number, and for a message that is not a reply `parentMessageId` is nil instead of 0. Languages are a list of
/// codes, as in the SDK itself. A file's bytes are `[UInt8]`, because our libraries do not use Foundation.
@Suite("Seed 004: create a message thread", .watched)
struct Seed004Tests {
  let world: SeedWorld
  let channel: ChannelController
  let parent: Message

  init() async throws {
    world = try await SeedWorld()
    try await world.start()
    parent = try await world.said("Who is in?", by: world.alex)
    channel = world.chatClient.channelController(for: "general")
    try await channel.synchronize()
  }

  @Test("Reply with a text message")
  func repliesWithText() async throws {
    // Create a UserMessageCreateParams object.
    var params = UserMessageCreateParams(message: "Me")
    params.parentMessageId = parent.id
    params.translationTargetLanguages = ["de", "fr"]
    params.mentionedMessageTemplate = "@{alex_d} Me"

    var sent: Message?
    channel.sendUserMessage(params: params) { message, error in
      guard error == nil else {
        Issue.record("\(String(describing: error))")
        return
      }

      // A reply to a specific message is successfully sent as a text message.
      sent = message
    }
    await settle { sent != nil }
    let reply = try #require(try await world.seen(under: parent.id).first)
    #expect(reply.id == sent?.id && reply.parentId == parent.id && reply.text == "Me")
    #expect(reply.extras.translationTargetLanguages == ["de", "fr"])
    #expect(reply.extras.mentionedMessageTemplate == "@{alex_d} Me")
  }

  @Test("Reply with a file message")
  func repliesWithFile() async throws {
    let file: [UInt8] = [1, 2, 3]
    // Create a FileMessageCreateParams object.
    var params = FileMessageCreateParams(file: file)
    params.parentMessageId = parent.id
    params.fileName = "notes.txt"
    params.mimeType = "text/plain"
    params.fileSize = 3
    // Parameters inherited from BaseMessageCreateParams.
    params.meta = ["page": .integer(3)]
    params.customPushData = ["sound": "bell"]
    params.translationTargetLanguages = ["de"]
    params.mentionedMessageTemplate = "@{alex_d}"

    var sent: Message?
    channel.sendFileMessage(params: params) { message, error in
      guard error == nil else {
        Issue.record("\(String(describing: error))")
        return
      }

      // A reply to a specific message is successfully sent as a file message.
      sent = message
    }
    await settle { sent != nil }
    let reply = try #require(try await world.seen(under: parent.id).first)
    let attached = try #require(reply.files.first)
    #expect(attached.name == "notes.txt" && attached.mimeType == "text/plain" && attached.size == 3)
    #expect(try await world.alex.download(attached.id, 0..<3) == file)
    #expect(
      reply.extras
        == MessageExtras(
          meta: ["page": .integer(3)], customPushData: ["sound": "bell"], translationTargetLanguages: ["de"],
          mentionedMessageTemplate: "@{alex_d}"))
  }

  // Not only for "more than two images or videos", as the document says above a sample with two files: any 2 to 30
  // files, as in the SDK itself.
  @Test("Reply with a multiple files message")
  func repliesWithFiles() async throws {
    var fileInfo1 = UploadableFileInfo(file: [1])
    fileInfo1.fileName = "one.png"
    fileInfo1.mimeType = "image/png"
    fileInfo1.fileSize = 1
    var fileInfo2 = UploadableFileInfo(file: [2, 2])
    fileInfo2.fileName = "two.png"
    fileInfo2.mimeType = "image/png"

    // Create a MultipleFilesMessageCreateParams object.
    var params = MultipleFilesMessageCreateParams(uploadableFileInfoList: [fileInfo1, fileInfo2])
    params.parentMessageId = parent.id
    var sent: Message?
    channel.sendMultipleFilesMessage(params: params) { message, error in
      guard error == nil else {
        Issue.record("\(String(describing: error))")
        return
      }
      // A reply to a specific message is successfully sent as a multiple files message.
      sent = message
    }
    await settle { sent != nil }
    let reply = try #require(try await world.seen(under: parent.id).first)
    #expect(reply.parentId == parent.id && reply.files.map(\.name) == ["one.png", "two.png"])

    // With the handler of the document's signature, each file is reported.
    var uploaded: [String?] = []
    try await channel.sendMultipleFilesMessage(
      params, fileUploadHandler: { _, _, info, error in if error == nil { uploaded.append(info.fileName) } })
    #expect(uploaded == ["one.png", "two.png"])
  }

  @Test("Only messages that are not replies can be replied to: threads are one level deep")
  func refusesReplyToReply() async throws {
    var params = UserMessageCreateParams(message: "Me")
    params.parentMessageId = parent.id
    let reply = try await channel.sendUserMessage(params)
    params.parentMessageId = reply.id
    await #expect(throws: OutboxError.failed(.refused(.replyToReply))) {
      try await channel.sendUserMessage(params)
    }
    // The parent of a reply is retrieved by its id.
    let parentId = try #require(reply.parentId)
    let retrieved = world.chatClient.messageController(for: parentId, in: reply.channelId)
    try await retrieved.synchronize()
    #expect(retrieved.message?.text == "Who is in?" && retrieved.replies.map(\.id) == [reply.id])
  }

  @Test("The delegate receives replies and changes of the thread, which apply() adopts")
  func tellsDelegate() async throws {
    let delegate = ThreadDelegate(parent)
    channel.delegate = delegate
    let reply = try await world.alex.send(
      NewMessage(
        transactionId: "a reply", channelId: "general", parentId: parent.id, markup: "Me too",
        isShownInChannel: false))
    await settle { delegate.received == ["Me too"] && delegate.message.threadInfo?.replyCount == 1 }
    #expect(delegate.message.threadInfo?.mostRepliedUsers.map(\.id) == ["alex_d"])
    #expect(delegate.message.threadInfo?.lastRepliedAt == reply.createdAt)
    // The same event again changes nothing.
    let last = try #require(delegate.events.last)
    let isNews = delegate.message.apply(last)
    #expect(!isNews)
    // A reply deleted from the thread is reported as a change of the thread, and not as a message.
    try await world.alex.delete(reply.id, in: "general", hard: true)
    await settle { delegate.message.threadInfo?.replyCount == 0 }
    #expect(delegate.received == ["Me too"])
    // An older event does not undo it.
    let isStillNews = delegate.message.apply(last)
    #expect(!isStillNews && delegate.message.threadInfo?.replyCount == 0)
  }
}

/// The document's delegate, for a single message.
private final class ThreadDelegate: ChannelControllerDelegate {
  var message: Message
  private(set) var received: [String] = []
  private(set) var events: [ThreadInfoUpdateEvent] = []

  init(_ message: Message) { self.message = message }

  func channelController(_ channel: ChannelController, didReceive message: Message) {
    received.append(message.text)
  }

  func channelController(
    _ channel: ChannelController, didUpdateThreadInfo threadInfoUpdateEvent: ThreadInfoUpdateEvent
  ) {
    events.append(threadInfoUpdateEvent)
    // Look for a message that has threadInfoUpdateEvent.targetMessageId.
    guard message.id == threadInfoUpdateEvent.targetMessageId else { return }
    // Apply the event to the message.
    message.apply(threadInfoUpdateEvent)
  }
}
