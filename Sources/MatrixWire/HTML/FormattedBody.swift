import DraftEngine

/// The HTML that clients send beside the plain words of a message.
enum FormattedBody {
  static let format = "org.matrix.custom.html"

  /// The elements as HTML; nil if the plain words say the same.
  static func html(_ elements: [MessageElement]) -> String? {
    var html = ""
    var hasLinks = false
    for element in elements {
      let words = element.text.withoutNUL.escapedHTML
      if let target = element.target, let address = MatrixLink.address(of: target) {
        hasLinks = true
        html += "<a href=\"\(address.escapedHTML)\">\(words)</a>"
      } else {
        html += words
      }
    }
    return hasLinks ? html : nil
  }

  /// What somebody's HTML says. More than an event can hold is not read.
  static func elements(_ html: String) -> [MessageElement] {
    guard html.utf8.count <= String.longestText else { return [] }
    var reader = FormattedBodyReader()
    var tokens = HTMLTokenizer(html)
    while let token = tokens.next() { reader.add(token) }
    return reader.finish()
  }
}

extension String {
  fileprivate var escapedHTML: String {
    var text = ""
    text.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "<br>"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
