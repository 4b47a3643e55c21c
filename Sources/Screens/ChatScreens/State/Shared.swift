/// A part of a state in a box: a copy costs one reference, and two parts in the same box are equal without a comparison.
@propertyWrapper
public struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  // Immutable, so it can be shared between threads.
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value

    @usableFromInline
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  // `@inlinable`, so that other modules specialize these for their own `Value`: every key reads and makes boxes.

  /// Puts a value in a box.
  @inlinable
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value.
  @inlinable public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  /// The box, to be shared with another state.
  @inlinable public var projectedValue: Shared {
    get { self }
    set { self = newValue }
  }

  /// Whether it is the same box; two boxes may still have equal values.
  func isSame(as other: Shared) -> Bool { box === other.box }

  /// A box with another value; the same box if the value is equal.
  @inlinable
  public func replaced(by value: Value) -> Shared {
    box.value == value ? self : Shared(wrappedValue: value)
  }

  public static func == (left: Shared, right: Shared) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

/// The rows of a list, each in a box: a list that differs in one row shares all others with the previous list.
@propertyWrapper
public struct SharedRows<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The boxes, to be shared with another list.
  public var projectedValue: [Shared<Row>]

  /// Puts each row in a box.
  public init(wrappedValue: [Row]) { projectedValue = wrappedValue.map { Shared(wrappedValue: $0) } }

  /// The rows.
  public var wrappedValue: [Row] {
    get { projectedValue.map(\.wrappedValue) }
    set { projectedValue = newValue.map { Shared(wrappedValue: $0) } }
  }
}
