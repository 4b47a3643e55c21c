import Foundation
import JSON
import TestSupport
import Testing

extension SeededGenerator {
  /// A random value with few levels and members.
  mutating func value(depth: Int = 4) -> Value {
    switch below(depth > 0 ? 10 : 6) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: .integer(integer())
    case 3: .double(double())
    case 4, 5: .string(text())
    case 6, 7: .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    // The number keeps the keys distinct, also under canonical equivalence.
    default: .object((0..<below(5)).map { (key: "\($0)\(text())", value: value(depth: depth - 1)) })
    }
  }

  private mutating func integer() -> Int {
    switch below(4) {
    case 0: below(20) - 10
    case 1: [.max, .min, .max - 1, .min + 1, 1 << 53, -(1 << 53), 1 << 53 + 1][below(7)]
    default: Int(truncatingIfNeeded: next()) >> below(64)
    }
  }

  private mutating func double() -> Double {
    switch below(3) {
    case 0: return Double(below(2000) - 1000) / 8
    case 1:
      return [0, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e21, 5e-7][
        below(7)]
    default:
      let any = Double(bitPattern: next())
      return any.isFinite ? any : 0.1
    }
  }

  static let pieces: [String] = [
    "a", "Z", "0", " ", "\"", "\\", "/", "\\u00e9", "\u{0}", "\u{1}", "\u{8}", "\t", "\n", "\u{C}", "\r",
    "\u{1F}",
    "\u{7F}", "\u{80}", "é", "e\u{301}", "ß", "日本", "👩🏽‍💻", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}",
    "\u{D7FF}",
    "\u{E000}", "\u{10FFFF}", "{}", "[,]", "everyday words",
    "a longer run of plain words, past the eighth byte",
  ]

  mutating func text() -> String {
    (0..<below(6)).map { _ in Self.pieces[below(Self.pieces.count)] }.joined()
  }

  /// The bytes with random changes, removals and insertions.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) {
      let place = below(bytes.count + 1)
      switch below(5) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2: bytes.insert(UInt8(truncatingIfNeeded: next()), at: place)
      case 3:
        let start = below(bytes.count + 1)
        bytes.insert(contentsOf: bytes[start..<min(bytes.count, start + below(8))], at: place)
      default: bytes.insert(contentsOf: Self.tokens[below(Self.tokens.count)].utf8, at: place)
      }
    }
    return bytes
  }

  private static let tokens = [
    "\"", "\\", "\\u", "\\ud83d", "\\ude00", "\\u0000", "{", "}", "[", "]", ",", ":", "-", "0", "1e5", ".5",
    "E+", "null",
    "true", "false", " ", "\n", "\"a\":", "[[", "{\"\":",
  ]
}

/// A sample text, possibly with invalid UTF-8.
struct Sample: CustomTestStringConvertible, Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  func read(_ limits: JSONLimits = .standard) throws(JSONError) -> JSONNode {
    try JSONDocument(bytes, limits: limits).root
  }

  /// The result of Foundation, nil if it refuses.
  var foreign: ForeignValue? {
    // The reason does not matter.
    try? JSONDecoder().decode(ForeignValue.self, from: Data(bytes))
  }

  /// The error, nil if it is accepted.
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
