import CCurl

/// An option of libcurl and its value.
struct CurlSetting: Hashable {
  enum Value: Hashable {
    case number(Int)
    case size(Int64)
    case text(String)
  }

  let option: libcurl_option.RawValue
  let value: Value

  init(_ option: libcurl_option, _ value: Value) {
    self.option = option.rawValue
    self.value = value
  }

  /// - Returns: libcurl's error if it does not accept the setting.
  func apply(to easy: OpaquePointer) -> libcurl_code? {
    let option = libcurl_option(rawValue: option)
    let code =
      switch value {
      case .number(let number): libcurl_set_number(easy, option, number)
      case .size(let size): libcurl_set_size(easy, option, size)
      case .text(let text): libcurl_set_text(easy, option, text)
      }
    // This option is newer than the oldest supported libcurl; without it, only giving up a request may take longer.
    if code == LIBCURL_UNKNOWN_OPTION, option == LIBCURL_QUICK_EXIT { return nil }
    return code == LIBCURL_OK ? nil : code
  }
}

extension CurlSetting {
  /// All settings for a request. Nothing that matters for security is left to libcurl's defaults.
  ///
  /// - Parameter remaining: the rest of the total time.
  static func all(
    for checked: CheckedRequest, bodySize: Int64, remaining: Duration?, certificates: String?
  ) -> [CurlSetting] {
    let request = checked.request
    var settings = always
    settings.append(CurlSetting(LIBCURL_URL, .text(checked.url.text)))
    settings += protection(checked, certificates)
    settings += method(request, bodySize)
    settings += bounds(request, remaining)
    return settings
  }

  private static let always: [CurlSetting] = [
    CurlSetting(LIBCURL_NOSIGNAL, .number(1)),
    // Otherwise the thread would wait for a name that does not resolve, even after the request was given up.
    CurlSetting(LIBCURL_QUICK_EXIT, .number(1)),
    CurlSetting(LIBCURL_FOLLOWLOCATION, .number(0)),
    CurlSetting(LIBCURL_REDIR_PROTOCOLS, .number(0)),
    CurlSetting(LIBCURL_HTTP09_ALLOWED, .number(0)),
    CurlSetting(LIBCURL_HTTP_VERSION, .number(LIBCURL_HTTP_2_BY_TLS)),
    // Empty: all compression methods that libcurl supports.
    CurlSetting(LIBCURL_ACCEPT_ENCODING, .text("")),
    // A path component may be an id chosen by another user, even `..`.
    CurlSetting(LIBCURL_PATH_AS_IS, .number(1)),
    CurlSetting(LIBCURL_HEADEROPT, .number(LIBCURL_HEADERS_SEPARATE)),
    CurlSetting(LIBCURL_SUPPRESS_CONNECT_HEADERS, .number(1)),
    CurlSetting(LIBCURL_TCP_KEEPALIVE, .number(1)),
    CurlSetting(LIBCURL_TCP_KEEPIDLE, .number(30)),
    CurlSetting(LIBCURL_TCP_KEEPINTVL, .number(10)),
    CurlSetting(LIBCURL_BUFFERSIZE, .number(64 << 10)),
    CurlSetting(LIBCURL_SSL_VERIFYPEER, .number(1)),
    CurlSetting(LIBCURL_SSL_VERIFYHOST, .number(2)),
    CurlSetting(LIBCURL_PROXY_SSL_VERIFYPEER, .number(1)),
    CurlSetting(LIBCURL_PROXY_SSL_VERIFYHOST, .number(2)),
  ]

  private static func protection(_ checked: CheckedRequest, _ certificates: String?) -> [CurlSetting] {
    var settings: [CurlSetting] = []
    if checked.url.isEncrypted {
      settings.append(CurlSetting(LIBCURL_PROTOCOLS, .number(LIBCURL_PROTOCOL_HTTPS)))
      // The first requests wait to share one connection, if the server supports HTTP/2.
      settings.append(CurlSetting(LIBCURL_PIPEWAIT, .number(1)))
    } else {
      settings.append(CurlSetting(LIBCURL_PROTOCOLS, .number(LIBCURL_PROTOCOL_HTTP)))
    }
    // A proxy from the environment could read unencrypted requests.
    if !checked.url.isEncrypted || checked.request.socket != nil {
      settings.append(CurlSetting(LIBCURL_PROXY, .text("")))
    }
    if let socket = checked.request.socket {
      settings.append(CurlSetting(LIBCURL_UNIX_SOCKET_PATH, .text(socket)))
    }
    if let certificates { settings.append(CurlSetting(LIBCURL_CAINFO, .text(certificates))) }
    return settings
  }

  private static func method(_ request: HTTPRequest, _ bodySize: Int64) -> [CurlSetting] {
    switch (request.method, request.body) {
    case (.get, .none): [CurlSetting(LIBCURL_HTTPGET, .number(1))]
    case (.delete, .none):
      [
        CurlSetting(LIBCURL_HTTPGET, .number(1)),
        CurlSetting(LIBCURL_CUSTOMREQUEST, .text(request.method.rawValue)),
      ]
    case (.get, _), (.delete, _), (.put, _), (.post, _):
      // Without a body, these requests have a Content-Length of 0.
      [
        CurlSetting(LIBCURL_UPLOAD, .number(1)),
        CurlSetting(LIBCURL_INFILESIZE_LARGE, .size(bodySize)),
        CurlSetting(LIBCURL_CUSTOMREQUEST, .text(request.method.rawValue)),
      ]
    }
  }

  private static func bounds(_ request: HTTPRequest, _ remaining: Duration?) -> [CurlSetting] {
    let patience = request.patience
    var settings = [
      CurlSetting(LIBCURL_CONNECTTIMEOUT_MS, .number(patience.connecting.wholeMilliseconds)),
      CurlSetting(LIBCURL_TIMEOUT_MS, .number(remaining?.wholeMilliseconds ?? 0)),
    ]
    // 0 would mean no limit. With 1, the first byte is still refused by `AnswerBody`.
    let limit = max(1, AnswerBody.largest(for: request.destination))
    settings.append(CurlSetting(LIBCURL_MAXFILESIZE_LARGE, .size(limit)))
    if let slowest = patience.slowest {
      settings.append(CurlSetting(LIBCURL_LOW_SPEED_LIMIT, .number(slowest.bytesPerSecond)))
      settings.append(CurlSetting(LIBCURL_LOW_SPEED_TIME, .number(slowest.seconds)))
    }
    return settings
  }
}

extension Duration {
  /// At least one, because zero means no limit to libcurl, and at most a billion, which its counter can hold.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0 else { return 1 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
