import ChatDomain

/// A store that one test has to itself. Another implementation of `LocalStore` adds one of these and a case below.
protocol StoreFixture: Sendable {
  /// The store, empty at first.
  var store: any LocalStore { get }
  /// Closes the store and opens what it kept; nil for one that keeps nothing beyond its own life.
  func reopened() async throws -> (any LocalStore)?
}

/// The implementations that the suite is held against.
enum StoreFixtures: String, CaseIterable, Sendable {
  /// The model of the random operations: what it fails, the suite asks for wrongly.
  case naive

  func make() async throws -> any StoreFixture {
    switch self {
    case .naive: PassingFixture(store: NaiveStore())
    }
  }
}

/// A store that is gone when it is let go of.
struct PassingFixture: StoreFixture {
  let store: any LocalStore
  func reopened() -> (any LocalStore)? { nil }
}

extension StoreFixture {
  func perform(_ changes: StoreChange...) async throws { try await store.perform(changes) }

  /// The store as it is, and once more after it was opened anew.
  var lives: StoreLives { StoreLives(fixture: self) }
}

/// The lives of a store, one after the other.
struct StoreLives: AsyncSequence {
  let fixture: any StoreFixture

  func makeAsyncIterator() -> Iterator { Iterator(fixture: fixture) }

  struct Iterator: AsyncIteratorProtocol {
    let fixture: any StoreFixture
    private var life = 0

    init(fixture: any StoreFixture) { self.fixture = fixture }

    mutating func next() async throws -> (any LocalStore)? {
      defer { life += 1 }
      switch life {
      case 0: return fixture.store
      case 1: return try await fixture.reopened()
      default: return nil
      }
    }
  }
}
