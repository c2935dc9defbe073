package io.github.countinghouse;

import java.time.Duration;

/** How a client calls; each method answers settings that differ in this. */
public record ClientSettings(String tenantId, int attempts, Duration deadline) {
  public ClientSettings() {
    this(null, 5, Duration.ofSeconds(30));
  }

  /** The organisation of every call, where the key does not say which. */
  public ClientSettings tenantId(String value) {
    return new ClientSettings(value, attempts, deadline);
  }

  /** How often a call is asked at most. */
  public ClientSettings attempts(int value) {
    return new ClientSettings(tenantId, value, deadline);
  }

  /** Of a call with all its attempts. */
  public ClientSettings deadline(Duration value) {
    return new ClientSettings(tenantId, attempts, value);
  }
}
