// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class SecondFactorResets {
  private final Transport transport;

  SecondFactorResets(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerResetsItem(
      @Member("user_id") String userId,
      @Member("effective_at") String effectiveAt
  ) {}

  public record ListAnswer(
      @Member("resets") List<ListAnswerResetsItem> resets
  ) {}

  /** Lost second factors of members that are to be removed, and from when on. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/second-factor-resets", Repeats.ALWAYS), options);
  }
}
