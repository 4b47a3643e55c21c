/// Maps the numbers of terminal encodings to keys.
enum KeyCode {
  /// The key of one byte below 0x80.
  static func ascii(_ byte: UInt8) -> KeyEvent {
    switch byte {
    case 0x00: KeyEvent(.character(" "), .control)
    case 0x09: KeyEvent(.tab)
    case 0x0D: KeyEvent(.enter)
    case 0x1B: KeyEvent(.escape)
    case 0x01...0x1A: KeyEvent(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1C...0x1F: KeyEvent(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    case 0x7F: KeyEvent(.backspace)
    default: KeyEvent(.character(Character(Unicode.Scalar(byte))))
    }
  }

  /// The key of `CSI number ~`.
  static func tilde(_ number: Int) -> KeyEvent.Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// The key of the last byte of `CSI 1;5C` and `SS3 C`.
  static func letter(_ final: UInt8) -> KeyEvent.Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  /// The key of a code point in the forms CSI-u and modifyOtherKeys; nil for a lone modifier and other unsupported
  /// keys.
  static func codePoint(_ number: Int) -> KeyEvent.Key? {
    switch number {
    case 8, 127: return .backspace
    case 9: return .tab
    case 13: return .enter
    case 27: return .escape
    case 57_376...57_398: return .function(number - 57_363)
    case 57_399...57_426: return keypad[number - 57_399]
    case 32..<0xE000, 0xF900...0x10FFFF:
      guard !(0x7F..<0xA0).contains(number) else { return nil }
      return Unicode.Scalar(UInt32(number)).map { .character(Character($0)) }
    default: return nil
    }
  }

  private static let keypad: [KeyEvent.Key] =
    "0123456789./*-+".map { .character($0) } + [
      .enter, .character("="), .character(","), .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
      .insert, .delete,
    ]

  /// The key of `SS3 j` to `SS3 y` and of a keypad's other sequences.
  static func applicationKeypad(_ final: UInt8) -> KeyEvent.Key? {
    switch final {
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(final - 0x40)))
    default: nil
    }
  }
}

/// A scalar of several UTF-8 bytes, assembled as they arrive.
struct ScalarAssembly: Sendable {
  enum Outcome {
    case more
    case scalar(Unicode.Scalar)
    /// The byte does not belong to the scalar, which is then invalid UTF-8.
    case broken
  }

  private var value: UInt32
  private var missing: Int
  /// The valid range of the next byte, which excludes overlong forms and surrogates.
  private var allowed: ClosedRange<UInt8>

  /// Nil if no multi-byte scalar begins with this byte.
  init?(first byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
    default: return nil
    }
    allowed =
      switch byte {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
  }

  mutating func take(_ byte: UInt8) -> Outcome {
    guard allowed.contains(byte) else { return .broken }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    guard missing == 0 else { return .more }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .broken
  }
}
