package io.github.countinghouse;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why there is no answer. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  static final String UNKNOWN = "UNKNOWN";

  private final String code;
  private final int status;
  private final String requestId;
  private final transient Object details;
  private final Duration retryAfter;

  ApiException(String code, int status, String message, String requestId, Object details, Duration retryAfter, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  /** No answer came. */
  static ApiException unreachable(Throwable cause) {
    return new ApiException(UNKNOWN, 0, "Request failed: the server could not be reached.", null, null, null, cause);
  }

  /** One of docs/reference/errors.md; UNKNOWN where no answer came, or one that is not the server's. */
  public String code() {
    return code;
  }

  /** That of HTTP; 0 where no answer came. */
  public int status() {
    return status;
  }

  /** To quote to whoever runs the server; null where no answer came. */
  public String requestId() {
    return requestId;
  }

  /** What the refusal says beside its code: maps, lists, text, numbers; null where it says nothing. */
  public Object details() {
    return details;
  }

  /** After how long the server asks to be asked again; null where it says nothing of it. */
  public Duration retryAfter() {
    return retryAfter;
  }

  /** What is wrong with which field of a wrong request, by path. */
  public Map<String, String> fields() {
    Map<String, String> faults = new LinkedHashMap<>();
    if (details instanceof List<?> listed)
      for (Object each : listed)
        if (each instanceof Map<?, ?> fault) faults.put(String.valueOf(fault.get("path")), String.valueOf(fault.get("message")));
    return faults;
  }

  @Override
  public String toString() {
    return status + " " + code + ": " + getMessage();
  }
}
