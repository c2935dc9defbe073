package io.github.countinghouse;

/** Changes how one call is made. */
public final class Option {
  final String idempotencyKey;

  private Option(String idempotencyKey) {
    this.idempotencyKey = idempotencyKey;
  }

  /** Names the business act; else the call gets a key of its own. */
  public static Option idempotencyKey(String key) {
    return new Option(key);
  }
}
