import JSON

extension String {
  /// As a string of JSON and JSON5, with invisible characters and those that affect a terminal escaped.
  var quotedAsJSON: String {
    String(decoding: JSONWriter.bytes(isPlain: \.isPlain) { $0.string(self) }, as: UTF8.self)
  }

  /// The text for a line of plain text: control characters and bidirectional controls are replaced by their numbers.
  var printable: String {
    var printable = ""
    for scalar in unicodeScalars {
      if scalar.isPlain {
        printable.unicodeScalars.append(scalar)
      } else {
        printable += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return printable
  }
}

extension Unicode.Scalar {
  /// Whether it is only visible and has no other effect.
  var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners connect letters; other format characters reorder, hide or mark words.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}
