import JSON

extension JSONNode? {
  /// The text by which a room stands before others in a space, or a space before others; nil for what is none by the
  /// specification: such a room stands where it would without.
  var spaceOrder: String? {
    self?.shortString.flatMap { text in
      text.utf8.count <= 50 && text.hasOnlyBytes { (0x20...0x7E).contains($0) } ? text : nil
    }
  }
}
