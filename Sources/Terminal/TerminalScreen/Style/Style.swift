/// The appearance of a cell.
public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1 << 0)
    public static let dim = Attributes(rawValue: 1 << 1)
    public static let italic = Attributes(rawValue: 1 << 2)
    public static let underline = Attributes(rawValue: 1 << 3)
    public static let reverse = Attributes(rawValue: 1 << 4)
    public static let strikethrough = Attributes(rawValue: 1 << 5)
  }

  public var foreground: Color
  public var background: Color
  public var attributes: Attributes
  /// The link of the cell, one of the frame's.
  public var link: LinkID?

  public init(
    _ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = [],
    link: LinkID? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.link = link
  }

  public static let plain = Style()

  /// The same style with more attributes.
  public func adding(_ more: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(more)
    return style
  }

  /// This style laid over another one, which shows through where this one is standard.
  public func over(_ under: Style) -> Style {
    Style(
      foreground == .standard ? under.foreground : foreground,
      on: background == .standard ? under.background : background, attributes.union(under.attributes),
      link: link ?? under.link)
  }

  /// This style in place of another one, keeping only the attributes of its letters, so that a row has one colour and one
  /// background.
  public func replacing(_ under: Style) -> Style {
    Style(
      foreground, on: background,
      attributes.union(under.attributes.intersection([.bold, .italic, .underline, .strikethrough])),
      link: link ?? under.link)
  }
}

/// An address that a terminal may offer to open; an index into `Frame.links`.
public struct LinkID: Hashable, Sendable {
  public let index: UInt16

  public init(_ index: UInt16) { self.index = index }
}

/// Styles as text: "bold 130", "underline #5f87ff on black", "plain".
extension Style {
  /// Why a text is not a valid style, as a sentence.
  public struct NotationFault: Error, Hashable, Sendable {
    public let sentence: String

    public init(sentence: String) { self.sentence = sentence }
  }

  public init(notation: String) throws(NotationFault) {
    self.init()
    var words = notation.split(whereSeparator: \.isWhitespace)[...]
    guard !words.isEmpty else { throw NotationFault(sentence: "an empty style is written “plain”") }
    var isColored = false
    while let word = words.popFirst() {
      let name = word.lowercased()
      if name == "plain" { continue }
      if let attribute = Attributes.names.first(where: { $0.name == name }) {
        attributes.insert(attribute.attribute)
      } else if name == "on" {
        guard let next = words.popFirst(), let color = Color(notation: String(next)) else {
          throw NotationFault(sentence: "“on” must be followed by a colour")
        }
        background = color
      } else if let color = Color(notation: name) {
        guard !isColored else {
          throw NotationFault(
            sentence: "“\(word)” is a second colour; a background colour follows “on”")
        }
        foreground = color
        isColored = true
      } else {
        throw NotationFault(sentence: "“\(word)” is neither a colour nor an attribute")
      }
    }
  }

  /// The text from which the style can be parsed again, without its link.
  public var notation: String {
    var words = Attributes.names.filter { attributes.contains($0.attribute) }.map(\.name)
    if foreground != .standard { words.append(foreground.notation) }
    if background != .standard { words += ["on", background.notation] }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}

extension Style.Attributes {
  /// All attributes, by name.
  public static let names: [(name: String, attribute: Style.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ("strikethrough", .strikethrough),
  ]
}

extension Color {
  /// The names of the 16 colours of every palette, in order.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta",
    "bright-cyan",
    "bright-white",
  ]

  /// Parses a name, a number of the palette of 256, `#rrggbb`, or `standard` for the terminal's default; nil for anything else.
  public init?(notation: String) {
    let name = notation.lowercased()
    if name == "standard" {
      self = .standard
    } else if name == "grey" || name == "gray" {
      self = .palette(8)
    } else if let index = Self.names.firstIndex(of: name) {
      self = .palette(UInt8(index))
    } else if name.utf8.first == UInt8(ascii: "#"), name.utf8.count == 7,
      name.utf8.dropFirst().allSatisfy({ $0 != UInt8(ascii: "+") }),
      let mixed = UInt32(name.dropFirst(), radix: 16)
    {
      self = .rgb(
        red: UInt8(mixed >> 16), green: UInt8(truncatingIfNeeded: mixed >> 8),
        blue: UInt8(truncatingIfNeeded: mixed))
    } else if name.utf8.allSatisfy({ (48..<58).contains($0) }), let number = UInt8(name) {
      self = .palette(number)
    } else {
      return nil
    }
  }

  /// The text from which the colour can be parsed again.
  public var notation: String {
    switch self {
    case .standard: return "standard"
    case .palette(let index) where index < 16: return Self.names[Int(index)]
    case .palette(let index): return "\(index)"
    case .rgb(let red, let green, let blue):
      let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}

/// A colour; a terminal without it shows the nearest one.
public enum Color: Hashable, Sendable {
  /// The terminal's default foreground or background.
  case standard
  /// One of the 16 colours of every palette, or of xterm's 256.
  case palette(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// A style without its link in one word, because a screen has thousands of styles and compares them with each frame.
struct PackedStyle: Hashable, Sendable {
  /// From the lowest bit: 26 bits of foreground, 26 of background, 8 of attributes.
  let bits: UInt64

  init(_ style: Style) {
    bits =
      Self.pack(style.foreground) | Self.pack(style.background) << 26
      | UInt64(style.attributes.rawValue) << 52
  }

  init(bits: UInt64) { self.bits = bits }

  func style(link: LinkID?) -> Style {
    Style(
      Self.color(bits & Self.mask), on: Self.color(bits >> 26 & Self.mask),
      Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)), link: link)
  }

  private static let mask: UInt64 = 0x3FF_FFFF

  private static func pack(_ color: Color) -> UInt64 {
    switch color {
    case .standard: 0
    case .palette(let number): 1 << 24 | UInt64(number)
    case .rgb(let red, let green, let blue): 2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  private static func color(_ bits: UInt64) -> Color {
    switch bits >> 24 {
    case 1: .palette(UInt8(truncatingIfNeeded: bits))
    case 2:
      .rgb(
        red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits))
    default: .standard
    }
  }
}
