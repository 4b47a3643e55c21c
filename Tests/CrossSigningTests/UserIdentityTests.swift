import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import TestSupport
import Testing

@Suite("Identities")
struct UserIdentityTests {
  let suite: CipherSuite
  var ann: Person
  var bob: Person

  init() throws {
    suite = try .seeded(TestSeed.value)
    ann = try Person("@ann:a.org", suite)
    bob = try Person("@bob:b.org", suite)
  }

  @Test("Master key, self-signing key and device are a chain")
  func chain() throws {
    var ann = ann
    let signed = try ann.addDevice("PHONE")
    let unsigned = try ann.addDevice("OLD", isSigned: false)
    let keys = try #require(UserKeys(of: ann.user, in: try ann.answer(), with: suite))
    #expect(keys.refused.isEmpty && keys.devices.count == 2 && keys.identity?.faults == [])
    #expect(keys.isSigned(signed, with: suite) && !keys.isSigned(unsigned, with: suite))
  }

  @Test("A device of our own is signed only if the server shows its keys")
  func ownDevice() throws {
    var ann = ann
    let keys = try (0..<2).map { _ in
      (try X25519PrivateKey(randomWith: suite).publicKey, try Ed25519PrivateKey(randomWith: suite))
    }
    func device(_ identityKey: Int, _ signingKey: Int) throws -> DeviceKeys {
      let unsigned = try DeviceKeys.unsigned(
        user: ann.user, device: "PHONE", identityKey: keys[identityKey].0,
        signingKey: keys[signingKey].1.publicKey)
      let object = try unsigned.signed(by: keys[signingKey].1, of: ann.user, named: "PHONE", with: suite)
      return try DeviceKeys(object.node, of: ann.user, with: suite)
    }
    let ours = try device(0, 0)
    for (identityKey, signingKey) in [(0, 0), (0, 1), (1, 0)] {
      ann.devices["PHONE"] = try ann.secrets.signed(device(identityKey, signingKey), with: suite)
      let listed = try #require(UserKeys(of: ann.user, in: ann.answer(), with: suite))
      #expect(listed.hasSigned(ours, with: suite) == (identityKey == 0 && signingKey == 0))
    }
    ann.devices["PHONE"] = ours.object
    #expect(try !#require(UserKeys(of: ann.user, in: ann.answer(), with: suite)).hasSigned(ours, with: suite))
    ann.devices = [:]
    #expect(try !#require(UserKeys(of: ann.user, in: ann.answer(), with: suite)).hasSigned(ours, with: suite))
  }

  @Test("A device signed by another user's key is not signed")
  func otherUser() throws {
    var (ann, bob) = (ann, bob)
    let phone = try ann.addDevice("PHONE", isSigned: false)
    // Bob's key signs the object, under Ann's name.
    let key = try #require(bob.secrets[.selfSigning])
    let forged = try phone.object.signed(by: key, of: ann.user, named: key.publicKey.base64, with: suite)
    let device = try DeviceKeys(forged.node, of: ann.user, with: suite)
    #expect(try !ann.identity().hasSigned(device, with: suite))
    #expect(try !bob.identity().hasSigned(device, with: suite))
    // Bob's identity says nothing about devices of Ann, not even with a valid signature under his name.
    let own = try phone.object.signed(by: key, of: bob.user, named: key.publicKey.base64, with: suite)
    #expect(try !bob.identity().hasSigned(DeviceKeys(own.node, of: ann.user, with: suite), with: suite))
    #expect(throws: CrossSigningError.otherUser(.selfSigning)) { try bob.secrets.signed(phone, with: suite) }
    _ = try bob.addDevice("X")
  }

  @Test("The master and the user-signing key do not sign devices")
  func otherUsages() throws {
    var ann = ann
    let phone = try ann.addDevice("PHONE", isSigned: false)
    for usage in [KeyUsage.master, .userSigning] {
      let key = try #require(ann.secrets[usage])
      let object = try phone.object.signed(by: key, of: ann.user, named: key.publicKey.base64, with: suite)
      #expect(
        try !ann.identity(own: true).hasSigned(
          DeviceKeys(object.node, of: ann.user, with: suite), with: suite))
    }
  }

  @Test("A device that is named like a key of its user is not signed")
  func named() throws {
    var ann = ann
    let master = try ann.addDevice(try #require(ann.secrets[.master]).publicKey.base64)
    #expect(try !ann.identity().hasSigned(master, with: suite))
    // Both signatures would have the same place.
    let selfSigning = try #require(ann.secrets[.selfSigning]).publicKey.base64
    #expect(throws: DeviceKeysError.signature(.wrong(user: ann.user, key: selfSigning))) {
      try ann.addDevice(selfSigning)
    }
  }

  @Test("A self-signing key that the master key did not sign is refused, and the master key stays")
  func swappedSelfSigning() throws {
    var ann = ann
    let phone = try ann.addDevice("PHONE")
    let attacker = try Person(ann.user, suite)
    var objects = try ann.secrets.publicObjects(with: suite)
    objects[.selfSigning] = try attacker.secrets.publicObjects(with: suite)[.selfSigning]
    let keys = try #require(UserKeys(of: ann.user, in: ann.answer(masters: objects), with: suite))
    let identity = try #require(keys.identity)
    #expect(identity.selfSigning == nil && identity.master.publicKey == ann.secrets[.master]?.publicKey)
    #expect(!keys.isSigned(phone, with: suite))
    #expect(
      identity.faults == [.signature(.selfSigning, .missing(user: ann.user, key: identity.master.name))])
  }

  @Test("A key of one usage is not taken for another")
  func usages() throws {
    var objects = try ann.secrets.publicObjects(with: suite)
    // The user-signing key is signed by the master key as well.
    objects[.selfSigning] = objects[.userSigning]
    let keys = try #require(UserKeys(of: ann.user, in: try answerWithDevice(objects), with: suite))
    #expect(keys.identity?.selfSigning == nil && keys.identity?.faults == [.otherUsage(.selfSigning)])
    objects[.master] = objects[.userSigning]
    let second = try #require(UserKeys(of: ann.user, in: try answerWithDevice(objects), with: suite))
    #expect(second.identity == nil && second.identityFault == .otherUsage(.master))
  }

  private func answerWithDevice(_ objects: [KeyUsage: SignedObject]) throws -> JSONNode {
    var ann = ann
    try ann.addDevice("PHONE")
    return try ann.answer(masters: objects)
  }

  @Test("The keys of another user, two keys in one object and a padded name are refused")
  func malformedMasters() throws {
    let master = try #require(try ann.secrets.publicObjects(with: suite)[.master])
    let key = try #require(ann.secrets[.master]).publicKey.base64
    let other = try #require(bob.secrets[.master]).publicKey.base64
    let cases: [(SignedObject, CrossSigningError)] = [
      (try #require(try bob.secrets.publicObjects(with: suite)[.master]), .otherUser(.master)),
      (
        try master.replacing("{\"ed25519", with: "{\"ed25519:\(other)\":\"\(other)\",\"ed25519"),
        .withoutKey(.master)
      ),
      (try master.replacing(":\"\(key)\"", with: ":\"\(other)\""), .withoutKey(.master)),
      (try master.replacing(key, with: key + "="), .unusableKey(.master, .notBase64)),
      (try master.replacing(key, with: "AAAA"), .unusableKey(.master, .wrongSize(expected: 32, found: 3))),
    ]
    for (object, error) in cases {
      let keys = try #require(
        UserKeys(of: ann.user, in: try answerWithDevice([.master: object]), with: suite))
      #expect(keys.identity == nil && keys.identityFault == error)
      #expect(keys.devices.count == 1)
    }
  }

  @Test("An answer without the user changes nothing; one without devices is an answer")
  func failures() throws {
    #expect(
      UserKeys(of: ann.user, in: try node(#"{"device_keys": {}, "failures": {"a.org": {}}}"#), with: suite)
        == nil)
    #expect(UserKeys(of: ann.user, in: try node("{}"), with: suite) == nil)
    let keys = try #require(
      UserKeys(of: ann.user, in: try node(#"{"device_keys": {"@ann:a.org": {}}}"#), with: suite))
    #expect(keys.devices.isEmpty && keys.identity == nil && keys.identityFault == nil)
  }

  @Test("A bad device does not hide a good one, and devices without keys do not count")
  func partlyBad() throws {
    var ann = ann
    try ann.addDevice("GOOD")
    try ann.addDevice("BAD")
    ann.devices["BAD"] = try #require(ann.devices["BAD"]).replacing("m.olm.v1", with: "m.olm.v2")
    ann.devices["EMPTY"] = try SignedObject(
      parsing: Array(#"{"user_id":"@ann:a.org","device_id":"EMPTY"}"#.utf8))
    let keys = try #require(UserKeys(of: ann.user, in: ann.answer(), with: suite))
    #expect(Set(keys.devices.keys) == ["GOOD"] && Set(keys.refused.keys) == ["BAD"])
  }

  @Test("A person is verified by our user-signing key, and by no other")
  func verified() throws {
    let us = try ann.identity(own: true)
    let before = try bob.identity()
    #expect(!us.hasVerified(before, with: suite))
    let signed = try ann.secrets.signed(before, with: suite)
    let objects = try bob.secrets.publicObjects(with: suite)
    func identity(_ master: SignedObject) throws -> UserIdentity {
      try UserIdentity(
        master: master.node, selfSigning: objects[.selfSigning]?.node, userSigning: nil, of: bob.user,
        with: suite)
    }
    #expect(us.hasVerified(try identity(signed), with: suite))
    // What others see of Ann has no user-signing key.
    #expect(try !ann.identity().hasVerified(identity(signed), with: suite))
    // A self-signing key does not verify people.
    let selfSigning = try #require(ann.secrets[.selfSigning])
    let bySelfSigning = try before.master.object.signed(
      by: selfSigning, of: ann.user, named: selfSigning.publicKey.base64, with: suite)
    #expect(try !ann.identity().hasVerified(identity(bySelfSigning), with: suite))
    #expect(try !us.hasVerified(identity(bySelfSigning), with: suite))
    // A key that the master key did not sign.
    let attacker = try Person(ann.user, suite)
    let forged = try attacker.secrets.signed(before, with: suite)
    #expect(!us.hasVerified(try identity(forged), with: suite))
  }

  @Test("Private keys of another identity are refused")
  func privateKeys() throws {
    let seeds = ann.secrets.seeds
    let identity = try ann.identity(own: true)
    let all = try CrossSigningSecrets(seeds, of: ann.user, matching: identity, with: suite)
    #expect(all[.master] != nil)
    #expect(throws: CrossSigningError.otherPrivateKey(.master)) {
      try CrossSigningSecrets(
        seeds, of: ann.user, matching: Person(ann.user, suite).identity(own: true), with: suite)
    }
    var swapped = seeds
    swapped[.selfSigning] = seeds[.userSigning]
    #expect(throws: CrossSigningError.otherPrivateKey(.selfSigning)) {
      try CrossSigningSecrets(swapped, of: ann.user, matching: identity, with: suite)
    }
    let part = try CrossSigningSecrets(
      [.selfSigning: try #require(seeds[.selfSigning])], of: ann.user, matching: identity, with: suite)
    #expect(part[.master] == nil && part[.selfSigning] != nil)
    #expect(throws: CrossSigningError.privateKeyMissing(.userSigning)) {
      try part.signed(bob.identity(), with: suite)
    }
    #expect(throws: CrossSigningError.cipher(.wrongSize(expected: 32, found: 3))) {
      try CrossSigningSecrets(
        [.master: Secret(copying: [1, 2, 3])], of: ann.user, matching: nil, with: suite)
    }
  }

  @Test("The requests have the members of the specification")
  func requests() throws {
    let publish = ServerRequest.publish(try ann.secrets.publicObjects(with: suite))
    #expect(publish.path == ["keys", "device_signing", "upload"] && publish.method == .post)
    let body = try JSONDocument(try #require(publish.body)).root
    #expect(body.members.map(\.key) == ["master_key", "self_signing_key", "user_signing_key"])
    for usage in KeyUsage.allCases {
      _ = try CrossSigningKey(try #require(body[usage.rawValue + "_key"]), of: ann.user, usage: usage)
    }
    var ann = ann
    let phone = try ann.addDevice("PHONE")
    let upload = ServerRequest.upload(signed: ["PHONE": phone.object], of: ann.user)
    let sent = try JSONDocument(try #require(upload.body)).root
    #expect(upload.path == ["keys", "signatures", "upload"])
    #expect(
      try ann.identity().hasSigned(
        DeviceKeys(try #require(sent[ann.user]?["PHONE"]), of: ann.user, with: suite), with: suite))
    let answer = try node(
      #"{"failures": {"@ann:a.org": {"PHONE": {"errcode": "M_INVALID_SIGNATURE"}, "x": 1}}}"#)
    #expect(
      ServerRequest.signatureFailures(in: answer, of: ann.user) == [
        "PHONE": "M_INVALID_SIGNATURE", "x": "unknown",
      ])
    #expect(ServerRequest.signatureFailures(in: try node(#"{"failures": {}}"#), of: ann.user).isEmpty)
  }
}
