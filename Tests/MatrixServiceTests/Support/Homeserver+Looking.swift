import ChatDomain
import HTTPTransport
import JSON

@testable import MatrixService

/// What a server looks up for somebody who asks.
extension Homeserver {
  /// How many finds one answer to a search holds.
  static let mostFinds = 50

  /// The events of the rooms that are asked about in which the words stand anywhere, the newest first.
  static func finds(_ request: HTTPRequest, from: String?, in rooms: [ChannelID: [String]]) -> HTTPResponse {
    guard let asked = node(request.text)?["search_categories"]?["room_events"],
      let words = asked["search_term"]?.string
    else { return HTTPResponse(400, #"{"errcode":"M_BAD_JSON"}"#) }
    let named = asked["filter"]?["rooms"].elements.compactMap(\.string) ?? []
    var found: [(at: Int, text: String)] = []
    for (room, events) in rooms where named.isEmpty || named.contains(room.rawValue) {
      for event in events where event.contains(words) && event.contains(#""m.room.message""#) {
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

  /// Those who are in a room, as the events that made them such.
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
