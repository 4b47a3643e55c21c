/// The reason something could not be saved on this device, or not be read.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no space left. Saving continues when there is.
  case full
  /// The file system is read-only.
  case readOnly
  /// The user may not read or write the file.
  case notPermitted(path: String)
  /// Another session owns the profile.
  case lockedBy(process: Int32)
  /// The store has just become this session's (or writable): what was read before may be out of date. Thrown once
  /// instead of writing; read again first.
  case takenOver
  /// Somebody else is using the file at the moment.
  case busy
  /// The file is damaged; it was set aside under this name if that was possible.
  case corrupt(setAsideAs: String?)
  /// The file was written by a newer Inkwell.
  case newerVersion(found: Int, known: Int)
  /// Any other failure the system reports.
  case failed(String)

  /// Whether the same, unchanged change can succeed later.
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
