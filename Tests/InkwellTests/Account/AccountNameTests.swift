import ChatDomain
import MatrixService
import Testing

@testable import inkwell

@Suite("Account names")
struct AccountNameTests {
  @Test(
    "A name is a local part or a full id",
    arguments: [
      ("ann", "ann", nil), ("Ann_B.c=/d", nil, nil), ("a", "a", nil),
      ("@ann:example.org", "ann", "example.org"),
      ("@ann:localhost:8008", "ann", "localhost:8008"), ("@ann:[::1]:80", "ann", "[::1]:80"), ("", nil, nil),
      ("@ann", nil, nil), ("ann:example.org", nil, nil), ("@:example.org", nil, nil), ("a nn", nil, nil),
      ("änn", nil, nil), ("ann\n", nil, nil), ("ann@example.org", nil, nil), ("../ann", nil, nil),
      (String(repeating: "a", count: 256), nil, nil),
    ] as [(String, String?, String?)])
  func name(_ sample: (text: String, localpart: String?, server: String?)) {
    let name = AccountName(sample.text)
    #expect(name?.localpart == sample.localpart)
    #expect(name?.server == sample.server)
    #expect((name?.id == nil) == (sample.server == nil))
  }

  static let profiles = [
    ("ann", "example.org", "ann@example.org"),
    ("Ann", "https://Example.org/", "ann@example.org"),
    ("ann", "example.org:8448", "ann@example.org_8448"),
    ("ann", "http://localhost:8008", "ann@localhost_8008"), ("a_n.n-", "example.org", "a_n.n-@example.org"),
  ]

  @Test("The profile's name contains person and server", arguments: profiles)
  func profile(_ sample: (name: String, server: String, profile: String)) throws {
    #expect(try Self.profile(sample.name, sample.server) == sample.profile)
  }

  static func profile(_ name: String, _ server: String) throws -> String {
    Profile(of: try #require(AccountName(name)), at: try HomeserverAddress(server)).name
  }

  /// Names that would collide if characters were dropped.
  static let hard = [
    ("ann", "https://localhost:8008"), ("ann", "http://localhost:8008"), ("ann", "http://127.0.0.1"),
    ("ann", "http://[::1]"), ("a=n", "example.org"), ("a-n", "example.org"), ("a+n", "example.org"),
    (".ann", "example.org"), ("_ann", "example.org"), ("-ann", "example.org"), ("ann", "e_8"), ("ann", "e:8"),
    ("ann", "e-8"), (String(repeating: "a", count: 100), "example.org"),
    (String(repeating: "a", count: 101), "example.org"), ("ann", String(repeating: "a", count: 60) + ".org"),
    ("ann", String(repeating: "a", count: 60) + ".com"), ("a_", "b"), ("a", "b"),
    ("@Ann:example.org", "example.org"), ("@ANN:example.org", "example.org"),
  ]

  @Test("No two accounts share a profile, and each name is short and safe for a folder")
  func different() throws {
    let names = try Self.hard.map { try Self.profile($0, $1) }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.utf8.count <= 64)
      #expect(name.first != "." && name.first != "-")
      #expect(
        name.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "-_.@+".utf8.contains(byte)
        }, "\(name)")
    }
  }

  @Test("A profile that is named begins with no dot and no hyphen", arguments: [".a", "-a", "--plain"])
  func misread(name: String) { #expect(Profile(name) == nil) }

  @Test("No profile that can be named is an account's or the demo's")
  func apart() throws {
    for (name, server) in Self.hard {
      let profile = try Self.profile(name, server)
      #expect(Profile(profile) == nil)
      #expect(profile != Profile.demo.name)
    }
  }
}
