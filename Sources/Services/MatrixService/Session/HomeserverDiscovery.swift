public import HTTPTransport

/// Finds the homeserver of a domain, which is rarely at the domain itself: the domain says where, in
/// `.well-known/matrix/client`.
public enum HomeserverDiscovery {
  /// The homeserver of a domain, which is not on this computer or in a private network unless the domain is. A domain that says nothing, or nothing that can be read, is taken for its own homeserver:
  /// it is asked whether it is one before anything secret goes there.
  ///
  /// - Parameters:
  ///   - domain: the part of an id behind its colon.
  ///   - transport: what sends the request.
  public static func homeserver(
    of domain: HomeserverAddress, transport: any Transport
  ) async throws(LoginError) -> HomeserverAddress {
    guard let answer = try await answer(of: domain, transport) else { return domain }
    do throws(HomeserverAddress.Fault) {
      let server = try HomeserverAddress(answer.homeserver)
      guard domain.isPrivate || !server.isPrivate else { throw .privateNetwork }
      return server
    } catch {
      // It says where, and to go elsewhere would be to guess.
      throw .badDiscovery(domain: domain, reason: error)
    }
  }

  private static func answer(
    of domain: HomeserverAddress, _ transport: any Transport
  ) async throws(LoginError) -> DiscoveryAnswer? {
    var origin = domain.url
    var url = origin + "/.well-known/matrix/client"
    // Many a domain leads to its www.
    for _ in 0...mostRedirections {
      let response: HTTPResponse
      do throws(HTTPError) {
        response = try await transport.answer(
          to: HTTPRequest(.get, url, to: .memory(limit: limit), patience: patience))
      } catch .cancelled {
        throw .cancelled
      } catch .libraryMissing(let reason) {
        throw .unreachable(.libraryMissing(reason))
      } catch {
        // Many a domain has no web server; its homeserver may answer all the same.
        return nil
      }
      if (300..<400).contains(response.status), let place = response["Location"] {
        if place.hasPrefix("/"), !place.hasPrefix("//") {
          url = origin + place
        } else {
          url = place
          origin = place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/")
        }
        guard domain.isPrivate || !PrivateHost.isNamed(in: url) else {
          throw .badDiscovery(domain: domain, reason: .privateNetwork)
        }
        continue
      }
      guard response.isSuccess else { return nil }
      do throws(AnswerError) { return try DiscoveryAnswer(response.bytes ?? []) } catch { return nil }
    }
    return nil
  }

  private static let mostRedirections = 3
  private static let limit = 64 << 10
  /// A person waits for it before there is anything to see.
  private static let patience = Patience(connecting: .seconds(5), total: .seconds(10))
}
