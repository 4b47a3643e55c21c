/// How a cell looks.
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
  /// Which of the frame's links the cell belongs to.
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

  /// The same style on another background.
  public func on(_ background: Color) -> Style {
    var style = self
    style.background = background
    return style
  }

  /// This style laid over another, which shows through where this one has the standard.
  public func over(_ under: Style) -> Style {
    Style(
      foreground == .standard ? under.foreground : foreground,
      on: background == .standard ? under.background : background, attributes.union(under.attributes),
      link: link ?? under.link)
  }

  /// This style in place of another one, of which only the shape of the letters is left: a row has one colour and one
  /// ground then, whatever stood in it.
  public func replacing(_ under: Style) -> Style {
    Style(
      foreground, on: background,
      attributes.union(under.attributes.intersection([.bold, .italic, .underline, .strikethrough])),
      link: link ?? under.link)
  }
}

/// An address that a terminal may offer to open; its place in `Frame.links`.
public struct LinkID: Hashable, Sendable {
  public let index: UInt16

  public init(_ index: UInt16) { self.index = index }
}
