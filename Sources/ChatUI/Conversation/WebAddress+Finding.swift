import ChatScreens

nonisolated extension WebAddress {
  /// The words of a plain text that begin like an address, without trailing punctuation.
  static func all(in text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let address = word.drop { "(<[\"'".contains($0) }
      guard webSchemes.contains(where: { address.hasPrefix($0) }) else { return nil }
      var end = address
      while let last = end.last, ".,;:!?)>]\"'".contains(last) { end.removeLast() }
      return end.count > "https://".count ? String(end) : nil
    }
  }
}
