import JSON

extension String {
  /// As a string of JSON and JSON5, with invisible characters and those that affect a terminal escaped.
  var quotedAsJSON: String {
    String(decoding: JSONWriter.bytes(isPlain: \.isPlain) { $0.string(self) }, as: UTF8.self)
  }
}
