package io.github.countinghouse;

import java.util.function.UnaryOperator;

/** Goes through a list page by page. */
public final class Pages {
  private Pages() {}

  /** Asks for each page with what the one before said comes next (null: the first), until one says that nothing does. */
  public static <C> void each(UnaryOperator<C> page) {
    C next = null;
    do next = page.apply(next);
    while (next != null);
  }
}
