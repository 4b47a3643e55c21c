/// One piece of HTML.
enum HTMLToken: Equatable {
  /// Words, with their escapes read.
  case text(String)
  /// - Parameters:
  ///   - name: in small letters.
  ///   - attributes: those that mean something here.
  case open(name: String, attributes: [HTMLAttribute: String])
  case close(name: String)
}

/// The attributes that mean something here. Everything else that a tag says is not even kept.
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
