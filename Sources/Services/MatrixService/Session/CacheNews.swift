/// Problems with the files of an account, for the user.
public enum CacheNews: Hashable, Sendable {
  /// The cache was unusable and was replaced.
  case replaced
  /// The cache cannot be written. Data is kept in memory and fetched again after the next start.
  case inMemory(isFull: Bool)
  /// New tokens cannot be saved, so they are not used and nothing is sent.
  case signInNotKept(SessionFault)
  /// The disk is full, so uploads wait.
  case filesWait
  /// The encryption keys of this device cannot be used; the text says why.
  case keysUnusable(String)
  /// The encryption keys are an older copy, so encrypted sessions with other devices start over.
  case keysPutBack
}

extension CacheNews: CustomStringConvertible {
  public var description: String {
    switch self {
    case .signInNotKept(let fault):
      "Nothing is sent or received until the sign-in can be saved: \(fault)"
    case .replaced: "The local copy of this account was unreadable; loading it again"
    case .keysUnusable(let reason): "Encrypted channels cannot be read or written to: \(reason)"
    case .keysPutBack: "The encryption keys here are an older copy; encrypted sessions start over"
    case .filesWait: "The disk is full: files that are sent wait until there is room"
    case .inMemory(isFull: true):
      "The disk is full: new messages stay in memory until you quit"
    case .inMemory(isFull: false):
      "The local copy cannot be written: new messages stay in memory until you quit"
    }
  }
}

extension CacheNews {
  init(_ fault: CacheFault) { self = .inMemory(isFull: fault == .full) }
}
