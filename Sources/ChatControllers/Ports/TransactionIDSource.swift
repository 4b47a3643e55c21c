public import ChatDomain

/// Makes ids that are unique across devices. It is injected, so that a test knows the ids beforehand.
public nonisolated struct TransactionIDSource: Sendable {
  private let make: @Sendable () -> TransactionID

  /// A source of ids of your own.
  ///
  /// - Parameter make: returns an id that no request of this user ever had, on any device.
  public init(_ make: @escaping @Sendable () -> TransactionID) { self.make = make }

  /// 128 random bits, in hexadecimal digits.
  public static let random = TransactionIDSource {
    let halves = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
    return TransactionID(halves.map { String($0, radix: 16) }.joined(separator: "-"))
  }

  func next() -> TransactionID { make() }
}
