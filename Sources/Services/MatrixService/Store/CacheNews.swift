/// What became of the files in which an account is kept, as far as a person should know.
public enum CacheNews: Hashable, Sendable {
  /// It was of no use, and everything is fetched again.
  case replaced
  /// It cannot be written. Everything goes on in memory; what came since is fetched again after the next start.
  case inMemory(isFull: Bool)
  /// New tokens cannot be written, and without that they are not used: nothing is sent until they can.
  case signInNotKept(SessionFault)
  /// There is no room for files on their way. They wait until there is.
  case filesWait
}

extension CacheNews: CustomStringConvertible {
  public var description: String {
    switch self {
    case .signInNotKept(let fault):
      "Nothing can be sent or received before the sign-in can be kept on the disk: \(fault)"
    case .replaced: "What was kept of this account could not be read; it is fetched again"
    case .filesWait: "The disk is full: files that are sent wait until there is room"
    case .inMemory(isFull: true):
      "The disk is full: what comes from the server is kept in memory until the program ends"
    case .inMemory(isFull: false):
      "What comes from the server cannot be kept on the disk; it stays in memory until the program ends"
    }
  }
}

extension CacheNews {
  init(_ fault: CacheFault) { self = .inMemory(isFull: fault == .full) }
}
