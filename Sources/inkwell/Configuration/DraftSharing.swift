import ChatDomain

/// Whose drafts are kept at the server, for all of a person's devices.
enum DraftSharing: Equatable {
  case everybody, nobody
  /// Of these accounts alone.
  case only([AccountName])

  func holds(for user: UserID) -> Bool {
    switch self {
    case .everybody: true
    case .nobody: false
    case .only(let names): names.contains { $0.id == user }
    }
  }
}

extension Setting {
  static let draftSharing = Setting(
    "drafts.sync", \.draftSharing, "true, false or a list of accounts, like [\"@ann:example.org\"]",
    "Whether the drafts of an account are kept at its server, so that they are on all of your devices; with a list those "
      + "of these accounts. Otherwise they stay on this device. In encrypted channels they always do."
  ) { value -> DraftSharing? in
    switch value.kind {
    case .flag(let isOn): return isOn ? .everybody : .nobody
    case .list(let elements):
      var names: [AccountName] = []
      for element in elements {
        guard case .text(let text) = element.kind, let name = AccountName(text), name.id != nil else {
          return nil
        }
        names.append(name)
      }
      return .only(names)
    default: return nil
    }
  } written: {
    switch $0 {
    case .everybody: "true"
    case .nobody: "false"
    case .only(let names): "[\(names.map(\.text.quotedAsJSON).joined(separator: ", "))]"
    }
  }
}
