/// Why a picture is not shown.
public enum PictureFault: Error, Hashable, Sendable {
  /// A program that is needed is not on this computer.
  case notInstalled(String)
  /// It begins as none of the kinds that are decoded.
  case unknownKind
  /// It says that it has so many pixels.
  case tooLarge(width: Int, height: Int)
  /// It is damaged, or needs more memory or time of the processor than it gets.
  case unreadable
  /// Its decoder was ended after the longest time.
  case tookTooLong
  /// The system could not start the decoder: its number for the reason.
  case notStarted(Int32)
  /// Nobody wants it any more.
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
