/// Finds addresses in plain text.
nonisolated enum WebAddresses {
  /// The words that begin like an address, without the marks that end a sentence.
  static func all(in text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let address = word.drop { "(<[\"'".contains($0) }
      guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return nil }
      var end = address
      while let last = end.last, ".,;:!?)>]\"'".contains(last) { end.removeLast() }
      return end.count > "https://".count ? String(end) : nil
    }
  }
}
