package io.github.countinghouse;

/** When a call may be asked again without harm. */
enum Repeats {
  NEVER,
  ALWAYS,
  /** Under the key that names what it does. */
  UNDER_ONE_KEY,
  /** With a key in each of its intents. */
  UNDER_KEYS
}
