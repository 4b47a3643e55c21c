import ChatDomain
import DraftEngine
import TestSupport

@testable import MatrixService

/// Random message content, including some that no person can write.
struct RandomContent {
  var generator: SeededGenerator

  private static let pieces = [
    "[", "]", "(", ")", "\\", "](", "pn-user://", "<", ">", "&", "\"", "e", "\u{301}", "👩", "\u{200D}", "\r",
    "\n",
    "\0", "\u{1}", "0", "1", "\u{7}", "\u{85}", "\u{202E}", "漢", " ", "\t", "> <", "* ", "&amp;", "<br>",
    "mxc://a/b",
    "@ben:example.org", "https://a.b/c",
  ]

  mutating func words(_ most: Int = 6) -> String {
    (0..<generator.within(0...most)).reduce(into: "") { text, _ in text += generator.one(of: Self.pieces) }
  }

  mutating func target() -> MentionTarget {
    switch generator.below(6) {
    case 0: .user(userId: "@ben:example.org")
    case 1: .user(userId: words())
    case 2: .channel(channelId: "!hill:example.org")
    case 3: .channel(channelId: words())
    case 4: .url(url: "https://example.org/\(generator.below(9))?a=b&c=\"d\"")
    default: .url(url: words())
    }
  }

  mutating func elements() -> [MessageElement] {
    (0..<generator.within(0...5)).map { _ in
      generator.percent(60) ? .plainText(text: words()) : .link(text: words(), target: target())
    }.normalised
  }

  mutating func file() -> FileAttachment {
    FileAttachment(
      id: "mxc://example.org/abc", name: generator.one(of: ["a.png", "notes", "ü b.txt"]),
      mimeType: generator.one(of: ["image/png", "video/mp4", "audio/ogg", "text/plain"]),
      size: generator.below(1 << 40))
  }

  mutating func value(_ depth: Int = 3) -> JSONValue {
    switch generator.below(depth == 0 ? 5 : 7) {
    case 0: .null
    case 1: .bool(generator.percent(50))
    case 2: .integer(generator.one(of: [0, -1, .max, .min, 1 << 53]))
    case 3: .number(generator.one(of: [0.5, 1e300, -2.0]))
    case 4: .string(words())
    case 5: .array((0..<generator.below(3)).map { _ in value(depth - 1) })
    default: .object([words(): value(depth - 1)])
    }
  }

  mutating func extras() -> MessageExtras {
    MessageExtras(
      meta: generator.percent(30) ? [words(): value()] : nil,
      customPushData: generator.percent(30) ? [words(): words()] : nil,
      translationTargetLanguages: generator.percent(20) ? ["de", words()] : [],
      mentionedMessageTemplate: generator.percent(20) ? words() : nil)
  }

  mutating func content() -> MessageContent {
    let claim = QuoteContent.Claim(author: "@ben:example.org", elements: elements())
    return MessageContent(
      elements: elements(), file: generator.percent(25) ? file() : nil,
      parentId: generator.percent(30) ? "$root" : nil,
      quote: generator.percent(30)
        ? QuoteContent(id: "$quoted", claim: generator.percent(70) ? claim : nil) : nil,
      isShownInChannel: generator.percent(50), extras: extras(),
      transactionId: generator.percent(50) ? TransactionID("t\(generator.below(100))") : nil)
  }

  mutating func slot() -> DraftSlot {
    var slot = DraftSlot()
    for place in [ThreadScope.main, .thread("$a"), .thread("$b")] where generator.percent(60) {
      let isDeleted = generator.percent(20)
      let quoted = QuotedMessage(
        id: "$q", channelId: "!hill:example.org", author: User(id: "@ben:example.org", name: words()),
        elements: elements(), version: Timetoken(.max - UInt64(generator.below(9))),
        isDeleted: generator.percent(20))
      let content = DraftContent(
        elements: elements(), files: generator.percent(30) ? [file()] : [],
        quoted: generator.percent(40) ? quoted : nil, isShownInChannel: generator.percent(50))
      slot.entries[place] = DraftSlot.Entry(
        revision: generator.below(1 << 40), base: generator.below(1 << 40),
        content: isDeleted ? DraftContent() : content,
        dates: DraftDates(
          createdAt: Timestamp(microseconds: Int64(generator.below(1 << 52))),
          updatedAt: Timestamp(microseconds: -5)),
        isDeleted: isDeleted)
    }
    if generator.percent(50) {
      slot.claim = DraftSlot.Claim(scope: .thread("$a"), revision: generator.below(100))
    }
    return slot
  }
}
