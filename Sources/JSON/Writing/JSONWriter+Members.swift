/// A key and its value in one call.
extension JSONWriter {
  public mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  public mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  public mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  public mutating func member(_ key: String, _ value: JSONNode) {
    self.key(key)
    node(value)
  }

  public mutating func member(_ key: String, _ values: [String]) {
    self.key(key)
    array { json in for value in values { json.string(value) } }
  }

  public mutating func array<Failure>(
    _ key: String, _ elements: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try array(elements)
  }

  public mutating func object<Failure>(
    _ key: String, _ members: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try object(members)
  }
}
