// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Witnesses {
  private final Transport transport;

  Witnesses(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerWitnessesItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("vkey") String vkey,
      @Member("url") String url,
      @Member("added_at") String addedAt,
      @Member("state") String state,
      @Member("cosigned_to") Long cosignedTo,
      @Member("cosigned_at") String cosignedAt,
      @Member("failing_since") String failingSince,
      @Member("refused_at") String refusedAt,
      @Member("last_error") String lastError,
      @Member("next_try_at") String nextTryAt
  ) {}

  public record ListAnswer(
      @Member("log_vkey") String logVkey,
      @Member("witnesses") List<ListAnswerWitnessesItem> witnesses
  ) {}

  /** Witnesses of the log, how far each has cosigned it, and the key by which they know the log. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/witnesses", Repeats.ALWAYS), options);
  }
}
