// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class AuditExport {
  private final Transport transport;

  AuditExport(Transport transport) {
    this.transport = transport;
  }

  public record ConfigAnswer(
      @Member("webhook_url") String webhookUrl,
      @Member("secret_mask") String secretMask,
      @Member("secondary_url") String secondaryUrl,
      @Member("secondary_secret_mask") String secondarySecretMask
  ) {}

  public record StatusAnswerDestinationsItem(
      @Member("destination") String destination,
      @Member("origin") String origin,
      @Member("state") String state,
      @Member("acknowledged_seq") Long acknowledgedSeq,
      @Member("head_seq") Long headSeq,
      @Member("backlog") Long backlog,
      @Member("attempts") Long attempts,
      @Member("next_try_at") String nextTryAt,
      @Member("failing_since") String failingSince,
      @Member("last_error") String lastError,
      @Member("last_taken_at") String lastTakenAt,
      @Member("rotates_until") String rotatesUntil,
      @Member("dead_letters") Long deadLetters
  ) {}

  public record StatusAnswerDeadLettersItem(
      @Member("destination") String destination,
      @Member("seq") Long seq,
      @Member("event_type") String eventType,
      @Member("attempts") Long attempts,
      @Member("last_error") String lastError,
      @Member("failed_at") String failedAt,
      @Member("resending") Boolean resending
  ) {}

  public record StatusAnswerActivityItem(
      @Member("id") String id,
      @Member("at") String at,
      @Member("kind") String kind,
      @Member("actor_id") String actorId,
      @Member("destination") String destination,
      @Member("seq") Long seq,
      @Member("events") Long events,
      @Member("detail") String detail
  ) {}

  public record StatusAnswer(
      @Member("destinations") List<StatusAnswerDestinationsItem> destinations,
      @Member("dead_letters") List<StatusAnswerDeadLettersItem> deadLetters,
      @Member("activity") List<StatusAnswerActivityItem> activity
  ) {}

  /** Where the log is sent. Needs the grant read. */
  public ConfigAnswer config(Option... options) {
    return transport.call(
        ConfigAnswer.class,
        new Request("GET", "/api/v1/audit-export/config", Repeats.ALWAYS), options);
  }

  /** How far each destination has the log, what it would not take, and what happened. Needs the grant read. */
  public StatusAnswer status(Option... options) {
    return transport.call(
        StatusAnswer.class,
        new Request("GET", "/api/v1/audit-export/status", Repeats.ALWAYS), options);
  }
}
