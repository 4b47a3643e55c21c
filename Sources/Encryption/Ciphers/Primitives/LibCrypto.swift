import Glibc

/// The functions of libcrypto that the ciphers use, loaded when the first cipher is made.
///
/// libcurl loads libcrypto anyway; without encryption, this type does not open it. Swift declares the functions, so the build needs
/// neither OpenSSL's headers nor a C target. The types follow its binary interface, which is stable within version 3. Objects of
/// the library are opaque pointers; a function that can fail returns 1 for success.
final class LibCrypto: Sendable {
  typealias Object = OpaquePointer
  typealias Bytes = UnsafeRawPointer
  typealias Buffer = UnsafeMutableRawPointer
  typealias Name = UnsafePointer<CChar>
  typealias Free = @Sendable @convention(c) (Object?) -> Void
  typealias Make = @Sendable @convention(c) () -> Object?
  /// The library context, which is nil for the default one, a name, and a query for properties.
  typealias Fetch = @Sendable @convention(c) (Object?, Name, Name?) -> Object?
  typealias Update = @Sendable @convention(c) (Object, Bytes?, Int) -> Int32
  typealias RawKey = @Sendable @convention(c) (Int32, Object?, Bytes, Int) -> Object?
  typealias KeyUse = @Sendable @convention(c) (Object, Buffer?, Object?, Object?, Object) -> Int32

  // Error queue, comparison, random bytes.
  let clearErrors: @Sendable @convention(c) () -> Void
  let compare: @Sendable @convention(c) (Bytes, Bytes, Int) -> Int32
  let fillRandom: @Sendable @convention(c) (Buffer, Int32) -> Int32

  // Hashes.
  let fetchDigest: Fetch
  let freeDigest: Free
  let makeDigestContext: Make
  let freeDigestContext: Free
  let startDigest: @Sendable @convention(c) (Object, Object, Object?) -> Int32
  let updateDigest: Update
  let finishDigest: @Sendable @convention(c) (Object, Buffer, UnsafeMutablePointer<UInt32>?) -> Int32

  // Message authentication codes.
  let fetchMAC: Fetch
  let freeMAC: Free
  let makeMACContext: @Sendable @convention(c) (Object) -> Object?
  let freeMACContext: Free
  let startMAC: @Sendable @convention(c) (Object, Bytes?, Int, Bytes?) -> Int32
  let updateMAC: Update
  let finishMAC: @Sendable @convention(c) (Object, Buffer, UnsafeMutablePointer<Int>, Int) -> Int32

  // Block ciphers.
  let fetchCipher: Fetch
  let freeCipher: Free
  let makeCipherContext: Make
  let freeCipherContext: Free
  let startCipher: @Sendable @convention(c) (Object, Object, Object?, Bytes, Bytes, Int32) -> Int32
  let updateCipher:
    @Sendable @convention(c) (Object, Buffer, UnsafeMutablePointer<Int32>, Bytes, Int32) -> Int32
  let finishCipher: @Sendable @convention(c) (Object, Buffer, UnsafeMutablePointer<Int32>) -> Int32

  // Curve keys.
  let makePrivateKey: RawKey
  let makePublicKey: RawKey
  let readPublicKey: @Sendable @convention(c) (Object, Buffer, UnsafeMutablePointer<Int>) -> Int32
  let freeKey: Free
  let makeKeyContext: @Sendable @convention(c) (Object, Object?) -> Object?
  let freeKeyContext: Free
  let startAgreement: @Sendable @convention(c) (Object) -> Int32
  let setPeer: @Sendable @convention(c) (Object, Object) -> Int32
  let agree: @Sendable @convention(c) (Object, Buffer, UnsafeMutablePointer<Int>) -> Int32
  let startSigning: KeyUse
  let sign: @Sendable @convention(c) (Object, Buffer, UnsafeMutablePointer<Int>, Bytes, Int) -> Int32
  let startVerifying: KeyUse
  let verify: @Sendable @convention(c) (Object, Bytes, Int, Bytes, Int) -> Int32

  // Passphrases: text, its length, salt, its length, rounds, hash, length of the key, key.
  let stretch: @Sendable @convention(c) (Bytes, Int32, Bytes, Int32, Int32, Object, Int32, Buffer) -> Int32

  /// The library as Debian installs it, or the reason why it cannot be used. It stays open for the life of the process.
  static let installed = Result { () throws(CipherError) in try LibCrypto(name: "libcrypto.so.3") }

  /// 3.0.0, the first version in which algorithms are fetched.
  private static let oldest: UInt = 0x3000_0000
  /// `OPENSSL_INIT_NO_ATEXIT`.
  private static let noCleanupAtExit: UInt64 = 0x80000

  /// Opens a library and finds all functions in it.
  ///
  /// - Parameter name: the file name, which the dynamic loader searches for.
  init(name: String) throws(CipherError) {
    // Symbols are bound now: a missing function must fail here and not in the middle of a message.
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw .libraryMissing(name: name) }
    func find<Function>(_ symbol: String) throws(CipherError) -> Function {
      guard let address = dlsym(library, symbol) else {
        throw .libraryUnfit(name: name, lacking: symbol)
      }
      return unsafeBitCast(address, to: Function.self)
    }
    let version: @Sendable @convention(c) () -> UInt = try find("OpenSSL_version_num")
    guard version() >= Self.oldest else { throw .libraryUnfit(name: name, lacking: "version 3") }
    // At exit the library would free its state while other threads still use it. Only the first initialization counts.
    let initialize: @Sendable @convention(c) (UInt64, Object?) -> Int32 = try find("OPENSSL_init_crypto")
    _ = initialize(Self.noCleanupAtExit, nil)
    clearErrors = try find("ERR_clear_error")
    compare = try find("CRYPTO_memcmp")
    fillRandom = try find("RAND_priv_bytes")
    fetchDigest = try find("EVP_MD_fetch")
    freeDigest = try find("EVP_MD_free")
    makeDigestContext = try find("EVP_MD_CTX_new")
    freeDigestContext = try find("EVP_MD_CTX_free")
    startDigest = try find("EVP_DigestInit_ex")
    updateDigest = try find("EVP_DigestUpdate")
    finishDigest = try find("EVP_DigestFinal_ex")
    fetchMAC = try find("EVP_MAC_fetch")
    freeMAC = try find("EVP_MAC_free")
    makeMACContext = try find("EVP_MAC_CTX_new")
    freeMACContext = try find("EVP_MAC_CTX_free")
    startMAC = try find("EVP_MAC_init")
    updateMAC = try find("EVP_MAC_update")
    finishMAC = try find("EVP_MAC_final")
    fetchCipher = try find("EVP_CIPHER_fetch")
    freeCipher = try find("EVP_CIPHER_free")
    makeCipherContext = try find("EVP_CIPHER_CTX_new")
    freeCipherContext = try find("EVP_CIPHER_CTX_free")
    startCipher = try find("EVP_CipherInit_ex")
    updateCipher = try find("EVP_CipherUpdate")
    finishCipher = try find("EVP_CipherFinal_ex")
    makePrivateKey = try find("EVP_PKEY_new_raw_private_key")
    makePublicKey = try find("EVP_PKEY_new_raw_public_key")
    readPublicKey = try find("EVP_PKEY_get_raw_public_key")
    freeKey = try find("EVP_PKEY_free")
    makeKeyContext = try find("EVP_PKEY_CTX_new")
    freeKeyContext = try find("EVP_PKEY_CTX_free")
    startAgreement = try find("EVP_PKEY_derive_init")
    setPeer = try find("EVP_PKEY_derive_set_peer")
    agree = try find("EVP_PKEY_derive")
    startSigning = try find("EVP_DigestSignInit")
    sign = try find("EVP_DigestSign")
    startVerifying = try find("EVP_DigestVerifyInit")
    verify = try find("EVP_DigestVerify")
    stretch = try find("PKCS5_PBKDF2_HMAC")
  }

  /// Throws unless a call succeeded.
  func check(_ result: Int32, _ call: StaticString) throws(CipherError) {
    guard result != 1 else { return }
    throw refusal(call)
  }

  /// The object that a call made; throws if there is none.
  func made(_ object: Object?, _ call: StaticString) throws(CipherError) -> Object {
    guard let object else { throw refusal(call) }
    return object
  }

  /// The error of a failed call.
  ///
  /// The queue of errors belongs to the thread: libcurl's TLS on the same thread would report what is left in it.
  func refusal(_ call: StaticString) -> CipherError {
    clearErrors()
    return .refusedByLibrary(call: "\(call)")
  }
}
