/// Why a picture is not shown.
public enum PictureFault: Error, Hashable, Sendable {
  /// A required program is not installed.
  case notInstalled(String)
  /// The file is not of a supported kind.
  case unknownKind
  /// The picture's header gives this many pixels.
  case tooLarge(width: Int, height: Int)
  /// The picture is damaged, or needs more memory or processor time than allowed.
  case unreadable
  /// The decoder was killed after the time limit.
  case tookTooLong
  /// The system could not start the decoder: the errno.
  case notStarted(Int32)
  /// Cancelled.
  case cancelled
}

extension PictureFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notInstalled(let program): "\(program) is not installed"
    case .unknownKind: "it is no PNG, JPEG, GIF or WebP"
    case .tooLarge(let width, let height): "it has \(width)×\(height) pixels, which are too many"
    case .unreadable: "it is damaged, or too much to decode"
    case .tookTooLong: "it took too long to decode"
    case .notStarted: "its decoder could not be started"
    case .cancelled: "it is not wanted any more"
    }
  }
}
