import ChatDomain
import CrossSigning
import EncryptionMachine
import JSON

/// Performs the requests of the encryption machine: key uploads, device lists, one-time keys and to-device messages.
final class KeyRequests: AccountPart {
  let account: AccountContext
  /// One list of requests is performed at a time, in order.
  private let lock = AsyncLock()
  private var isWaiting = false

  /// The maximum number of rounds in which answers lead to new requests.
  private static let mostRounds = 20

  init(_ account: AccountContext) { self.account = account }

  /// Performs due requests in a task. Failed requests are repeated after the next sync.
  func performSoon() {
    guard !isWaiting, keys.machine != nil else { return }
    isWaiting = true
    Task { [weak service = account.service] in await service?.performKeyRequests() }
  }

  /// Performs due requests. Errors are ignored.
  func performDue() async {
    await lock.lock()
    defer { lock.unlock() }
    isWaiting = false
    do throws(ChatError) {
      for _ in 0..<Self.mostRounds {
        guard let machine = keys.machine, !store.isClosed else { return }
        let requests = try withChatErrors(machine.requests())
        if requests.isEmpty { return }
        var failure: ChatError?
        for request in requests {
          do throws(ChatError) { try await perform(request, machine) } catch {
            // A failed query, such as for users of a server that is down, does not hold up the requests after it.
            guard request.isQuery, error.isAboutOneRequest else { throw error }
            failure = error
          }
        }
        if failure != nil { return }
      }
    } catch {
      // The next sync, or the next message, tries again.
    }
  }

  /// Performs due requests, and throws the first error.
  func performAll() async throws(ChatError) {
    _ = try await perform { machine throws(ChatError) in try withChatErrors(machine.requests()) }
  }

  /// Repeats a step of the machine and performs the requests that it needs, until it needs none.
  ///
  /// - Returns: false if it still needed some after many rounds.
  func perform(_ step: (OlmMachine) throws(ChatError) -> [OutgoingRequest]) async throws(ChatError) -> Bool {
    await lock.lock()
    defer { lock.unlock() }
    for _ in 0..<Self.mostRounds {
      guard let machine = try keys.usableMachine() else { throw .refused(.encryptedChannel) }
      let requests = try step(machine)
      if requests.isEmpty { return true }
      for request in requests { try await perform(request, machine) }
    }
    return false
  }

  private func perform(_ request: OutgoingRequest, _ machine: OlmMachine) async throws(ChatError) {
    let answer: JSONNode
    do throws(ChatError) {
      answer = try await connection.json(MatrixRequest(request.request))
    } catch {
      guard let status = error.finalStatus else { throw error }
      try withChatErrors(machine.refused(request, status: status))
      return
    }
    let changed = try withChatErrors(machine.take(answer: answer, to: request))
    if !changed.isEmpty { try note(changed) }
  }

  /// Reads hidden messages again after the device lists of users changed, and reports the change.
  private func note(_ changed: [String]) throws(ChatError) {
    let users = Set(changed.map { UserID($0) })
    if users.contains(me) {
      Task { [weak service = account.service] in await service?.announceEncryption() }
    }
    try readAgain(of: users)
  }
}

extension KeyRequests {
  /// Reads hidden messages of users again, and reports that the recipients of encrypted rooms may have changed.
  func readAgain(of users: Set<UserID>) throws(ChatError) {
    let hidden = keys.hiddenMessages(of: users)
    let news = try store.withReplica { replica throws(CacheFault) in
      let changed = replica.rooms.values.filter { room in
        room.isJoined && room.isEncrypted && users.contains { room.members.expects($0) }
      }
      return changed.map { .recipientsChanged(channelId: $0.id) }
        + users.map { .recipientsChanged(channelId: ChannelID(prospectWith: $0)) }
        + (hidden.isEmpty ? [] : try replica.readAgain(hidden))
    }
    try store.record(news)
  }
}

/// Calls the machine, with the errors of the contract.
func withChatErrors<Result>(_ call: @autoclosure () throws(MachineError) -> Result) throws(ChatError)
  -> Result
{
  do throws(MachineError) { return try call() } catch {
    throw error.meaning
  }
}

extension MatrixRequest {
  /// A request of the encryption targets.
  init(_ request: ServerRequest) {
    let method: Method =
      switch request.method {
      case .get: .get
      case .put: .put
      case .post: .post
      case .delete: .delete
      }
    self.init(
      method, request.path,
      query: request.query.sorted { $0.key < $1.key }.map { Parameter(name: $0.key, value: $0.value) },
      body: request.body.map { .json($0) } ?? .none)
  }
}

extension MachineError {
  /// The error of the contract. Most faults are this device's: the same call may succeed later.
  var meaning: ChatError {
    switch self {
    case _ where isDamage: .refused(.keysDamaged)
    case .unsupportedAlgorithm, .notEncrypted: .refused(.encryptedChannel)
    case .transactionReused: .refused(.invalid("a transaction that was used before"))
    default: .connection(.busy(retryAfter: nil))
    }
  }
}

extension ChatError {
  /// The status by which a server refused a request for good; nil for other failures.
  fileprivate var finalStatus: Int? {
    switch self {
    case .refused(.tooLarge), .refused(.messageTooLong): 413
    case .refused(.invalid): 400
    default: nil
    }
  }
}
