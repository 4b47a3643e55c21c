import ChatDomain
import Ciphers
import EncryptionMachine
import FileSystem
import Glibc
import JSON
import Recovery

/// The encryption keys of this device, opened at first use.
///
/// Without the keys, encrypted rooms can be neither read nor written to; everything else works.
final class AccountKeys {
  private enum State {
    case closed
    case open(OlmMachine)
    /// Until the next start.
    case failed(ChatError.Refusal)
  }

  private let owner: DeviceAddress
  private let folder: String
  private let clock: any ChatClock
  private let isEnabled: Bool
  /// Reports problems with the files to the user.
  private let news: AsyncStream<CacheNews>.Continuation
  private var state = State.closed
  private(set) var suite: CipherSuite?
  /// Seals secrets of the account on this device.
  private(set) var profileKey: Secret?
  /// Sessions whose keys messages lack, the latest last.
  private var wanted: [SessionPlace] = []
  /// The user's choice about a backup of the keys; nil until the server has sent it in this run.
  var backupPreference: BackupPreference?
  /// Called when a message lacks a key.
  var tellWanted: (() -> Void)?
  /// Events that were decrypted in advance, as received and as decrypted.
  private var readAhead: [EventPlace: (event: MatrixEvent, read: MatrixEvent)] = [:]
  /// Events, by sender, that a change of the sender's devices or identity may make visible.
  private var hidden: [UserID: Set<EventPlace>] = [:]
  /// Events to read again: their keys arrived, or the database failed when they were read.
  private var unread: Set<EventPlace> = []

  /// - Parameter isEnabled: whether this device encrypts at all.
  init(
    _ session: MatrixSession, folder: String, clock: any ChatClock, isEnabled: Bool,
    news: AsyncStream<CacheNews>.Continuation
  ) {
    owner = DeviceAddress(user: session.user.rawValue, device: session.device.rawValue)
    self.folder = folder
    self.clock = clock
    self.isEnabled = isEnabled
    self.news = news
  }

  /// The machine; nil if this device does not encrypt, or if its keys cannot be used.
  var machine: OlmMachine? {
    if case .open(let machine) = state { return machine }
    guard isEnabled, case .closed = state else { return nil }
    do throws(MachineError) {
      let machine = try open()
      state = .open(machine)
      if machine.wasPutBack { news.yield(.keysPutBack) }
      return machine
    } catch {
      // A temporary error passes, such as another program that uses the keys, or a full disk.
      if !error.isTemporary { state = .failed(error.isDamage ? .keysDamaged : .encryptedChannel) }
      report(error)
      return nil
    }
  }

  /// The machine; nil if this device is not to encrypt. Throws if it is, and its keys cannot be used now.
  func usableMachine() throws(ChatError) -> OlmMachine? {
    guard isEnabled else { return nil }
    if let machine { return machine }
    if let refusal { throw .refused(refusal) }
    throw .connection(.busy(retryAfter: nil))
  }

  /// Whether encrypted rooms can be written to, as far as that is known without opening the keys.
  var isUsable: Bool { refusal == nil }

  /// Why encrypted rooms cannot be written to; nil if they can.
  var refusal: ChatError.Refusal? {
    if case .failed(let refusal) = state { return refusal }
    return isEnabled ? nil : .encryptedChannel
  }

  /// Whether the keys have seen the room encrypted, even if a server hides it now. Without keys only the cached room says so.
  func requiresEncryption(in room: ChannelID) throws(ChatError) -> Bool {
    guard let machine else { return false }
    do throws(MachineError) { return try machine.isEncrypted(room: room.rawValue) } catch {
      report(error)
      throw error.meaning
    }
  }

  /// Whether the keys have seen the room encrypted; false if they cannot be read.
  func hasSeenEncryption(of room: ChannelID) -> Bool {
    do throws(ChatError) { return try requiresEncryption(in: room) } catch { return false }
  }

  /// Whether the keys have seen the room encrypted, or their open database cannot be read: nothing is sent in the clear then.
  func forbidsClearText(in room: ChannelID) -> Bool {
    do throws(ChatError) { return try requiresEncryption(in: room) } catch { return true }
  }

  func close() {
    state = .failed(.encryptedChannel)
    (suite, profileKey) = (nil, nil)
  }

  private var reported: MachineError?

  private func report(_ error: MachineError) {
    guard error != reported else { return }
    reported = error
    news.yield(.keysUnusable(error.isDamage ? "\(error); sign out and in again" : error.description))
  }

  // MARK: Opening

  private func open() throws(MachineError) -> OlmMachine {
    do throws(SystemFault) { try Folder(folder).make() } catch {
      throw .disk(errno: error.code, path: error.path)
    }
    let suite: CipherSuite
    do { suite = try CipherSuite() } catch { throw .cipher(error) }
    // Each device of an account has keys of its own.
    let name = "keys-\(owner.device.stableHash).db"
    let key = try ProfileKeyFile(folder: folder).key(suite, isNew: access("\(folder)/\(name)", F_OK) != 0)
    let clock = clock
    let machine = try OlmMachine(
      KeyDatabase(path: "\(folder)/\(name)", owner: owner, profileKey: key, suite: suite) {
        clock.now.microseconds / 1000
      })
    (self.suite, profileKey) = (suite, key)
    return machine
  }

  // MARK: Sync answers

  /// Processes a sync answer before the cache does, because the server delivers each to-device message only once.
  func take(sync answer: JSONNode, since: String?) throws(ChatError) {
    guard let machine else {
      // Fails so that the answer is requested again: the next attempt may open the keys, and its to-device messages come only once.
      if hasMessages(answer), mayOpenSoon { throw .connection(.busy(retryAfter: nil)) }
      return
    }
    for data in (answer["account_data"]?["events"]).elements
    where data["type"]?.isString(BackupPreference.type) == true {
      backupPreference = BackupPreference(data["content"])
    }
    do throws(MachineError) {
      let effects = try machine.take(sync: answer, since: since)
      for event in effects.readable + effects.withheld { unread.insert(EventPlace(event)) }
    } catch {
      report(error)
      // A to-device message may be a key. Without such messages nothing is lost: the machine requests all device lists again.
      if hasMessages(answer), error.isTemporary { throw .connection(.busy(retryAfter: nil)) }
    }
  }

  /// The hidden events of users, which may be shown now that their devices have changed.
  func hiddenMessages(of users: Set<UserID>) -> Set<EventPlace> {
    users.reduce(into: []) { places, user in places.formUnion(hidden[user] ?? []) }
  }

  private func hasMessages(_ answer: JSONNode) -> Bool {
    !(answer["to_device"]?["events"]).elements.isEmpty
  }

  /// Whether the keys could not be opened for a reason that passes, such as a full disk.
  private var mayOpenSoon: Bool {
    guard isEnabled, case .closed = state, let reported else { return false }
    // An error that only the user can fix must not block syncs.
    let lasting = [EACCES, EPERM, EROFS]
    switch reported {
    case .disk(let code, _), .database(_, let code, _): return reported.isTemporary && !lasting.contains(code)
    default: return reported.isTemporary
    }
  }

  /// Adds events whose keys arrived right before the last run ended.
  func addLeftOver() {
    guard let machine else { return }
    do throws(MachineError) { unread.formUnion(try machine.readableEvents().map { EventPlace($0) }) } catch {
      report(error)
    }
  }

  /// Removes and returns the events to read again. If reading fails, return them with ``putBack(_:)``: the machine names each only
  /// once.
  func takeUnread() -> Set<EventPlace> {
    defer { unread = [] }
    return unread
  }

  func putBack(_ places: Set<EventPlace>) { unread.formUnion(places) }

  // MARK: Reading

  /// Decrypts events in advance and together, which is cheaper than one by one.
  func read(ahead events: some Sequence<MatrixEvent>) {
    readAhead = [:]
    let encrypted = events.filter { $0.type == EventType.encrypted && $0.stateKey == nil }
    guard !encrypted.isEmpty, let machine else { return }
    for (event, read) in zip(encrypted, decrypted(encrypted, by: machine)) {
      readAhead[EventPlace(event)] = (event, read)
    }
  }

  /// The event, decrypted if possible, and marked if it was encrypted. A mark that the server put into an event is removed.
  func readable(_ event: MatrixEvent) -> MatrixEvent {
    guard event.type == EventType.encrypted, event.stateKey == nil, !event.isRedacted else {
      return event.unmarked
    }
    // The server chooses the ids, so a different event may have the same id.
    if let ahead = readAhead.removeValue(forKey: EventPlace(event)), ahead.event.sender == event.sender,
      ahead.event.content.raw.elementsEqual(event.content.raw)
    {
      return ahead.read
    }
    return readAgain(event)
  }

  /// Reads an event whose key may have arrived since it was last read.
  func readAgain(_ event: MatrixEvent) -> MatrixEvent {
    readAhead[EventPlace(event)] = nil
    guard let machine else { return event.unmarked }
    return decrypted([event], by: machine).first ?? event.unmarked
  }

  private func decrypted(_ events: [MatrixEvent], by machine: OlmMachine) -> [MatrixEvent] {
    let sealed = events.map { event in
      EncryptedEvent(
        room: event.room.rawValue, id: event.id.rawValue, sender: event.sender.rawValue,
        content: event.content)
    }
    do throws(MachineError) {
      return zip(events, try machine.decrypt(sealed)).map { event, result in
        switch result {
        case .readable(let plain):
          hidden[event.sender]?.remove(EventPlace(event))
          return event.read(plain)
        case .unreadable(let reason):
          if reason.isAboutSender { hidden[event.sender, default: []].insert(EventPlace(event)) }
          if let session = reason.session { want(SessionPlace(room: event.room.rawValue, session: session)) }
          return event.unreadable(EncryptionNote(reason))
        }
      }
    } catch {
      report(error)
      unread.formUnion(events.map { EventPlace($0) })
      return events.map { $0.unreadable(.keyMissing) }
    }
  }
}

extension AccountKeys {
  /// A session of a room.
  struct SessionPlace: Hashable {
    let room: String
    let session: String
  }

  private static let mostWanted = 200

  private func want(_ place: SessionPlace) {
    guard wanted.last != place else { return }
    wanted.removeAll { $0 == place }
    wanted.append(place)
    wanted.removeFirst(max(0, wanted.count - Self.mostWanted))
    tellWanted?()
  }

  /// Adds the sessions of the latest messages that wait for a key, with a lower priority than the present ones.
  func wantAllWaiting() throws(ChatError) {
    guard let machine else { return }
    let waiting = try withChatErrors(machine.waitingEvents())
    for event in waiting.suffix(Self.mostWanted).reversed() {
      let place = SessionPlace(room: event.room, session: event.session)
      if !wanted.contains(place) { wanted.insert(place, at: 0) }
    }
    wanted.removeFirst(max(0, wanted.count - Self.mostWanted))
  }

  /// The sessions whose keys messages lack, the latest last. Each is named once.
  func takeWanted() -> [(room: String, session: String)] {
    defer { wanted = [] }
    return wanted.map { ($0.room, $0.session) }
  }
}

extension UnreadableReason {
  /// Whether the reason may change once more of the sender's devices and identity is known.
  fileprivate var isAboutSender: Bool {
    switch self {
    case .hidden, .unknownDevice: true
    default: false
    }
  }

  /// The session whose key is missing.
  fileprivate var session: String? {
    switch self {
    case .keyMissing(let session), .keyWithheld(let session, _), .keyBeginsLater(let session): session
    default: nil
    }
  }
}

/// An event of a room.
struct EventPlace: Hashable, Sendable {
  let room: ChannelID
  let event: MessageID
}

extension EventPlace {
  init(_ event: MatrixEvent) { self.init(room: event.room, event: event.id) }

  init(_ event: WaitingEvent) {
    self.init(room: ChannelID(event.room), event: MessageID(event.event))
  }
}
