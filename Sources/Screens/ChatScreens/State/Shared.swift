/// A part of a state, kept apart from it: a copy costs one reference, and a part that was not made again is known to be
/// equal by its place in memory.
@propertyWrapper
public struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  // It never changes, so that all that share it may look at it from anywhere.
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value

    @usableFromInline
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  // `@inlinable`: other modules compile these for their own `Value` instead of calling the generic ones; each key reads and
  // makes some.

  /// Keeps a value.
  @inlinable
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value.
  @inlinable public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  /// The kept value, to be shared with another state.
  @inlinable public var projectedValue: Shared {
    get { self }
    set { self = newValue }
  }

  /// Whether it is the same value in memory; two that are not may still be equal.
  func isSame(as other: Shared) -> Bool { box === other.box }

  /// Takes another one's place in memory, if that is equal.
  mutating func share(with other: Shared) {
    if box !== other.box, box.value == other.box.value { box = other.box }
  }

  /// Another value in its place; it stays what it is if that is equal.
  @inlinable
  public func replaced(by value: Value) -> Shared {
    box.value == value ? self : Shared(wrappedValue: value)
  }

  public static func == (left: Shared, right: Shared) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

/// The rows of a list, each kept apart: a list with one other row shares all the rest with the one before.
@propertyWrapper
public struct SharedRows<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The kept rows, to be shared with another list.
  public var projectedValue: [Shared<Row>]

  /// Keeps rows.
  public init(wrappedValue: [Row]) { projectedValue = wrappedValue.map { Shared(wrappedValue: $0) } }

  /// The rows.
  public var wrappedValue: [Row] {
    get { projectedValue.map(\.wrappedValue) }
    set { projectedValue = newValue.map { Shared(wrappedValue: $0) } }
  }
}
