import ChatDomain
import Ciphers
import JSON

/// The key of an encrypted file, and the hash of its ciphertext.
struct MediaKey: Hashable, Sendable {
  /// Base64 for URLs.
  private let key: String
  /// The first counter block, base64.
  private let iv: String
  /// The hash of the ciphertext, base64.
  private let sha256: String

  /// The form in a file id: the parts, separated by full stops, which no part contains.
  var text: String { "\(key).\(iv).\(sha256)" }

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return nil }
    self.init(key: parts[0], iv: parts[1], sha256: parts[2])
  }

  private init?(key: String, iv: String, sha256: String) {
    self.key = key.withoutPadding
    self.iv = iv.withoutPadding
    self.sha256 = sha256.withoutPadding
    guard file != nil else { return nil }
  }

  init(_ file: EncryptedFile) {
    let fields = file.fields
    key = fields.key.withBytes { String(decoding: $0, as: UTF8.self) }
    (iv, sha256) = (fields.iv, fields.sha256)
  }

  /// The key for decrypting; nil if a part is not valid.
  var file: EncryptedFile? {
    do throws(CipherError) {
      return try EncryptedFile(
        version: "v2", keyType: "oct", algorithm: "A256CTR", key: Array(key.utf8), iv: iv, sha256: sha256)
    } catch { return nil }
  }

  /// Reads the field `file` of a content; nil if it is incomplete, or of an unknown kind.
  init?(_ node: JSONNode) {
    guard node["v"]?.isString("v2") == true, node["key"]?["kty"]?.isString("oct") == true,
      node["key"]?["alg"]?.isString("A256CTR") == true, let key = node["key"]?["k"]?.shortString,
      let iv = node["iv"]?.shortString, let sha256 = node["hashes"]?["sha256"]?.shortString
    else { return nil }
    self.init(key: key, iv: iv, sha256: sha256)
  }

  /// Writes the field `file` of a content.
  func write(for address: MediaAddress, to json: inout JSONWriter) {
    json.object("file") { json in
      json.member("v", "v2")
      json.member("url", address.url)
      json.object("key") { json in
        json.member("kty", "oct")
        json.member("alg", "A256CTR")
        json.member("ext", true)
        json.member("k", key)
        json.member("key_ops", ["encrypt", "decrypt"])
      }
      json.member("iv", iv)
      json.object("hashes") { $0.member("sha256", sha256) }
    }
  }
}

extension String {
  fileprivate var withoutPadding: String {
    String(self[..<(lastIndex { $0 != "=" }.map { index(after: $0) } ?? startIndex)])
  }
}
