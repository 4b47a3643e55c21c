package import Ciphers

/// The master key of a person as it was last seen, to detect a change.
package struct IdentityRecord: Hashable, Sendable {
  /// The key that was seen first, or acknowledged or verified since.
  package private(set) var pinned: Ed25519PublicKey
  /// The key that the server shows now; nil if it shows none.
  package private(set) var current: Ed25519PublicKey?
  /// Whether the current key is verified.
  package private(set) var isVerified: Bool
  /// Whether the person was verified before. Stays until the loss of the verification is acknowledged.
  package private(set) var wasVerified: Bool

  /// Creates the record of a key that is seen for the first time.
  package init(firstSeen master: Ed25519PublicKey, isVerified: Bool = false) {
    (pinned, current) = (master, master)
    (self.isVerified, wasVerified) = (isVerified, isVerified)
  }

  /// Restores a stored record.
  package init(
    pinned: Ed25519PublicKey, current: Ed25519PublicKey?, isVerified: Bool, wasVerified: Bool
  ) {
    (self.pinned, self.current) = (pinned, current)
    (self.isVerified, self.wasVerified) = (isVerified, wasVerified)
  }

  /// Updates the record with an answer about another person.
  ///
  /// - Parameters:
  ///   - master: the key of the answer; nil if there is none.
  ///   - isVerified: whether our own verified identity signed it.
  package mutating func observe(_ master: Ed25519PublicKey?, isVerified: Bool) {
    current = master
    self.isVerified = isVerified && master != nil
    guard self.isVerified, let master else { return }
    // The user verified this key on another device, and so has seen the change.
    pinned = master
    wasVerified = true
  }

  /// Updates the record with an answer about our own account. An answer cannot verify it: only its private key can.
  package mutating func observe(own master: Ed25519PublicKey?) {
    current = master
    isVerified = wasVerified && master == pinned
  }

  /// Notes that a key was verified: emoji were compared, or for our own account the private key was found.
  package mutating func verify(_ master: Ed25519PublicKey) {
    (pinned, current) = (master, master)
    (isVerified, wasVerified) = (true, true)
  }

  /// Accepts the current key without a verification.
  package mutating func acknowledge() {
    guard let current else { return }
    pinned = current
    wasVerified = isVerified
  }

  package var state: IdentityState {
    if isVerified { return .verified }
    if wasVerified { return .verificationLost }
    guard let current else { return .hidden }
    return current == pinned ? .known : .changed
  }
}

/// What is known of the identity of a person.
package enum IdentityState: Hashable, Sendable, CaseIterable {
  /// No cross-signing keys of the person were ever seen.
  case absent
  /// The master key is the one that was seen first or acknowledged since.
  case known
  /// We verified the master key.
  case verified
  /// The master key changed, and the change was not acknowledged.
  case changed
  /// The person was verified, and the present master key is not.
  case verificationLost
  /// The server stopped showing the master key.
  case hidden
}
