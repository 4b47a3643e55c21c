import ChatDomain
import Ciphers
import CrossSigning
import EncryptionMachine
import JSON
import Recovery

/// The backup of room keys: new keys are uploaded, and old ones are fetched, first those that messages lack.
final class KeyBackup: AccountPart {
  let account: AccountContext
  private let requests: KeyRequests
  private var key: BackupKey?
  private var version: BackupVersion?
  private var schedule: RestoreSchedule?
  private var isLoaded = false
  /// When the version was last requested.
  private var askedAt: Timestamp?
  private var isRunning = false

  init(_ account: AccountContext, _ requests: KeyRequests) {
    self.account = account
    self.requests = requests
  }

  private var reader: AccountSecretsReader { AccountSecretsReader(account: account, requests: requests) }

  // MARK: The private key

  /// The private key of a backup, if it is on this device.
  func key(for version: BackupVersion?) throws(ChatError) -> BackupKey? {
    try load()
    guard let version, let key, key.publicKey == version.publicKey else { return nil }
    return key
  }

  private static let name = "backup key"
  /// Separates the name from those in secret storage.
  private static let sealedName = "inkwell.device.backup key"

  private func load() throws(ChatError) {
    guard !isLoaded, keys.machine != nil, let suite = keys.suite, let profileKey = keys.profileKey else {
      return
    }
    isLoaded = true
    let text = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.values.value(forKey: Self.name)
    }
    guard let text else { return }
    do {
      let sealed = try SealedSecret(line: text)
      let seed = try SecretStorageKey(profileKey).open(sealed, name: Self.sealedName, with: suite)
      key = try BackupKey(seed, with: suite)
    } catch {
      // The user has to enter the recovery key again.
    }
  }

  /// Saves the private key, sealed under the profile's key, and begins to restore.
  func begin(_ key: BackupKey, in version: BackupVersion?) throws(ChatError) {
    guard let suite = keys.suite, let profileKey = keys.profileKey else { return }
    let text: String
    do throws(CipherError) {
      text = try SecretStorageKey(profileKey).seal(key.seed, name: Self.sealedName, with: suite).line
    } catch { throw RecoveryError.cipher(error).meaning }
    try store.withReplica { replica throws(CacheFault) in
      try replica.cache.values.set(text, forKey: Self.name)
    }
    (self.key, isLoaded) = (key, true)
    try use(version)
    runSoon()
  }

  /// Uses a version of the backup, if its private key is here.
  private func use(_ version: BackupVersion?) throws(ChatError) {
    guard let version, let key, key.publicKey == version.publicKey else {
      (self.version, schedule) = (nil, nil)
      return
    }
    if let known = self.version, known.version == version.version { return }
    let name = Self.restoredName
    let kept = try store.withReplica { replica throws(CacheFault) -> (former: String?, rooms: [Room]) in
      (try replica.cache.values.value(forKey: name), replica.rooms.values.filter(\.isEncrypted))
    }
    var restored = kept.former?.split(separator: "\n").map(String.init) ?? []
    if restored.first == version.version {
      restored.removeFirst()
    } else {
      restored = []
      try withChatErrors(keys.machine?.startNewBackup())
    }
    self.version = version
    schedule = RestoreSchedule(
      version: version, rooms: kept.rooms.map(\.id.rawValue).sorted(), restoredRooms: Set(restored))
    try keepRestored()
  }

  /// The version, and the rooms whose keys were restored from it.
  private static let restoredName = "restored rooms"

  private func keepRestored() throws(ChatError) {
    guard let version, let schedule else { return }
    let text = ([version.version] + schedule.restoredRooms.sorted()).joined(separator: "\n")
    try store.withReplica { replica throws(CacheFault) in
      try replica.cache.values.set(text, forKey: Self.restoredName)
    }
  }

  // MARK: Running

  private static let pause = Duration.seconds(600)

  /// Continues in a task, after a sync or when a message needs a key.
  func runSoon() {
    guard !isRunning, keys.machine != nil else { return }
    isRunning = true
    Task { [weak service = account.service] in await service?.runKeyBackup() }
  }

  /// Puts new keys into the backup, and fetches keys from it, until nothing is left.
  func run() async {
    defer { isRunning = false }
    do throws(ChatError) {
      try load()
      guard key != nil else { return }
      let isRecent = askedAt.map { clock.now - $0 < Self.pause } ?? false
      // Another device may make a new backup, or put keys into it, but not every minute.
      if version == nil, isRecent { return }
      if !isRecent {
        if keys.backupPreference == nil { keys.backupPreference = try await reader.backupPreference() }
        let now = try await reader.backupVersion()
        try use(now)
        askedAt = clock.now
        schedule?.observe(etag: now?.etag)
        try keys.wantAllWaiting()
      }
      // A key that cannot be fetched must not keep those of this device out of the backup.
      var hasFailed = false
      while !store.isClosed, version != nil {
        for (room, session) in keys.takeWanted() {
          schedule?.prioritize(RestoreSchedule.Session(room: room, id: session))
        }
        // Keys of messages on the screen come first, then those that only this device has.
        let isUrgent = !hasFailed && schedule?.isUrgent == true
        if !isUrgent, try await storeNext() { continue }
        if hasFailed { return }
        do throws(ChatError) { guard try await restoreNext() else { return } } catch { hasFailed = true }
      }
    } catch {
      // The next sync tries again.
    }
  }

  // MARK: Out of the backup

  /// - Returns: false if there was nothing to fetch.
  private func restoreNext() async throws(ChatError) -> Bool {
    guard let (fetch, request) = schedule?.next() else { return false }
    do throws(ChatError) {
      let answer = try await reader.answer(to: request)
      guard let answer else {
        schedule?.finish(.notThere)
        return true
      }
      try take(answer, of: fetch)
      schedule?.finish(.received)
    } catch {
      schedule?.finish(.failed)
      throw error
    }
    if case .room = fetch { try keepRestored() }
    return true
  }

  private func take(_ answer: JSONNode, of fetch: RestoreSchedule.Fetch) throws(ChatError) {
    guard let key, let suite = keys.suite, let machine = keys.machine else { return }
    var found: [BackedUpRoomKey] = []
    switch fetch {
    case .session(let session):
      do throws(BackupError) {
        found = [
          try BackedUpRoomKey(answer, room: session.room, sessionID: session.id, key: key, with: suite)
        ]
      } catch {
        // The key in the backup is damaged. Another attempt would not help.
      }
    case .room(let room):
      found = BackedUpRoomKey.keys(in: answer, of: room, key: key, with: suite)
    }
    guard !found.isEmpty else { return }
    let readable = try withChatErrors(
      machine.importKeys(
        found.map {
          RoomKeyImport(
            room: $0.room, session: $0.sessionID, exported: $0.exported, senderKey: $0.senderKey,
            signingKey: $0.claimedSigningKey)
        }, isBackedUp: true))
    try readAgain(Set(readable.map { EventPlace($0) }))
  }

  // MARK: Into the backup

  /// - Returns: false if there was nothing to store.
  private func storeNext() async throws(ChatError) -> Bool {
    guard let version, let suite = keys.suite, let machine = keys.machine, keys.backupPreference != .off
    else { return false }
    let waiting = try withChatErrors(machine.keysToBackUp(atMost: ServerRequest.mostBackedUpKeys))
    guard !waiting.isEmpty else { return false }
    let request: ServerRequest
    do throws(BackupError) {
      var entries: [(key: BackedUpRoomKey, isVerified: Bool)] = []
      for key in waiting {
        entries.append(
          (
            try BackedUpRoomKey(
              room: key.room, exported: key.key, senderKey: key.senderKey,
              claimedSigningKey: key.signingKey.isEmpty ? nil : key.signingKey, with: suite), key.isVerified
          ))
      }
      request = try .backUp(entries, in: version, with: suite)
    } catch { return false }
    do throws(ChatError) {
      guard let answer = try await reader.answer(to: request) else {
        // The version is gone.
        self.version = nil
        schedule = nil
        return false
      }
      schedule?.observe(etag: answer["etag"]?.string)
    } catch {
      // The refusal means that another device made a new backup.
      if case .refused = error { (self.version, schedule) = (nil, nil) }
      throw error
    }
    // Another backup may have begun meanwhile, which lacks these keys.
    if self.version?.version == version.version { try withChatErrors(machine.markBackedUp(waiting)) }
    return true
  }
}
