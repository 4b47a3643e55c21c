import TerminalScreen

/// A style as an escape sequence, for cells that are not written through ncurses.
enum StyleSequence {
  static func text(of style: Style, _ colors: ColorTranslation) -> String {
    let shown = colors.shown(style)
    var codes = ["0"]
    if shown.attributes.contains(.bold) { codes.append("1") }
    if shown.attributes.contains(.dim) { codes.append("2") }
    if shown.attributes.contains(.italic) { codes.append("3") }
    if shown.attributes.contains(.underline) { codes.append("4") }
    if shown.attributes.contains(.reverse) { codes.append("7") }
    if let code = code(of: shown.foreground, colors.depth, plain: 30) { codes.append(code) }
    if let code = code(of: shown.background, colors.depth, plain: 40) { codes.append(code) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(of index: Int32, _ depth: ColorDepth, plain: Int32) -> String? {
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
