/// The script of a language. Languages in other scripts are not checked.
public enum Script: Hashable, Sendable, CaseIterable {
  /// Latin letters.
  case latin
  /// Greek letters.
  case greek
  /// Cyrillic letters.
  case cyrillic
  /// Armenian letters.
  case armenian
  /// Hebrew letters.
  case hebrew
  /// Arabic letters.
  case arabic
  /// Georgian letters.
  case georgian
  /// Korean syllables.
  case hangul

  /// The script of a language.
  ///
  /// - Parameter language: the language code, with or without a country: `en_US`, `ru`.
  public init?(language: String) {
    switch language.prefix(while: { $0 != "_" && $0 != "-" }) {
    case "el": self = .greek
    case "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "tt", "uk": self = .cyrillic
    case "hy": self = .armenian
    case "he", "yi": self = .hebrew
    case "ar", "fa", "ur": self = .arabic
    case "ka": self = .georgian
    case "ko": self = .hangul
    case "as", "bn", "bo", "dz", "gu", "hi", "ja", "km", "kn", "lo", "ml", "mr", "my", "ne", "or", "pa", "sa",
      "si", "ta", "te", "th", "zh":
      return nil
    default: self = .latin
    }
  }

  /// The script of a letter; nil if it is of another script, or not a letter.
  init?(_ letter: Unicode.Scalar) {
    switch letter.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA720...0xA7FF,
      0xFB00...0xFB06:
      self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x531...0x58F: self = .armenian
    case 0x5D0...0x5F4: self = .hebrew
    case 0x620...0x6FF, 0x750...0x77F: self = .arabic
    case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
    case 0xAC00...0xD7A3: self = .hangul
    default: return nil
    }
  }
}
