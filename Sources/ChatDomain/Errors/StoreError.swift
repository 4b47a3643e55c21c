/// Why something could not be kept on this device, or not be read.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no room. Saving goes on when there is.
  case full
  /// The file system takes no changes.
  case readOnly
  /// The user may not read or write the file.
  case notPermitted(path: String)
  /// Another session owns the profile.
  case lockedBy(process: Int32)
  /// Only now the store is this session's, or can be written: what was read may be out of date. Said once, in the place
  /// of writing; whoever hears it reads again first.
  case takenOver
  /// Somebody else is at work on the file at this moment.
  case busy
  /// The file is damaged; it was set aside under the name, if that was possible.
  case corrupt(setAsideAs: String?)
  /// The file was written by a newer Inkwell.
  case newerVersion(found: Int, known: Int)
  /// Anything else that the system says.
  case failed(String)

  /// Whether the same change can succeed later as it is.
  public var isWorthRetrying: Bool {
    switch self {
    case .full, .readOnly, .notPermitted, .lockedBy, .takenOver, .busy, .failed: true
    case .corrupt, .newerVersion: false
    }
  }
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .full: "the disk is full"
    case .readOnly: "the disk is read-only"
    case .notPermitted(let path): "\(path) cannot be written"
    case .lockedBy(let process): "process \(process) has this profile open"
    case .takenOver: "what is kept has to be read again"
    case .busy: "another program is at work on the file"
    case .corrupt(let name): "the file was damaged" + (name.map { " and is kept as \($0)" } ?? "")
    case .newerVersion(let found, let known): "the file has version \(found), and this program knows \(known)"
    case .failed(let what): what
    }
  }
}
