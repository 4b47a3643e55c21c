extension String {
  /// For a line of plain text: controls, and what would turn the direction of the words around it, become their numbers.
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
  /// Whether it does nothing but be seen.
  var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners hold letters together; what else is of this kind turns, hides or marks words.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}
