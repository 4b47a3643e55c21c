import ChatDomain
import HTTPTransport
import InMemoryService
import Testing

@testable import MatrixService

/// Tags, push rules and marks, in the format of other clients.
@Suite("Room preferences in account data")
struct ServicePreferenceTests {
  private static let hill = "%21hill%3Aexample.org"

  /// The writes of preferences: the method and the end of the address.
  private static func writes(_ desk: ServiceDesk) -> [String] {
    desk.server.requests.filter { $0.method == .put || $0.method == .delete }.compactMap { request in
      ["/pushrules/global/", "/tags/", "/account_data/"].lazy.compactMap { part in
        request.url.ranges(of: part).first.map {
          "\(request.method.rawValue) \(request.url[$0.upperBound...])"
        }
      }.first
    }
  }

  @Test("A level is written as standard rules, with no unsafe state in between")
  func levels() async throws {
    let desk = try await ServiceDesk.onHill()
    func set(_ level: NotificationLevel) async throws -> [String] {
      let before = Self.writes(desk).count
      let new = try await desk.service.update(Said.hill, ChannelPreferencesChange(notifications: level))
      #expect(new.notifications == level)
      return Array(Self.writes(desk).dropFirst(before))
    }
    #expect(try await set(.mentions) == ["PUT room/\(Self.hill)"])
    #expect(try await set(.nothing) == ["PUT override/\(Self.hill)", "DELETE room/\(Self.hill)"])
    #expect(try await set(.mentions) == ["PUT room/\(Self.hill)", "DELETE override/\(Self.hill)"])
    #expect(try await set(.all) == ["DELETE room/\(Self.hill)"])
    #expect(try await set(.all).isEmpty)
    let bodies = desk.server.requests.filter { $0.url.contains("/override/") && $0.method == .put }.map(
      \.text)
    #expect(
      bodies == [
        #"{"actions":[],"conditions":[{"kind":"event_match","key":"room_id","pattern":"!hill:example.org"}]}"#
      ])
    await desk.close()
  }

  @Test("If only mentions notify by default, a rule for the room enables all")
  func defaults() async throws {
    let desk = try await ServiceDesk.onHill()
    let quiet = #"{"rule_id":".m.rule.message","enabled":false,"actions":["notify"]}"#
    desk.server.set("m.push_rules", #"{"global":{"underride":[\#(quiet)]}}"#, in: nil)
    #expect(try await desk.service.channel(Said.hill).preferences.notifications == .mentions)
    _ = try await desk.service.update(Said.hill, ChannelPreferencesChange(notifications: .all))
    #expect(Self.writes(desk) == ["PUT room/\(Self.hill)"])
    #expect(desk.server.requests.last { $0.method == .put }?.text.contains(#""notify""#) == true)
    await desk.close()
  }

  @Test("A rule disabled elsewhere is enabled, and one under another name removed")
  func foreign() async throws {
    let desk = try await ServiceDesk.onHill()
    let condition = #"{"kind":"event_match","key":"room_id","pattern":"!hill:example.org"}"#
    let mute = #"{"rule_id":"mute 1","enabled":true,"actions":["dont_notify"],"conditions":[\#(condition)]}"#
    let off = #"{"rule_id":"!hill:example.org","enabled":false,"actions":[]}"#
    desk.server.set("m.push_rules", #"{"global":{"override":[\#(mute)],"room":[\#(off)]}}"#, in: nil)
    #expect(try await desk.service.channel(Said.hill).preferences.notifications == .nothing)
    // The server has no such rule, which is not an error.
    desk.server.fail("mute%201", .answer(HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)))
    _ = try await desk.service.update(Said.hill, ChannelPreferencesChange(notifications: .mentions))
    #expect(
      Self.writes(desk) == [
        "PUT room/\(Self.hill)", "PUT room/\(Self.hill)/enabled", "DELETE override/mute%201",
      ])
    await desk.close()
  }

  @Test("A favourite is a tag after the existing favourites")
  func favourite() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.happen(Said.foundation(), in: Said.lake)
    desk.server.set("m.tag", #"{"tags":{"m.favourite":{"order":0.5}}}"#, in: Said.lake)
    #expect(try await desk.service.channel(Said.lake).preferences.isFavourite)
    _ = try await desk.service.update(Said.hill, ChannelPreferencesChange(isFavourite: true))
    #expect(desk.server.requests.last { $0.method == .put }?.text == #"{"order":0.75}"#)
    #expect(try await desk.service.channel(Said.hill).preferences.isFavourite)
    _ = try await desk.service.update(Said.hill, ChannelPreferencesChange(isFavourite: false))
    #expect(Self.writes(desk) == ["PUT m.favourite", "DELETE m.favourite"])
    await desk.close()
  }

  @Test("An earlier version's own format is converted once")
  func former() async throws {
    let server = Homeserver()
    server.happen(Said.foundation())
    server.set("chat.inkwell.preferences", #"{"favourite":true,"muted":true,"rev":4}"#)
    let desk = try ServiceDesk(server)
    _ = try await desk.service.events(after: nil)
    await server.until { $0.contains { $0.url.contains("account_data/chat.inkwell.preferences") } }
    let written = Self.writes(desk)
    #expect(written == ["PUT m.favourite", "PUT override/\(Self.hill)", "PUT chat.inkwell.preferences"])
    #expect(server.requests.last { $0.method == .put && $0.url.contains("account_data") }?.text == "{}")
    let preferences = try await desk.service.channel(Said.hill).preferences
    #expect(preferences.isFavourite && preferences.notifications == .nothing)
    await desk.close()
    let again = try ServiceDesk(server, on: desk.folder, clock: desk.clock)
    _ = try await again.service.events(after: nil)
    _ = try await again.service.currentEventToken()
    #expect(Self.writes(again) == written)
    await again.close()
  }

  @Test("An unread mark under its unstable name counts, and reading clears it under the stable name")
  func marks() async throws {
    let desk = try await ServiceDesk.onHill(2)
    desk.server.set("com.famedly.marked_unread", #"{"unread":true}"#)
    #expect(try await desk.service.channel(Said.hill).reading.isMarkedUnread)
    let last = try #require(try await desk.history().last?.timetoken)
    #expect(try await !desk.service.markRead(Said.hill, upTo: last).isMarkedUnread)
    #expect(Self.writes(desk).last == "PUT m.marked_unread")
    #expect(try await !desk.service.channel(Said.hill).reading.isMarkedUnread)
    await desk.close()
  }
}
