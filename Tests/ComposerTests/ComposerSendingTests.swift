import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

@Suite struct ComposerSendingTests {
  @Test("Enter sends and empties the composer at once: text typed next is the next message")
  func sendsAtOnce() async throws {
    let world = try await ComposerWorld(isStarted: true)
    #expect(world.press("'one' Enter") == .sent)
    #expect(world.draft.text.isEmpty)
    world.press("'two' Enter 'three'")
    #expect(world.shown == "three|")
    try await settle { try await world.said() == ["one", "two"] }
    #expect(world.context.said.isEmpty)
    try await world.client.stop()
  }

  @Test("Enter in an empty composer sends nothing and is no error", arguments: ["|", "  \n |"])
  func refusesNothing(before: String) async throws {
    let world = try await ComposerWorld(before)
    #expect(world.press("Enter") == .nothing)
    #expect(world.context.lastNotice == "Nothing to send")
    #expect(world.shown == before)
  }

  @Test("The reason for a refusal by the service is shown")
  func saysRefusal() async throws {
    let world = try await ComposerWorld(isStarted: true)
    await world.device.setFaults(.with { $0.refusals = [RefusedRequest([.send], .notAllowed)] })
    world.press("'one' Enter")
    await settle { world.context.lastNotice == "Not sent: you are not allowed to do that" }
    #expect(world.draft.text.isEmpty)
    try await world.client.stop()
  }

  @Test("A line that begins with a slash is run and not sent, with ids in place of mentions")
  func runsCommands() async throws {
    let world = try await ComposerWorld("|")
    world.press("'/topic  all of it ' Enter")
    #expect(world.context.lines == ["/topic all of it"] && world.draft.text.isEmpty)
    try world.set("/dm [Ben] hello|")
    #expect(world.press("Enter") == .done)
    #expect(world.context.lines.last == "/dm @ben hello")
    #expect(
      SlashCommand.parse("/topic  all of it ").map { [$0.name, $0.argument] } == ["topic", "all of it"])
    #expect(SlashCommand.parse("/encryption/inbox")?.name == "encryption/inbox", "two commands are no path")
    #expect(SlashCommand.parse("/go/src/app fails") == nil)
  }

  @Test(
    "An unknown or incomplete command stays and is not sent",
    arguments: [
      ("/nosuch thing|", "There is no /nosuch; //nosuch sends it as text"),
      ("/join|", "/join CHANNEL: join a channel"),
      ("/topic a\nb|", "A command is one line; begin with // to send this as text"),
    ])
  func refusesCommands(before: String, notice: String) async throws {
    let world = try await ComposerWorld(before)
    #expect(world.press("Enter") == .nothing)
    #expect(world.shown == before && world.context.lastNotice == notice && world.context.lines.isEmpty)
  }

  @Test("Two slashes send one, and a path is not a command")
  func escapesSlash() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'//join us' Enter '/usr/bin is full' Escape Enter")
    try await settle { try await world.said() == ["/join us", "/usr/bin is full"] }
    #expect(world.context.lines.isEmpty)
    try await world.client.stop()
  }

  @Test("A message refused by the outbox stays as it is, with both slashes and the caret")
  func givesBack() async throws {
    // It cannot be sent as a file either.
    var configuration = ServiceConfiguration()
    configuration.limits.fileBytes = configuration.limits.messageBytes
    let world = try await ComposerWorld(isStarted: true, configuration: configuration)
    let long = "//" + String(repeating: "x", count: world.client.service.limits.messageBytes)
    world.composer.paste(long)
    #expect(world.press("Left Enter") == .nothing)
    #expect(world.draft.text == long && world.draft.utf8Caret == long.utf8.count - 1)
    #expect(world.context.lastNotice?.hasPrefix("Not sent: the message has ") == true)
    #expect(world.composer.history.sent.entries.isEmpty)
    try await world.client.stop()
  }

  @Test("6: An edit hides the draft until Enter sends the edit")
  func sendsEdits() async throws {
    let world = try await ComposerWorld(isStarted: true)
    let message = try await world.message("as it was")
    world.press("'my draft'")
    try world.composer.related.beginEdit(message)
    #expect(world.shown == "as it was|" && world.state.editing == "as it was")
    #expect(world.press("' before' Enter") == .sent)
    await settle { world.shown == "my draft|" }
    try await settle { try await world.said() == ["as it was before"] }
    #expect(world.state.editing == nil)
    try await world.client.stop()
  }

  @Test("6: An empty edit is refused, and an edit that begins with a slash is sent like any other")
  func editsSlash() async throws {
    let world = try await ComposerWorld(isStarted: true)
    let message = try await world.message("old")
    try world.composer.related.beginEdit(message)
    world.press("C-u Enter")
    #expect(world.context.lastNotice == "Not edited: there is nothing to send")
    world.press("'/quit' Enter")
    try await settle { try await world.said() == ["/quit"] }
    #expect(world.context.lines.isEmpty)
    try await world.client.stop()
  }

  @Test("6: Up in an empty composer resumes an unfinished edit, which is never sent as a message")
  func offersLeftEdit() async throws {
    let world = try await ComposerWorld()
    #expect(world.press("Up") == .editLastMessage)
    let message = try await world.message("as it was")
    try world.composer.related.beginEdit(message)
    world.press("' once'")
    world.client.closeComposer(for: world.draft.key)
    #expect(world.draft.text.isEmpty && world.state.leftEdit == "as it was once")
    #expect(world.press("Enter") == .nothing)
    #expect(world.press("Up") == .resumeEdit(message.id))
    try world.composer.related.beginEdit(message)
    #expect(world.shown == "as it was once|")
    #expect(world.press("C-u Up") == .nothing)
  }

  @Test("A reply can be shown in the channel too, and a message in a channel has no such option")
  func switchesShown() async throws {
    let here = try await ComposerWorld()
    #expect(here.press("C-x c") == .nothing && here.state.isShownInChannel == nil)
    let thread = try await ComposerWorld(key: DraftKey(channelId: "general", parentId: "m1"))
    #expect(thread.state.isShownInChannel == false)
    thread.press("C-x c")
    #expect(thread.draft.isShownInChannel && thread.state.isShownInChannel == true)
  }

  @Test("The preview shows what is sent and who is notified, each person once")
  func previews() async throws {
    let world = try await ComposerWorld("hi [Ann], [Ben] and [Ann] [x](y)|")
    #expect(world.state.preview == nil)
    try world.set("hi [Ann], [Ben], [Ann]|")
    world.press("C-x v")
    #expect(
      world.state.preview
        == "notifies Ann, Ben · hi Ann (@ann), Ben (@ben), Ann (@ann)")
    try world.set("x|")
    #expect(world.state.preview == "notifies no one · x")
    try world.set("|")
    #expect(world.state.preview == "nothing to send")
    world.draft.files = [InputFile(path: "/notes")]
    #expect(world.state.preview == "notifies no one")
    world.press("C-x v")
    #expect(world.state.preview == nil)
  }

  @Test("A quote shows that its message was deleted, and so does a notice when it is sent")
  func losesQuotes() async throws {
    let world = try await ComposerWorld(isStarted: true)
    let theirs = try await world.message("theirs", by: "ben")
    world.press("'because'")
    try world.composer.related.quote(theirs)
    let ben = await world.service.device(user: "ben", id: "sender")
    try await ben.delete(theirs.id, in: "general", hard: false)
    await settle { world.state.quote == .init(author: "Ben", text: "message deleted") }
    #expect(world.draft.quoted?.elements == [])
    #expect(world.press("Enter") == .sent)
    #expect(world.context.lastNotice == "Sent; the quoted message was deleted, so its text is left out")
    try await settle { try await world.said().last == "because" }
    try await world.client.stop()
  }

  @Test("M9: A reply to a message that is known to be deleted stays in the composer")
  func keepsRefusedReplies() async throws {
    let world = try await ComposerWorld(key: DraftKey(channelId: "general", parentId: "m1"))
    var parent = try await world.message("parent")
    parent.deletedAt = world.clock.now
    world.composer.related.parent = { [parent] in parent }
    #expect(world.press("'one more' Enter") == .nothing)
    #expect(world.shown == "one more|")
    #expect(world.context.lastNotice == "Not sent: the message was deleted")
  }
}
