package import Ciphers
package import JSON

/// JSON that contains secrets, such as a room key, which must not get into arrays and strings.
///
/// Strings under the given keys are taken out, at any depth. Everything else is read as an ordinary document.
package struct SecretJSON {
  /// The document, with a number (as a string) in place of each secret.
  package let root: JSONNode
  private let secrets: [Secret]

  /// Parses a text.
  ///
  /// - Parameter keys: the members whose strings are secret.
  package init(
    parsing text: some RawBytes, secretsUnder keys: Set<String>, limits: JSONLimits = .answer
  ) throws(JSONError) {
    var scanner = SecretScanner(keys: keys)
    text.withBytes { scanner.scan($0) }
    root = try JSONDocument(scanner.rest, limits: limits).root
    secrets = scanner.secrets
  }

  /// The secret that was under this key; nil if there was none or no string.
  ///
  /// - Parameter object: an object of this document.
  package func secret(_ key: String, in object: JSONNode?) -> Secret? {
    guard let number = (object?[key]?.string).flatMap(Int.init), secrets.indices.contains(number) else {
      return nil
    }
    return secrets[number]
  }

  /// Adds a secret to an object.
  ///
  /// - Parameters:
  ///   - key: has no character that JSON escapes.
  ///   - secret: text without characters that JSON escapes, such as base64.
  ///   - object: compact JSON.
  package static func adding(_ key: String, string secret: Secret, to object: some RawBytes) -> Secret {
    let quote = [UInt8(ascii: "\"")]
    secret.withBytes { bytes in
      precondition(
        bytes.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }, "a secret needs escapes")
    }
    return adding(key, json: Secret(joining: [quote, secret, quote]), to: object)
  }

  /// Adds a value that contains secrets to an object.
  ///
  /// - Parameters:
  ///   - key: has no character that JSON escapes.
  ///   - value: JSON.
  ///   - object: compact JSON.
  package static func adding(_ key: String, json value: Secret, to object: some RawBytes) -> Secret {
    object.withBytes { object in
      precondition(object.first == UInt8(ascii: "{") && object.last == UInt8(ascii: "}"), "not an object")
    }
    let object = Secret(joining: [object])
    let separator = object.count > 2 ? "," : ""
    return Secret(joining: [
      object[0..<object.count - 1], Array("\(separator)\"\(key)\":".utf8), value, [UInt8(ascii: "}")],
    ])
  }
}

/// Separates secrets from the rest of a text.
///
/// It only finds where strings begin and end. Whether the text is JSON is checked when the rest is parsed.
private struct SecretScanner {
  let keys: [[UInt8]]
  private(set) var rest: [UInt8] = []
  private(set) var secrets: [Secret] = []

  init(keys: Set<String>) { self.keys = keys.map { Array($0.utf8) } }

  mutating func scan(_ text: UnsafeRawBufferPointer) {
    var place = 0
    while place < text.count {
      guard text[place] == UInt8(ascii: "\"") else {
        rest.append(text[place])
        place += 1
        continue
      }
      let end = Self.endOfString(text, from: place)
      rest += text[place..<end]
      let isSecret = end - place >= 2 && keys.contains { $0.elementsEqual(text[place + 1..<end - 1]) }
      place = end
      guard isSecret, let value = Self.valueAfterColon(text, place) else { continue }
      rest.append(UInt8(ascii: ":"))
      place = value
      guard text[value] == UInt8(ascii: "\"") else { continue }
      place = Self.endOfString(text, from: value)
      rest += "\"\(secrets.count)\"".utf8
      secrets.append(Self.unescaped(text[value + 1..<max(value + 1, place - 1)]))
    }
  }

  /// The first place after a string; the end of the text if the string is not terminated.
  private static func endOfString(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start + 1
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return text.count
  }

  /// The first byte of the value if a colon follows.
  private static func valueAfterColon(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    guard let colon = text[start...].firstIndex(where: { !blanks.contains($0) }),
      text[colon] == UInt8(ascii: ":")
    else { return nil }
    return text[(colon + 1)...].firstIndex { !blanks.contains($0) }
  }

  /// Base64 needs no escapes, but some writers escape the slash. Other escapes are kept, which makes the secret unreadable.
  private static func unescaped(_ text: Slice<UnsafeRawBufferPointer>) -> Secret {
    let isEscape = { (index: Int) -> Bool in
      text[index] == UInt8(ascii: "\\") && index + 1 < text.endIndex && text[index + 1] == UInt8(ascii: "/")
    }
    return Secret(count: text.indices.count { !isEscape($0) }) { memory in
      var place = 0
      for index in text.indices where !isEscape(index) {
        memory[place] = text[index]
        place += 1
      }
    }
  }
}
