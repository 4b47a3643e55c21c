public import ChatDomain

/// Generates ids that are unique across devices. It is injected, so that tests can predict the ids.
public nonisolated struct TransactionIDSource: Sendable {
  private let make: @Sendable () -> TransactionID

  /// A source of ids of your own.
  ///
  /// - Parameter make: returns an id that no request of this user ever had, on any device.
  public init(_ make: @escaping @Sendable () -> TransactionID) { self.make = make }

  /// 90 random bits. A string of at most 15 bytes needs no allocation, and sent messages keep their ids in many places.
  public static let random = TransactionIDSource {
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)
    let bits = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
    let text = (0..<15).map { digits[Int(bits[$0 / 10] >> (6 * ($0 % 10)) & 63)] }
    return TransactionID(String(decoding: text, as: UTF8.self))
  }

  func next() -> TransactionID { make() }
}
