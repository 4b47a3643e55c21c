import ChatDomain
import HTTPTransport
import JSON

@testable import MatrixService

extension HTTPRequest {
  /// The query parameters.
  var parameters: [String: String] {
    let pairs = url.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
    return Dictionary(
      pairs.map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : "")
      }, uniquingKeysWith: { $1 })
  }
}

extension StringProtocol {
  /// The text with percent-escapes decoded.
  var removingPercentEncoding: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Search and members.
extension Homeserver {
  /// The maximum number of results in an answer.
  static let mostFinds = 50

  /// The events of the requested rooms that contain the search term, newest first.
  static func finds(_ request: HTTPRequest, from: String?, in rooms: [ChannelID: [String]]) -> HTTPResponse {
    guard let asked = node(request.text)?["search_categories"]?["room_events"],
      let words = asked["search_term"]?.string
    else { return HTTPResponse(400, #"{"errcode":"M_BAD_JSON"}"#) }
    let named = asked["filter"]?["rooms"].elements.compactMap(\.string) ?? []
    let senders = asked["filter"]?["senders"].elements.compactMap(\.string) ?? []
    var found: [(at: Int, text: String)] = []
    for (room, events) in rooms where named.isEmpty || named.contains(room.rawValue) {
      for event in events where event.contains(words) && event.contains(#""m.room.message""#) {
        if !senders.isEmpty, !senders.contains(node(event)?["sender"]?.string ?? "") { continue }
        let text = event.dropLast() + #","room_id":"\#(room)"}"#
        found.append((node(event)?["origin_server_ts"]?.integer ?? 0, String(text)))
      }
    }
    let first = from.flatMap { Int($0) } ?? 0
    let all = found.sorted { $0.at > $1.at }.map(\.text)
    let chunk = all.dropFirst(first).prefix(mostFinds)
    let results = chunk.map { #"{"result":\#($0)}"# }.joined(separator: ",")
    let next = first + chunk.count < all.count ? #","next_batch":"\#(first + chunk.count)""# : ""
    return HTTPResponse(
      200, #"{"search_categories":{"room_events":{"results":[\#(results)]\#(next)}}}"#)
  }

  /// The senders to whom a filter of a history page limits it.
  static func senders(inFilter filter: String) -> [String] {
    node(filter)?["senders"].elements.compactMap(\.string) ?? []
  }

  /// The members of a room, as their membership events.
  static func members(among events: [String]) -> HTTPResponse {
    var last: [String: String] = [:]
    for event in events where event.contains(#""m.room.member""#) {
      if let key = node(event)?["state_key"]?.string { last[key] = event }
    }
    let joined = last.sorted { $0.key < $1.key }.map(\.value).filter {
      node($0)?["content"]?["membership"]?.isString("join") == true
    }
    return HTTPResponse(200, #"{"chunk":[\#(joined.joined(separator: ","))]}"#)
  }

  private static func node(_ text: String) -> JSONNode? {
    do throws(JSONError) { return try JSONDocument(Array(text.utf8)).root } catch { return nil }
  }
}
