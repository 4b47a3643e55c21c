import Ciphers
import CrossSigning
import Foundation
import HTTPTransport
import JSON
import Testing

extension Nio {
  /// Gives an account an identity that signs its device, which matrix-nio itself cannot do.
  func signDevice(_ device: String = "nio", of person: Person) async throws {
    // Its keys are uploaded with the first syncs.
    _ = try ask("rooms")
    let (server, suite) = (person.server, try CipherSuite())
    let token = try await server.token(of: person)
    let secrets = try CrossSigningSecrets(randomFor: person.id, with: suite)
    try await server.ask(ServerRequest.publish(secrets.publicObjects(with: suite)), token)
    let answer = try await server.ask(
      .post, "keys/query", ["device_keys": [person.id: [String]()]], token: token)
    let keys = try #require(UserKeys(of: person.id, in: answer, with: suite)?.devices[device])
    let signed = [device: try secrets.signed(keys, with: suite)]
    try await server.ask(ServerRequest.upload(signed: signed, of: person.id), token)
  }
}

extension LiveServer {
  fileprivate func ask(_ request: ServerRequest, _ token: String) async throws {
    let body = try JSONSerialization.jsonObject(with: Data(request.body ?? []))
    try await ask(.post, request.path.joined(separator: "/"), body as? [String: Any], token: token)
  }
}
