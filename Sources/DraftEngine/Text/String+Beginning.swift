extension String {
  /// The first Characters, for showing them in a line. Of Characters that have more than sixteen scalars on average it
  /// is fewer: one of them may have a hundred thousand marks, none of which is drawn.
  package func beginning(_ characters: Int) -> String {
    // Most text is short, and nothing of it is left out.
    if utf8.count <= characters { return self }
    return String(String(UnicodeScalarView(unicodeScalars.prefix(characters * 16))).prefix(characters))
  }
}
