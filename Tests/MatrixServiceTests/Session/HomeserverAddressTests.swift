import Testing

@testable import MatrixService

@Suite("Homeserver addresses")
struct HomeserverAddressTests {
  static let addresses = [
    ("example.org", "https://example.org"), ("https://example.org", "https://example.org"),
    ("HTTPS://Example.ORG/", "https://example.org"), ("example.org:443", "https://example.org"),
    ("example.org:08448", "https://example.org:8448"), ("http://localhost:8008", "http://localhost:8008"),
    ("http://127.0.0.1:80", "http://127.0.0.1"), ("http://[::1]:8008/", "http://[::1]:8008"),
    ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
    ("xn--grn-hoa.example", "https://xn--grn-hoa.example"),
  ]

  @Test("Every spelling is normalised", arguments: addresses)
  func spelling(_ sample: (text: String, url: String)) throws {
    let address = try HomeserverAddress(sample.text)
    #expect(address.url == sample.url)
    #expect(address.description == sample.url)
    #expect(address == (try HomeserverAddress(sample.url)))
  }

  @Test("Its parts are known")
  func parts() throws {
    let address = try HomeserverAddress("http://[::1]:8008")
    #expect(
      (address.host, address.port, address.isEncrypted, address.isLocal) == ("[::1]", 8008, false, true))
    let usual = try HomeserverAddress("example.org")
    #expect(
      (usual.host, usual.port, usual.isEncrypted, usual.isLocal) == ("example.org", nil, true, false))
    #expect(try HomeserverAddress("https://localhost").isLocal)
  }

  static let faults: [(String, HomeserverAddress.Fault)] = [
    ("", .empty), ("https://", .empty), ("/", .empty), ("ftp://example.org", .otherScheme("ftp")),
    ("://example.org", .otherScheme("")), ("https://ann@example.org", .credentials),
    ("ann:secret@example.org", .credentials), ("https://example.org/path", .path),
    ("example.org?query", .path), ("example.org#part", .path), ("example.org//", .path),
    ("example.org\\path", .path), ("http://example.org", .unencrypted),
    ("http://127.0.0.1.example.org", .unencrypted), ("http://0127.0.0.1", .unencrypted),
    ("example .org", .malformed), ("exa\nmple.org", .malformed), ("grün.example", .malformed),
    ("example.org:", .malformed), ("example.org:0", .malformed), ("example.org:65536", .malformed),
    ("example.org:x", .malformed), ("https://[::1", .malformed), ("exa%6dple.org", .malformed),
    (String(repeating: "a", count: 300), .malformed),
  ]

  @Test("An invalid address says why", arguments: faults)
  func fault(_ sample: (text: String, fault: HomeserverAddress.Fault)) {
    #expect(throws: sample.fault) { try HomeserverAddress(sample.text) }
    #expect(!sample.fault.description.isEmpty)
  }
}
