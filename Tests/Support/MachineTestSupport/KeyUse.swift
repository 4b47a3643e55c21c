import Ciphers
import CrossSigning
import JSON
import Olm

/// The keys of ratchets in all that went over a server.
package struct KeyUse {
  private var texts: [String: Set<[UInt8]>] = [:]

  /// All that devices have sent to a server.
  package init(_ server: TestServer) throws {
    for event in server.events { try add(event: event.content) }
    for (_, request) in server.requests where request.path.first == "sendToDevice" {
      for user in try JSONDocument(request.body ?? []).root["messages"].members {
        for device in user.value.members {
          for message in device.value["ciphertext"].members {
            guard let type = message.value["type"]?.integer, let body = message.value["body"]?.string else {
              continue
            }
            let inner: RatchetMessage
            switch try OlmMessage(type: type, body: body) {
            case .normal(let message): inner = message
            case .preKey(let message): inner = message.message
            }
            texts["\(inner.ratchetKey.base64) \(inner.index)", default: []].insert(inner.bytes)
          }
        }
      }
    }
  }

  /// Adds the content of an event of a room.
  package mutating func add(event: [UInt8]) throws {
    let content = try JSONDocument(event).root
    guard let session = content["session_id"]?.string, let text = content["ciphertext"]?.string else {
      return
    }
    let message = try MegolmMessage(base64: text)
    texts["\(session) \(message.index)", default: []].insert(message.bytes)
  }

  package var count: Int { texts.count }

  /// The keys that encrypted two texts.
  package var usedTwice: [String] { texts.filter { $0.value.count > 1 }.keys.sorted() }
}
