package import JSON

extension ServerRequest {
  /// Publishes a new identity: `keys/device_signing/upload`.
  ///
  /// The first identity of an account needs no password. For another one the server answers 401 with stages, and the
  /// service repeats the request with `auth`.
  package static func publish(_ keys: [KeyUsage: SignedObject]) -> ServerRequest {
    ServerRequest(
      .post, ["keys", "device_signing", "upload"],
      body: JSONWriter.bytes { json in
        json.object { json in
          for usage in KeyUsage.allCases {
            if let object = keys[usage] { json.member(usage.rawValue + "_key", object.node) }
          }
        }
      })
  }

  /// Uploads signatures: `keys/signatures/upload`.
  ///
  /// - Parameter objects: signed objects by their names: a device id, or a master key in base64.
  package static func upload(signed objects: [String: SignedObject], of user: String) -> ServerRequest {
    ServerRequest(
      .post, ["keys", "signatures", "upload"],
      body: JSONWriter.bytes { json in
        json.object { json in
          json.object(user) { json in
            for (name, object) in objects.sorted(by: { $0.key < $1.key }) { json.member(name, object.node) }
          }
        }
      })
  }

  /// The uploaded signatures that the server refused, by the names of the objects.
  ///
  /// An empty result proves nothing: Synapse accepts a wrong signature for a device that already has one. Query the keys again.
  package static func signatureFailures(in answer: JSONNode, of user: String) -> [String: String] {
    var failures: [String: String] = [:]
    for member in (answer["failures"]?[user]).members {
      failures[member.key] = member.value["errcode"]?.string ?? "unknown"
    }
    return failures
  }
}
