/// One piece of HTML.
enum HTMLToken: Equatable {
  /// Text, with its entities decoded.
  case text(String)
  /// - Parameters:
  ///   - name: the name in lower case.
  ///   - attributes: the supported attributes.
  case open(name: String, attributes: [HTMLAttribute: String])
  case close(name: String)
}

/// The supported attributes. All others are dropped.
enum HTMLAttribute: String {
  case href
  case alt
  case start
  case value
  case type
  case checked
  case `class`
  case spoiler = "data-mx-spoiler"
}
