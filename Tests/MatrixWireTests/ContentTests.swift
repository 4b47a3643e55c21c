import ChatDomain
import DraftEngine
import JSON
import TestSupport
import Testing

@testable import MatrixService

@Suite("Content that we send")
struct ContentTests {
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("Plain text is a body alone")
  func plain() {
    let content = MessageContent(elements: [.plainText(text: "hey [you]")], transactionId: "t17")
    #expect(
      Self.text(content.bytes)
        == #"{"msgtype":"m.text","body":"hey [you]","m.mentions":{},"chat.inkwell.txn":"t17"}"#)
  }

  @Test("What the author does is an emote, whose text does not repeat that")
  func action() throws {
    func written(_ elements: [MessageElement]) -> String {
      Self.text(MessageContent(elements: elements).bytes)
    }
    #expect(
      written([.plainText(text: "*\u{A0}waves")]) == #"{"msgtype":"m.emote","body":"waves","m.mentions":{}}"#)
    let mention: [MessageElement] = [
      .plainText(text: "*\u{A0}hugs "), .link(text: "Ben", target: .user(userId: "@ben:s")),
    ]
    let text = written(mention)
    #expect(text.hasPrefix(#"{"msgtype":"m.emote","body":"hugs Ben","#))
    let event = try Recorded.event(EventType.message, text)
    guard case .message(let content) = event.meaning else {
      Issue.record("\(event.meaning)")
      return
    }
    #expect(content.elements == mention && content.form == .action)
    #expect(written([.plainText(text: "*\u{A0}")]).contains("m.text"))
  }

  @Test("@room mentions the room, and an edit mentions it only once")
  func everyone() {
    let content = MessageContent(elements: [
      .link(text: "@room", target: .user(userId: "@room")), .plainText(text: " hey"),
    ])
    #expect(
      Self.text(content.bytes)
        == #"{"msgtype":"m.text","body":"@room hey","m.mentions":{"room":true},"#
        + #""chat.inkwell.markup":"[@room](pn-user://@room) hey"}"#)
    #expect(EditContent(of: "$e", to: content, before: []).newlyMentionsRoom)
    #expect(!EditContent(of: "$e", to: content, before: [.everyone]).newlyMentionsRoom)
  }

  @Test("A reply in a thread with a mention and a quote follows the specification")
  func rich() {
    let content = MessageContent(
      elements: [.plainText(text: "hey "), .link(text: "<you>", target: .user(userId: "@ben:s"))],
      parentId: "$root",
      quote: QuoteContent(
        id: "$q", claim: QuoteContent.Claim(author: "@ben:s", elements: [.plainText(text: "so?")])),
      isShownInChannel: true,
      extras: MessageExtras(
        meta: ["a": [1, nil]], customPushData: ["k": "v"], translationTargetLanguages: ["de"],
        mentionedMessageTemplate: "@{ben}"))
    #expect(
      Self.text(content.bytes)
        == #"{"msgtype":"m.text","body":"hey <you>","format":"org.matrix.custom.html","#
        + #""formatted_body":"hey <a href=\"https://matrix.to/#/@ben:s\">&lt;you&gt;</a>","m.mentions":{"user_ids":["@ben:s"]},"#
        + #""chat.inkwell.markup":"hey [<you>](pn-user://@ben:s)","m.relates_to":{"rel_type":"m.thread","event_id":"$root","#
        + #""is_falling_back":false,"m.in_reply_to":{"event_id":"$q"}},"chat.inkwell.shown":true,"#
        + #""chat.inkwell.quoted":{"id":"$q","author":"@ben:s","markup":"so?"},"chat.inkwell.meta":"{\"a\":[1,null]}","#
        + #""chat.inkwell.push":{"k":"v"},"chat.inkwell.langs":["de"],"chat.inkwell.template":"@{ben}"}"#)
  }

  @Test("A thread's reply without a quote falls back to its root")
  func thread() {
    let content = MessageContent(
      elements: [.plainText(text: "a")], parentId: "$root", isShownInChannel: false)
    #expect(
      Self.text(content.bytes).contains(
        #""m.relates_to":{"rel_type":"m.thread","event_id":"$root","is_falling_back":true,"m.in_reply_to":{"event_id":"$root"}}"#
      ))
    #expect(!Self.text(content.bytes).contains("shown"))
  }

  @Test("A file has its caption in the body, and its name separately")
  func file() {
    let file = FileAttachment(id: "mxc://s/abc", name: "hill.png", mimeType: "image/png", size: 7)
    let captioned = MessageContent(elements: [.plainText(text: "look")], file: file)
    #expect(
      Self.text(captioned.bytes)
        == #"{"msgtype":"m.image","body":"look","filename":"hill.png","url":"mxc://s/abc","#
        + #""info":{"mimetype":"image/png","size":7},"m.mentions":{}}"#)
    #expect(
      Self.text(MessageContent(elements: [], file: file).bytes).contains(
        #""body":"hill.png","filename":"hill.png""#))
    // A caption that equals the file name is still a caption.
    let same = MessageContent(elements: [.plainText(text: "hill.png")], file: file)
    #expect(Self.text(same.bytes).contains(#""chat.inkwell.markup":"hill.png""#))
  }

  @Test("NUL is in no body, and is restored from our own key")
  func nul() {
    let content = MessageContent(elements: [.plainText(text: "a\0b\u{1}c")])
    #expect(
      Self.text(content.bytes)
        == #"{"msgtype":"m.text","body":"ab\u0001c","m.mentions":{},"chat.inkwell.markup":"a\u00010b\u00011c"}"#
    )
  }

  @Test("No one outside Matrix is notified, and no link leads to a wrong place")
  func foreignTargets() {
    let content = MessageContent(elements: [
      .link(text: "Ben", target: .user(userId: "ben")),
      .link(text: "x", target: .url(url: "javascript:alert(1)")),
    ])
    #expect(content.mentions.isEmpty)
    #expect(!Self.text(content.bytes).contains("formatted_body"))
  }

  @Test("Every list of elements round-trips with its attributes")
  func roundTrip() {
    var random = RandomContent(generator: SeededGenerator(seed: TestSeed.value))
    var laws = WireLaws()
    for _ in 0..<4000 { laws.checkRoundTrip(random.content()) }
    #expect(laws.breaches.isEmpty, "SEED=\(TestSeed.value): \(laws.breaches.prefix(3))")
  }

  @Test("A message sent as markup means the same as its elements")
  func newMessage() {
    let message = NewMessage(
      transactionId: "t1", channelId: "!a", parentId: "$r", markup: "hey [Ben](pn-user://@ben:s)",
      isShownInChannel: false)
    let content = MessageContent(message)
    #expect(content.elements.last == .link(text: "Ben", target: .user(userId: "@ben:s")))
    #expect(content.mentions == ["@ben:s"] && content.parentId == "$r" && !content.isShownInChannel)
    #expect(content.transactionId == "t1")
  }

  @Test("A reply mentions the quoted author once, if requested")
  func answer() {
    var message = NewMessage(
      transactionId: "t1", channelId: "!a", markup: "hey [Ben](pn-user://@ben:s)",
      quoted: QuotedMessage(
        id: "$q", channelId: "!a", author: User(id: "@cay:s"), elements: [.plainText(text: "so?")]))
    #expect(MessageContent(message).mentions == ["@ben:s"])
    message.mentionsQuotedAuthor = true
    #expect(MessageContent(message).mentions == ["@ben:s", "@cay:s"])
    #expect(
      Self.text(MessageContent(message).bytes).contains(#""m.mentions":{"user_ids":["@ben:s","@cay:s"]}"#))
    message.markup = "[Cay](pn-user://@cay:s) and [Ben](pn-user://@ben:s)"
    #expect(MessageContent(message).mentions == ["@cay:s", "@ben:s"])
  }

  @Test("An edit repeats the whole content and notifies only new mentions")
  func edit() throws {
    let content = MessageContent(elements: [
      .link(text: "Ben", target: .user(userId: "@ben:s")),
      .link(text: "Cem", target: .user(userId: "@cem:s")),
    ])
    let edit = EditContent(of: "$event", to: content, before: ["@ben:s"], transactionId: "t2")
    #expect(edit.newMentions == ["@cem:s"])
    let text = Self.text(edit.bytes)
    #expect(
      text.hasPrefix(
        #"{"msgtype":"m.text","body":"* BenCem","m.mentions":{"user_ids":["@cem:s"]},"m.new_content":{"#))
    #expect(
      text.hasSuffix(#""m.relates_to":{"rel_type":"m.replace","event_id":"$event"},"chat.inkwell.txn":"t2"}"#)
    )
    let event = try Recorded.event(EventType.message, text)
    #expect(event.meaning == .edit(edit))
    #expect(event.target == "$event")
  }

  @Test("Reactions, redactions and pins round-trip")
  func small() throws {
    let reaction = try #require(ReactionContent(to: "$event", name: "👍🏽"))
    #expect(try Recorded.event(EventType.reaction, Self.text(reaction.bytes)).meaning == .reaction(reaction))
    for bad in ["", " a", "a\nb", "\u{7}", String(repeating: "x", count: 256)] {
      #expect(ReactionContent(to: "$event", name: bad) == nil)
    }
    let redaction = RedactionContent(of: "$a", isHard: true, parentId: "$root", isShownInChannel: true)
    let sent = String(Self.text(redaction.bytes).dropLast()) + #","redacts":"$a"}"#
    #expect(try Recorded.event(EventType.redaction, sent).meaning == .redaction(redaction))
    var pins = PinnedContent(entries: [.init(id: "$a", pin: nil)])
    let pin = Pin(
      by: "@ben:s", at: Timestamp(microseconds: 1_700_000_000_123_456), expiresAt: Timestamp(seconds: 9))
    pins.pin("$b", pin)
    pins.pin("$c", Pin(by: "@ben:s", at: Timestamp(seconds: 3)))
    pins.unpin("$c")
    let read = try Recorded.event(EventType.pinned, Self.text(pins.bytes), more: #","state_key":"""#)
    #expect(read.meaning == .state(.pinned(pins)))
    #expect(pins["$b"]?.pin == pin && pins["$c"] == nil)
  }

  @Test("The largest possible list of pins is written back at its length")
  func manyPins() throws {
    let ids = (0..<2000).map { MessageID("$\($0)-\(String(repeating: "x", count: 20))") }
    let list = PinnedContent(entries: ids.map { .init(id: $0, pin: nil) })
    guard
      case .state(.pinned(var pins)) = try Recorded.event(
        EventType.pinned, Self.text(list.bytes), more: #","state_key":"""#
      ).meaning
    else {
      Issue.record("it is no list of pins")
      return
    }
    pins.pin("$new", Pin(by: "@ben:s", at: Timestamp(seconds: 3)))
    #expect(pins.entries.map(\.id) == ids + ["$new"])
  }

  @Test("Data of every kind travels as text, because events have no fractions and no large numbers")
  func meta() throws {
    let meta: [String: JSONValue] = ["a": .integer(.max), "b": .number(0.5), "c": .string("\0")]
    let content = MessageContent(elements: [], extras: MessageExtras(meta: meta))
    let node = try JSONDocument(content.bytes).root
    #expect(throws: Never.self) { try node.canonical() }
    #expect(MessageContent(node, by: Recorded.ann)?.extras.meta == meta)
    var deep = JSONValue.null
    for _ in 0..<JSONValue.maximumDepth { deep = .array([deep]) }
    let nested = MessageContent(elements: [], extras: MessageExtras(meta: ["deep": deep]))
    #expect(
      MessageContent(try JSONDocument(nested.bytes).root, by: Recorded.ann)?.extras.meta == ["deep": deep])
  }
}
