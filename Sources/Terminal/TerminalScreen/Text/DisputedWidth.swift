/// The scalars with whose widths kitty disagrees: xterm, foot and tmux count as the C library does.
///
/// Measured for every scalar outside of the great blocks of Chinese and Korean (`make terminals-check` does the same with
/// samples of each kind). What stands behind one of them must be put into its own cell.
enum DisputedWidth {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Most text, without asking for its properties.
    case ..<0x600, 0x1E00..<0x2E80, 0x3400..<0x4DC0, 0x4E00..<0xA000, 0xAC00..<0xE000: return false
    // Marks that begin a word in Arabic, Syriac and Kaithi.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return true
    // Symbols that are as wide as a letter there.
    case 0x3030, 0x303D, 0x3248...0x324F, 0x3297, 0x3299, 0x4DC0...0x4DFF, 0x1F202, 0x1F237: return true
    // A skin colour without a person.
    case 0x1F3FB...0x1F3FF: return true
    case 0x1F000...0x1FFFF, 0x3000..<0x302E, 0x3031..<0x3400: return false
    // Vowel signs of Indian scripts that have cells of their own, or share that of the letter.
    default: return scalar.properties.generalCategory == .spacingMark
    }
  }
}
