/// The reason something could not be saved on this device, or could not be read.
public enum StoreError: Error, Hashable, Sendable {
  /// The disk is full. Saving resumes when there is space.
  case full
  /// The file system is read-only.
  case readOnly
  /// The user may not read or write the file.
  case notPermitted(path: String)
  /// Another session owns the profile.
  case lockedBy(process: Int32)
  /// This session has just become the owner of the store, or the store has become writable: data read before may be stale.
  /// Thrown once instead of writing; read again first.
  case takenOver
  /// Another process is using the file at the moment.
  case busy
  /// The file is damaged. It was renamed to this name, if that was possible.
  case corrupt(setAsideAs: String?)
  /// The file was written by a newer Inkwell.
  case newerVersion(found: Int, known: Int)
  /// Any other failure that the system reports.
  case failed(String)

  /// Whether the same change can succeed later.
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
    case .takenOver: "the data has to be read again"
    case .busy: "another program is using the file"
    case .corrupt(let name): "the file was damaged" + (name.map { " and is kept as \($0)" } ?? "")
    case .newerVersion(let found, let known): "the file has version \(found), and this program knows \(known)"
    case .failed(let what): what
    }
  }
}
