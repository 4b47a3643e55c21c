import ChatDomain

/// A value as bytes. `==` takes "é" and "e" with a combining accent for the same; this does not.
///
/// Dictionaries are written in the order of their keys, everything else in the order it stands.
func exact(_ value: Any) -> [UInt8] {
  var bytes: [UInt8] = []
  write(value, to: &bytes)
  return bytes
}

private func write(_ value: Any, to bytes: inout [UInt8]) {
  switch value {
  case let text as String:
    bytes += Array("s\(text.utf8.count):".utf8) + Array(text.utf8)
  case let pairs as [String: Any]:
    for key in pairs.keys.sorted() {
      write(key, to: &bytes)
      write(pairs[key] as Any, to: &bytes)
    }
  default:
    let mirror = Mirror(reflecting: value)
    bytes += Array("\(mirror.subjectType)".utf8)
    if mirror.children.isEmpty { bytes += Array(String(describing: value).utf8) }
    bytes.append(UInt8(ascii: "("))
    for child in mirror.children {
      bytes += Array((child.label ?? "").utf8)
      write(child.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: ")"))
  }
}
