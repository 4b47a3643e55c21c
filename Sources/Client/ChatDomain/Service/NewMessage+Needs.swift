extension NewMessage {
  /// What a service must be able to do in order to take the message as it is.
  public var needs: Set<ServiceAbility> { delivery.needs.union(pinning?.needs ?? []) }
}

extension DeliveryOptions {
  /// What a service must be able to do in order to deliver a message like this.
  public var needs: Set<ServiceAbility> {
    guard shouldStore else { return [.passesMessages] }
    return timeToLive ?? 0 > 0 ? [.expiresMessages] : []
  }
}

extension Pinning {
  /// What a service must be able to do in order to pin a message for so long.
  public var needs: Set<ServiceAbility> {
    expiresAt == nil ? [.pinsMessages] : [.pinsMessages, .expiresPins]
  }
}
