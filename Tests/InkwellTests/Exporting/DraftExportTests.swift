import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import inkwell

@Suite("Exporting drafts")
struct DraftExportTests {
  static let author = User(id: "ana", name: "Ana García")

  static let full = StoredDraft(
    key: DraftKey(channelId: "general", parentId: "m7"),
    content: DraftContent(
      elements: [
        .plainText(text: "Hey "), .link(text: "Alex", target: .user(userId: "alex")),
        .plainText(text: "\nsee \u{1B}[2J"),
        .link(text: "this", target: .url(url: "https://example.org/?a=1")),
        .link(text: "#help", target: .channel(channelId: "help")),
      ],
      files: [FileAttachment(id: "f1", name: "notes.txt", mimeType: "text/plain", size: 12)],
      quoted: QuotedMessage(
        id: "m3", channelId: "general", author: author, elements: [.plainText(text: "when?\nand where?")]),
      isShownInChannel: true),
    inputFiles: [
      InputFile(name: "cat.png", type: "image/png", source: .path("/home/me/cat.png")),
      InputFile(name: "raw", type: "application/octet-stream", source: .bytes([0, 255, 7])),
    ],
    caret: 3,
    edit: StoredEdit(messageId: "m9", elements: [.plainText(text: "mended")], caret: 2),
    createdAt: Timestamp(microseconds: 1_000_001), updatedAt: Timestamp(seconds: 1_795_243_431))

  static let short = StoredDraft(
    key: DraftKey(channelId: "help"), content: DraftContent(elements: [.plainText(text: "later")]),
    createdAt: Timestamp(seconds: 5), updatedAt: Timestamp(seconds: 9))

  static let empty = StoredDraft(
    key: DraftKey(channelId: "none"), content: DraftContent(), createdAt: Timestamp(seconds: 5),
    updatedAt: Timestamp(seconds: 9))

  static let entry = DraftHistoryEntry(
    key: DraftKey(channelId: "help"), elements: [.plainText(text: "sent words")], reason: .sent,
    at: Timestamp(seconds: 8))

  @Test("JSON has all parts of a draft")
  func json() throws {
    let export = DraftExport(
      profile: "demo", drafts: [Self.short, Self.empty, Self.full], history: [Self.entry])
    let read = try #require(try JSONSerialization.jsonObject(with: Data(export.json.utf8)) as? NSDictionary)
    let expected: NSDictionary = [
      "program": Version.name, "profile": "demo",
      "drafts": [
        [
          "channel": "general", "thread": "m7", "createdAt": "1970-01-01T00:00:01.000001Z",
          "updatedAt": "2026-11-21T06:43:51.000000Z", "text": "Hey Alex\nsee \u{1B}[2Jthis#help", "caret": 3,
          "elements": [
            ["text": "Hey "], ["text": "Alex", "user": "alex"], ["text": "\nsee \u{1B}[2J"],
            ["text": "this", "url": "https://example.org/?a=1"], ["text": "#help", "channel": "help"],
          ],
          "files": [["id": "f1", "name": "notes.txt", "type": "text/plain", "size": 12]],
          "inputFiles": [
            ["name": "cat.png", "type": "image/png", "path": "/home/me/cat.png"],
            ["name": "raw", "type": "application/octet-stream", "base64": "AP8H"],
          ],
          "quote": [
            "message": "m3", "channel": "general", "author": ["id": "ana", "name": "Ana García"],
            "text": "when?\nand where?", "elements": [["text": "when?\nand where?"]],
          ],
          "isShownInChannel": true,
          "edit": [
            "message": "m9", "text": "mended", "elements": [["text": "mended"]], "caret": 2,
            "files": NSNull(), "inputFiles": [String](),
          ],
        ] as [String: Any],
        [
          "channel": "help", "thread": NSNull(), "createdAt": "1970-01-01T00:00:05.000000Z",
          "updatedAt": "1970-01-01T00:00:09.000000Z", "text": "later", "caret": 0,
          "elements": [["text": "later"]], "files": [String](), "inputFiles": [String](), "quote": NSNull(),
          "isShownInChannel": false, "edit": NSNull(),
        ] as [String: Any],
      ],
      "history": [
        [
          "channel": "help", "thread": NSNull(), "at": "1970-01-01T00:00:08.000000Z", "reason": "sent",
          "text": "sent words", "elements": [["text": "sent words"]],
        ] as [String: Any]
      ],
    ]
    #expect(read == expected, "\(export.json)")
  }

  @Test("Without history its member is missing, and without drafts the list is empty")
  func nothing() {
    let export = DraftExport(profile: "demo", drafts: [], history: nil)
    #expect(export.json.hasSuffix("\"drafts\": []\n}\n"))
    #expect(export.text(isForTerminal: false) == "")
  }

  @Test("The text is readable and harmless to a terminal")
  func text() {
    let export = DraftExport(profile: "demo", drafts: [Self.short, Self.full], history: [Self.entry])
    let expected = """
      == general, thread of message m7 · 2026-11-21T06:43:51.000000Z
      > Ana García: when?
      >   and where?
      Hey Alex <@alex>
      see \\u{1b}[2Jthis <https://example.org/?a=1>#help <#help>
      [file] notes.txt
      [file] /home/me/cat.png
      [file] raw
      -- edit of message m9
      mended

      == help · 1970-01-01T00:00:09.000000Z
      later

      == help · 1970-01-01T00:00:08.000000Z · sent
      sent words


      """
    #expect(export.text(isForTerminal: true) == expected)
    #expect(
      export.text(isForTerminal: false) == expected.replacing("\\u{1b}", with: "\u{1B}"))
  }
}
