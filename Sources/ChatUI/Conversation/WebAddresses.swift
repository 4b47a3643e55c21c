/// Finds addresses in plain text.
nonisolated enum WebAddresses {
  /// The first word that begins like an address, without the marks that end a sentence.
  static func first(in text: String) -> String? {
    for word in text.split(whereSeparator: \.isWhitespace) {
      let address = word.drop { "(<[\"'".contains($0) }
      guard address.hasPrefix("https://") || address.hasPrefix("http://") else { continue }
      var end = address
      while let last = end.last, ".,;:!?)>]\"'".contains(last) { end.removeLast() }
      if end.count > "https://".count { return String(end) }
    }
    return nil
  }
}
