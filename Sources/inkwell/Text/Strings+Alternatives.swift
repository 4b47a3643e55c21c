extension [String] {
  /// "a, b or c".
  var alternatives: String {
    count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) or \(last ?? "")"
  }
}
