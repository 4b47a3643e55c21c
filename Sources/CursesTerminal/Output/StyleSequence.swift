import TerminalScreen

/// A style as an escape sequence, for cells that are not written through ncurses.
enum StyleSequence {
  static func text(of style: Style, _ depth: ColorDepth) -> String {
    var codes = ["0"]
    let attributes = style.attributes
    if attributes.contains(.bold) || depth.isBright(style.foreground) { codes.append("1") }
    // Dim, as ncurses draws it.
    if !attributes.isDisjoint(with: [.dim, .strikethrough]) { codes.append("2") }
    if attributes.contains(.italic) { codes.append("3") }
    if attributes.contains(.underline) { codes.append("4") }
    if attributes.contains(.reverse) { codes.append("7") }
    if let code = code(of: style.foreground, depth, plain: 30) { codes.append(code) }
    if let code = code(of: style.background, depth, plain: 40) { codes.append(code) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(of color: Color, _ depth: ColorDepth, plain: Int32) -> String? {
    let index = depth.index(of: color)
    switch index {
    case ..<0: return nil
    case ..<8: return String(plain + index)
    case ..<16 where depth != .direct: return String(plain + 52 + index)
    default:
      guard depth == .direct else { return "\(plain + 8);5;\(index)" }
      return "\(plain + 8);2;\(index >> 16);\(index >> 8 & 255);\(index & 255)"
    }
  }
}
