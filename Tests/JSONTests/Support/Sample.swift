import Foundation
import JSON
import Testing

/// A text of a table, with bytes that are not UTF-8 where it has to be.
struct Sample: CustomTestStringConvertible, Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  func read(_ limits: JSONLimits = .standard) throws(JSONError) -> JSONNode {
    try JSONDocument(bytes, limits: limits).root
  }

  /// What Foundation reads, nil if it refuses.
  var foreign: ForeignValue? {
    // Why it refuses does not matter.
    try? JSONDecoder().decode(ForeignValue.self, from: Data(bytes))
  }

  /// Why it is refused, nil if it is not.
  var error: JSONError? { error(.standard) }

  func error(_ limits: JSONLimits) -> JSONError? {
    do throws(JSONError) {
      _ = try read(limits)
      return nil
    } catch {
      return error
    }
  }
}

extension Sample: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(Array(text.utf8)) }
}
