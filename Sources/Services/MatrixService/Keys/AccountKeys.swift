import ChatDomain
import Ciphers
import EncryptionMachine
import FileSystem
import Glibc
import JSON
import Recovery

/// The encryption keys of this device, opened at first use.
///
/// Without them, encrypted rooms can be neither read nor written to, and everything else works.
final class AccountKeys {
  private enum State {
    case closed
    case open(OlmMachine)
    case failed
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
  /// Whether the user wants a backup of the keys; nil if the server has not said so in this run.
  var backupPreference: BackupPreference?
  /// Called when a message lacks a key.
  var tellWanted: (() -> Void)?
  /// Events that were read ahead, as they came and as they were read.
  private var readAhead: [EventPlace: (event: MatrixEvent, read: MatrixEvent)] = [:]
  /// Events that may be shown once more is known of their senders' devices.
  private var hidden: [UserID: Set<EventPlace>] = [:]
  /// Events to read again: their keys came, or the database failed when they were read.
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
      // Another program may end, and the disk may have room again.
      if !error.isTemporary { state = .failed }
      report(error)
      return nil
    }
  }

  /// Whether encrypted rooms can be written to, as far as that is known without opening the keys.
  var isUsable: Bool { if case .failed = state { false } else { isEnabled } }

  /// Whether the room was ever seen encrypted, even if a server hides it now.
  func requiresEncryption(in room: ChannelID) throws(ChatError) -> Bool {
    guard let machine else { return false }
    do throws(MachineError) { return try machine.isEncrypted(room: room.rawValue) } catch {
      report(error)
      throw .connection(.busy(retryAfter: nil))
    }
  }

  /// Whether nothing may be sent to the room in the clear: it is encrypted, or that cannot be told now.
  func forbidsClearText(in room: ChannelID) -> Bool {
    do throws(ChatError) { return try requiresEncryption(in: room) } catch { return true }
  }

  func close() {
    state = .failed
    (suite, profileKey) = (nil, nil)
  }

  private var reported: MachineError?

  private func report(_ error: MachineError) {
    guard error != reported else { return }
    reported = error
    news.yield(.keysUnusable(error.description))
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

  /// Takes a sync answer before the cache takes it: the server gives each message to this device once.
  func take(sync answer: JSONNode, since: String?) throws(ChatError) {
    guard let machine else {
      // The next attempt may open the keys, and the server gives each message to this device once.
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
      // A message to this device may be a key. Without one, nothing is lost but time: the machine asks for all lists again.
      if hasMessages(answer), error.isTemporary { throw .connection(.busy(retryAfter: nil)) }
    }
  }

  /// The events of users that may be shown now, because more is known of their devices.
  func hiddenMessages(of users: Set<UserID>) -> Set<EventPlace> {
    users.reduce(into: []) { places, user in places.formUnion(hidden[user] ?? []) }
  }

  private func hasMessages(_ answer: JSONNode) -> Bool {
    !(answer["to_device"]?["events"]).elements.isEmpty
  }

  /// Whether the keys could not be opened for a reason that passes, such as a full disk.
  private var mayOpenSoon: Bool {
    guard isEnabled, case .closed = state, let reported else { return false }
    // What a person has to mend must not keep the rest from being received.
    let lasting = [EACCES, EPERM, EROFS]
    switch reported {
    case .disk(let code, _), .database(_, let code, _): return reported.isTemporary && !lasting.contains(code)
    default: return reported.isTemporary
    }
  }

  /// Adds the events that may have become readable when the program ended the last time.
  func addLeftOver() {
    guard let machine else { return }
    do throws(MachineError) { unread.formUnion(try machine.readableEvents().map { EventPlace($0) }) } catch {
      report(error)
    }
  }

  /// The events to read again. If that fails, give them back with ``putBack(_:)``: the machine does not name them twice.
  func takeUnread() -> Set<EventPlace> {
    defer { unread = [] }
    return unread
  }

  func putBack(_ places: Set<EventPlace>) { unread.formUnion(places) }

  // MARK: Reading

  /// Reads events together, which is cheaper than one by one.
  func read(ahead events: some Sequence<MatrixEvent>) {
    readAhead = [:]
    let encrypted = events.filter { $0.type == EventType.encrypted && $0.stateKey == nil }
    guard !encrypted.isEmpty, let machine else { return }
    for (event, read) in zip(encrypted, decrypted(encrypted, by: machine)) {
      readAhead[EventPlace(event)] = (event, read)
    }
  }

  /// The event as this device can read it. The mark of encrypted events is set here alone: in an event of the server it is removed.
  func readable(_ event: MatrixEvent) -> MatrixEvent {
    guard event.type == EventType.encrypted, event.stateKey == nil, !event.isRedacted else {
      return event.unmarked
    }
    // The server chooses the ids, so another event may have this one.
    if let ahead = readAhead.removeValue(forKey: EventPlace(event)), ahead.event.sender == event.sender,
      ahead.event.content.raw.elementsEqual(event.content.raw)
    {
      return ahead.read
    }
    return readAgain(event)
  }

  /// Reads an event whose key may have come since it was read.
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

  /// Asks for the keys of all messages that wait for one, the latest first.
  func wantAllWaiting() throws(ChatError) {
    guard let machine else { return }
    let waiting = try withChatErrors(machine.waitingEvents())
    for event in waiting.suffix(Self.mostWanted) {
      let place = SessionPlace(room: event.room, session: event.session)
      if !wanted.contains(place) { wanted.insert(place, at: 0) }
    }
  }

  /// The sessions whose keys messages lack, the latest last. Each is named once.
  func takeWanted() -> [(room: String, session: String)] {
    defer { wanted = [] }
    return wanted.map { ($0.room, $0.session) }
  }
}

extension UnreadableReason {
  /// Whether it may change with what is known of the sender's devices and identity.
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
