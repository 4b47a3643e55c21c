import ChatDomain
import ChatPlatform
import DraftEngine
import HTTPTransport
import MatrixService
import ProgramTerminal
import Synchronization
import Testing

/// A device of an account that encrypts: the service alone, without a client and a screen.
final class EncryptedDevice {
  let account: Account
  let service: MatrixService
  let folder: Scratch
  private let sessionStore: KeptSessionStore
  private static let transport = CurlTransport(abreast: 16)

  init(_ account: Account, _ device: DeviceID) async throws {
    self.account = account
    folder = Scratch()
    sessionStore = KeptSessionStore(
      try await account.signIn(device, at: account.server.url, Self.transport))
    service = try Self.service(sessionStore, folder)
    _ = try await service.currentEventToken()
  }

  /// The same device after its program ended.
  init(again device: EncryptedDevice) async throws {
    (account, folder, sessionStore) = (device.account, device.folder, device.sessionStore)
    await device.service.close()
    service = try Self.service(sessionStore, folder)
    _ = try await service.currentEventToken()
  }

  private static func service(_ sessionStore: KeptSessionStore, _ folder: Scratch) throws -> MatrixService {
    MatrixService(
      session: try #require(sessionStore.load()), sessionStore: sessionStore, folder: folder.path,
      transport: transport, clock: RunningClock())
  }

  /// Makes the identity of an account that has none.
  ///
  /// - Returns: the recovery key.
  func setUp() async throws -> String {
    #expect(try await service.encryptionState().nextStep == .setUp)
    let key = try await service.makeRecoveryKey()
    let state: EncryptionState
    do { state = try await service.setUpEncryption(confirming: key, password: nil) } catch {
      guard error == .refused(.needsPassword) else { throw error }
      state = try await service.setUpEncryption(confirming: key, password: Person.password)
    }
    #expect(state.isDeviceSigned && state.nextStep == .none && state.recovery == .key, "\(state)")
    return key
  }

  @discardableResult
  func say(_ text: String, in room: ChannelID, under parent: MessageID? = nil) async throws -> Message {
    try await service.send(
      NewMessage(
        transactionId: TransactionID("t\(Transactions.next())"), channelId: room, parentId: parent,
        markup: text,
        isShownInChannel: parent == nil))
  }

  /// Sends a file without a text.
  func send(_ bytes: [UInt8], named name: String, in room: ChannelID) async throws -> Message {
    let transaction = "t\(Transactions.next())"
    let upload = try await service.beginUpload(
      FileDescription(name: name, mimeType: "text/plain", size: bytes.count, channelId: room),
      transactionId: TransactionID("\(transaction)-file"))
    _ = try await service.upload(bytes, at: 0, to: upload)
    let file = try await service.finishUpload(upload)
    return try await service.send(
      NewMessage(
        transactionId: TransactionID(transaction), channelId: room, markup: "", files: [file.id]))
  }

  /// The latest messages, the oldest first.
  func messages(in room: ChannelID, limit: Int = 30) async throws -> [Message] {
    try await service.messages(MessageQuery(channelId: room, limit: limit)).elements
  }

  /// All messages, the oldest first.
  func allMessages(in room: ChannelID) async throws -> [Message] {
    var messages: [Message] = []
    var position = MessageQuery.Position.newest
    while true {
      let page = try await service.messages(MessageQuery(channelId: room, position: position))
      messages.insert(contentsOf: page.elements, at: 0)
      guard let older = page.previous else { return messages }
      position = .before(older)
    }
  }

  /// What is said in a room; nil for what cannot be read.
  func said(in room: ChannelID) async throws -> [String?] {
    try await messages(in: room).filter { $0.kind == .regular }.map { $0.isUnreadable ? nil : $0.text }
  }

  func close() async { await service.close() }

  /// Asks until something holds: keys come after their messages.
  func until(
    _ wish: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("\(wish) did not come about", sourceLocation: sourceLocation)
  }
}

private enum Transactions {
  private static let count = Atomic(0)
  static func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
