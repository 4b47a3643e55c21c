import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The outbox uploads files", .watched)
struct OutboxFilesTests {
  private static let limits = ServiceLimits(
    messageBytes: 1000, fileBytes: 1000, filesPerMessage: 30, uploadChunkBytes: 4)

  private func message(_ fixture: ClientFixture, _ sizes: Int...) -> OutgoingMessage {
    var message = fixture.write("with files")
    message.inputFiles = sizes.enumerated().map { index, size in
      InputFile(name: "f\(index)", type: "t", source: .bytes(Array(repeating: 7, count: size)))
    }
    return message
  }

  @Test("A file is uploaded in pieces, with its progress, and is part of the message")
  func progress() async throws {
    let fixture = try await ClientFixture(limits: Self.limits)
    try await fixture.start()
    try await fixture.outbox.enqueueSend(message(fixture, 10))
    let sent = try await fixture.result(of: "t1")
    #expect(sent.files.map(\.size) == [10])
    let sizes = fixture.log.notices.compactMap { notice -> Int? in
      guard case .upload(let progress) = notice, case .sending(let bytes, 10) = progress.state else {
        return nil
      }
      return bytes
    }
    #expect(sizes == [0, 4, 8, 10])
    let file = try #require(sent.files.first)
    #expect(try await fixture.ben.download(file.id, 0..<10) == Array(repeating: 7, count: 10))
  }

  @Test("A file sent as a whole reports no progress while its pieces are only on the device")
  func whole() async throws {
    let fixture = try await ClientFixture(limits: Self.limits, sendsFilesWhole: true)
    try await fixture.start()
    try await fixture.outbox.enqueueSend(message(fixture, 10))
    #expect(try await fixture.result(of: "t1").files.map(\.size) == [10])
    let states = fixture.log.notices.compactMap { notice -> UploadProgress.State? in
      if case .upload(let progress) = notice { progress.state } else { nil }
    }
    #expect(states.prefix(4) == ArraySlice(repeating: .sending(bytes: 0, of: 10), count: 4))
    #expect(states.dropLast().last == .sending(bytes: 10, of: 10))
    if case .finished? = states.last {} else { Issue.record("\(states)") }
  }

  @Test("An interrupted upload is resumed where it was, also after a restart")
  func resumed() async throws {
    let fixture = try await ClientFixture(limits: Self.limits)
    try await fixture.start()
    try await fixture.outbox.enqueueSend(message(fixture, 4, 400))
    await fixture.log.until {
      fixture.log.notices.contains {
        guard case .upload(let progress) = $0, progress.index == 1 else { return false }
        if case .sending(let bytes, _) = progress.state { return bytes >= 100 }
        return false
      }
    }
    await fixture.ann.setFaults(.offline)
    await fixture.log.until { fixture.isInState("t1", .pendingSend) }
    #expect(try await fixture.store.outbox().map(\.inputFiles.count) == [1])
    await fixture.ann.setFaults(.none)
    let before = fixture.ann.requestCounts[.upload] ?? 0
    try await fixture.client.stop()
    let again = await fixture.restarted()
    try await again.client.start()
    await again.log.until { again.outbox.queue.channels.isEmpty }
    #expect(
      try await fixture.ben.messages(MessageQuery(channelId: "room")).elements[0].files.map(\.size) == [
        4, 400,
      ])
    // One request for the received size, and the remaining pieces; not all hundred again.
    #expect((fixture.ann.requestCounts[.upload] ?? 0) - before < 90)
  }

  @Test("A refused file fails its message, and a retry sends all of it")
  func refusedFile() async throws {
    let fixture = try await ClientFixture(limits: Self.limits)
    try await fixture.start()
    await fixture.refuse([.finishUpload], .notAllowed)
    try await fixture.outbox.enqueueSend(message(fixture, 8))
    await fixture.log.until { fixture.isInState("t1", .sendingFailed) }
    await fixture.ann.setFaults(.none)
    try await fixture.outbox.resend("t1", in: "room")
    #expect(try await fixture.result(of: "t1").files.map(\.size) == [8])
  }

  @Test("A message deleted while its file is uploaded is not sent")
  func deletedWhileUploading() async throws {
    let fixture = try await ClientFixture(limits: Self.limits)
    try await fixture.start()
    await fixture.slowDown(.seconds(1))
    let entry = try await fixture.outbox.enqueueSend(message(fixture, 8))
    await fixture.log.until { fixture.isInState("t1", .sending) }
    try await fixture.outbox.delete(entry.message, hard: false)
    await fixture.whileTimePasses { await fixture.log.until { fixture.outbox.queue.channels.isEmpty } }
    #expect(fixture.ann.requestCounts[.send] == nil)
    #expect(fixture.log.states(of: "t1").last == "withdrawn")
  }
}
