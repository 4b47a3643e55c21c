import ChatDomain
import DraftEngine
import Foundation
import Glibc
import InMemoryService
import Testing

@testable import ChatControllers
@testable import inkwell

@Suite("Log")
@MainActor
struct LogTests {
  let clock = ManualClock(now: Timestamp(seconds: 1_795_243_431))

  func lines(_ level: LogLevel, _ events: [LogEvent]) -> [String] {
    var lines: [String] = []
    let log = Log(clock: clock, level: level) { lines.append($0) }
    for event in events { log.write(event) }
    return lines
  }

  static let message = Message(
    id: "m1", channelId: "general", author: User(id: "me", name: "SECRET"),
    elements: [.plainText(text: "SECRET"), .link(text: "SECRET", target: .user(userId: "ana"))],
    files: [FileAttachment(id: "f1", name: "SECRET", mimeType: "SECRET", size: 1)],
    quoted: QuotedMessage(
      id: "m0", channelId: "general", author: User(id: "ana", name: "SECRET"),
      elements: [.plainText(text: "SECRET")]),
    createdAt: Timestamp(seconds: 1), localState: .sending)

  static func outbox(_ failure: ChatError?) -> LogEvent {
    let entry = OutboxEntry(
      sequence: 1, transactionId: "t1",
      work: .send(NewMessage(transactionId: "t1", channelId: "general", markup: "SECRET")), message: message,
      attempts: 2, failure: failure)
    return change(.waiting(entry))
  }

  static func change(_ outcome: OutboxChange.Outcome) -> LogEvent {
    .notice(
      .outbox(
        OutboxChange(
          transactionId: "t1", messageId: "m1", channelId: "general", parentId: nil, outcome: outcome)))
  }

  static let draft = DraftMessage(
    key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: "SECRET")]),
    revision: 1,
    createdAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 1), savedBy: "d")

  /// One event of each kind, with text where possible.
  static let events: [LogEvent] = [
    .started(version: "inkwell 0", profile: "demo", process: 7), .storage("disk\nfull", .warning),
    .notice(.store(.full)), .notice(.store(nil)), .notice(.connection(.connecting)),
    .notice(.connection(.online)),
    .notice(.connection(.offline(until: Timestamp(seconds: 60), reason: .connection(.timedOut)))),
    .notice(.connection(.stopped)), .notice(.condition(ServiceCondition(.offline(since: nil)))),
    .notice(.condition(ServiceCondition(.catchingUp(.unknown), limitedUntil: Timestamp(seconds: 9)))),
    .notice(.eventsMissed), outbox(nil), outbox(.refused(.notAMember)),
    change(.done(message)), change(.withdrawn),
    .notice(.draft(DraftChange(key: DraftKey(channelId: "general", parentId: "m1"), cause: .edited))),
    .notice(.event(.messageCreated(message))), .notice(.event(.messageUpdated(message))),
    .notice(.event(.draftUpdated(DraftUpdatedEvent(draftMessage: draft)))),
    .notice(
      .event(
        .typing(
          TypingEvent(
            channelId: "general", parentId: nil, user: User(id: "ana", name: "SECRET"), isTyping: true,
            expiresAt: Timestamp(seconds: 1))))),
    .notice(
      .event(
        .channelUpdated(
          Channel(
            id: "general", name: "SECRET", type: .group, topic: "SECRET", createdAt: Timestamp(seconds: 1))))),
    .terminal("no"), .ended(saveFailure: nil), .ended(saveFailure: "full"),
  ]

  @Test(
    "Each event is one line with the time, level and subject")
  func oneLine() {
    let lines = lines(
      .info, [.started(version: "inkwell 0", profile: "demo", process: 7), .storage("a\nb", .warning)])
    #expect(
      lines == [
        "2026-11-21T06:43:51.000000Z info inkwell 0 started, profile demo, process 7\n",
        "2026-11-21T06:43:51.000000Z warning store: a\\u{a}b\n",
      ])
  }

  @Test("The path of a message can be followed")
  func sends() {
    let texts = lines(
      .info, [Self.outbox(nil), Self.outbox(.refused(.notAMember)), Self.change(.done(Self.message))]
    ).map {
      $0.split(separator: " ", maxSplits: 1)[1]
    }
    #expect(
      texts == [
        "info message m1 in general, transaction t1: send, sending, tries 2\n",
        "error message m1 in general, transaction t1: send, sending: you are not in this channel\n",
        "info message m1 in general, transaction t1: done, is m1\n",
      ])
  }

  @Test("A level includes more severe ones and omits the rest", arguments: LogLevel.allCases)
  func levels(level: LogLevel) {
    let words = Set(lines(level, Self.events).map { String($0.split(separator: " ")[1]) })
    #expect(words == Set(LogLevel.allCases.filter { $0 <= level }.map(\.rawValue)))
  }

  @Test("No level contains text of messages, drafts or names")
  func keepsSecrets() {
    let all = lines(.debug, Self.events)
    #expect(all.count == Self.events.count)
    #expect(all.allSatisfy { !$0.contains("SECRET") && $0.hasSuffix("\n") && $0.count { $0 == "\n" } == 1 })
  }
}

@Suite("Log files")
struct LogFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "log-\(UInt64.random(in: 0 ... .max))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  private func mode(of name: String) -> mode_t {
    var status = stat()
    #expect(lstat(path(name), &status) == 0)
    return status.st_mode & 0o777
  }

  @Test(
    "Only the owner can read it, whatever its permissions were, and old content stays",
    arguments: [nil, 0o600, 0o644, 0o666, 0o400 | 0o200 | 0o040] as [mode_t?])
  func isPrivate(before: mode_t?) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    if let before {
      try Data("before\n".utf8).write(to: folder.appending(path: "log"))
      #expect(chmod(path("log"), before) == 0)
    }
    try LogFile(path("log")).append("a line\n")
    #expect(mode(of: "log") == 0o600)
    #expect(
      try String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        == (before == nil ? "" : "before\n") + "a line\n")
  }

  @Test(
    "A symbolic link is refused, dangling or not, and nothing is written through it")
  func link() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("theirs".utf8).write(to: folder.appending(path: "file"))
    #expect(chmod(path("file"), 0o644) == 0)
    for target in ["file", "nothing"] {
      #expect(symlink(path(target), path("link")) == 0)
      #expect(
        throws: LogFile.Fault(
          sentence: "\(path("link")) is a symbolic link: --log-file needs the file itself")
      ) { try LogFile(path("link")) }
      #expect(unlink(path("link")) == 0)
    }
    #expect(mode(of: "file") == 0o644)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("")) == ["file"])
  }

  @Test("Something that is not a regular file keeps its mode")
  func device() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try LogFile("/dev/null").append("a line\n")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & 0o777 == 0o666)
  }
}
