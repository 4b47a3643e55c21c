import CrossSigning
import Glibc
import JSON

/// A homeserver behind a pipe: a request is a line on stdout, its answer a line on stdin. A script performs them.
struct HomeserverPipe {
  /// The sign-in whose token the script uses.
  let device: String

  struct Ended: Error {}

  struct Answer {
    let status: Int
    let body: JSONNode
    /// What the server took, as the script measured it.
    let milliseconds: Double
  }

  /// Performs a request, with the password if the server asks for it and `password` is true.
  func perform(_ request: ServerRequest, password: Bool = false) throws -> Answer {
    try ask(
      JSONWriter.bytes { json throws in
        try json.object { json throws in
          json.member("do", "request")
          json.member("device", device)
          json.member("method", request.method.rawValue)
          json.member("path", request.path)
          json.object("query") { json in
            for (name, value) in request.query { json.member(name, value) }
          }
          json.member("password", password)
          if let body = request.body { json.member("body", try JSONDocument(body).root) }
        }
      })
  }

  /// Signs in, in the name of the account that `device` begins with.
  func signIn() throws -> (user: String, device: String) {
    let answer = try ask(
      JSONWriter.bytes { json in
        json.object { json in
          json.member("do", "login")
          json.member("device", device)
        }
      })
    guard let user = answer.body["user_id"]?.string, let device = answer.body["device_id"]?.string else {
      throw Ended()
    }
    return (user, device)
  }

  /// Has the other client check the account.
  func inspect(recoveryKey: String, devices: [String]) throws {
    _ = try ask(
      JSONWriter.bytes { json in
        json.object { json in
          json.member("do", "inspect")
          json.member("device", device)
          json.member("recovery_key", recoveryKey)
          json.member("devices", devices)
        }
      })
  }

  /// Has the other client set up the account, with one key in its backup.
  func furnish(passphrase: String, room: String, sessionID: String, sessionKey: String) throws {
    _ = try ask(
      JSONWriter.bytes { json in
        json.object { json in
          json.member("do", "furnish")
          json.member("device", device)
          json.member("passphrase", passphrase)
          json.member("room", room)
          json.member("session_id", sessionID)
          json.member("session_key", sessionKey)
        }
      })
  }

  private func ask(_ line: [UInt8]) throws -> Answer {
    print(String(decoding: line, as: UTF8.self))
    fflush(nil)
    guard let line = readLine() else { throw Ended() }
    let root = try JSONDocument(Array(line.utf8)).root
    guard let status = root["status"]?.integer, let body = root["body"] else { throw Ended() }
    return Answer(status: status, body: body, milliseconds: root["milliseconds"]?.double ?? 0)
  }
}
