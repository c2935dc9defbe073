// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Webhooks {
  private final Transport transport;

  Webhooks(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerWebhooksItem(
      @Member("id") String id,
      @Member("purpose") String purpose,
      @Member("name") String name,
      @Member("url") String url,
      @Member("event_types") List<String> eventTypes,
      @Member("payload_version") Double payloadVersion,
      @Member("enabled") Boolean enabled,
      @Member("created_at") String createdAt,
      @Member("created_by") String createdBy,
      @Member("state") String state,
      @Member("acknowledged_seq") Long acknowledgedSeq,
      @Member("head_seq") Long headSeq,
      @Member("backlog") Long backlog,
      @Member("attempts") Long attempts,
      @Member("next_try_at") String nextTryAt,
      @Member("failing_since") String failingSince,
      @Member("last_error") String lastError,
      @Member("last_taken_at") String lastTakenAt,
      @Member("old_secret_until") String oldSecretUntil,
      @Member("dead_letters") Long deadLetters
  ) {}

  public record ListAnswer(
      @Member("webhooks") List<ListAnswerWebhooksItem> webhooks
  ) {}

  public record GetAnswerWebhook(
      @Member("id") String id,
      @Member("purpose") String purpose,
      @Member("name") String name,
      @Member("url") String url,
      @Member("event_types") List<String> eventTypes,
      @Member("payload_version") Double payloadVersion,
      @Member("enabled") Boolean enabled,
      @Member("created_at") String createdAt,
      @Member("created_by") String createdBy,
      @Member("state") String state,
      @Member("acknowledged_seq") Long acknowledgedSeq,
      @Member("head_seq") Long headSeq,
      @Member("backlog") Long backlog,
      @Member("attempts") Long attempts,
      @Member("next_try_at") String nextTryAt,
      @Member("failing_since") String failingSince,
      @Member("last_error") String lastError,
      @Member("last_taken_at") String lastTakenAt,
      @Member("old_secret_until") String oldSecretUntil,
      @Member("dead_letters") Long deadLetters
  ) {}

  public record GetAnswerDeadLettersItem(
      @Member("seq") Long seq,
      @Member("event_type") String eventType,
      @Member("attempts") Long attempts,
      @Member("last_error") String lastError,
      @Member("failed_at") String failedAt
  ) {}

  public record GetAnswerReplaysItem(
      @Member("id") String id,
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("done_seq") Long doneSeq,
      @Member("asked_by") String askedBy,
      @Member("asked_at") String askedAt,
      @Member("finished_at") String finishedAt
  ) {}

  public record GetAnswer(
      @Member("webhook") GetAnswerWebhook webhook,
      @Member("dead_letters") List<GetAnswerDeadLettersItem> deadLetters,
      @Member("replays") List<GetAnswerReplaysItem> replays
  ) {}

  public record TestAnswerDeliveryRequest(
      @Member("id") String id,
      @Member("body") String body_
  ) {}

  public record TestAnswerDelivery(
      @Member("id") String id,
      @Member("seq") Long seq,
      @Member("event_type") String eventType,
      @Member("cause") String cause,
      @Member("attempt") Long attempt,
      @Member("sent_at") String sentAt,
      @Member("duration_ms") Long durationMs,
      @Member("outcome") String outcome,
      @Member("status") Long status,
      @Member("error") String error,
      @Member("request") TestAnswerDeliveryRequest request,
      @Member("answer") String answer
  ) {}

  public record TestAnswer(
      @Member("delivery") TestAnswerDelivery delivery
  ) {}

  public record GoOnAnswerWebhook(
      @Member("id") String id,
      @Member("purpose") String purpose,
      @Member("name") String name,
      @Member("url") String url,
      @Member("event_types") List<String> eventTypes,
      @Member("payload_version") Double payloadVersion,
      @Member("enabled") Boolean enabled,
      @Member("created_at") String createdAt,
      @Member("created_by") String createdBy,
      @Member("state") String state,
      @Member("acknowledged_seq") Long acknowledgedSeq,
      @Member("head_seq") Long headSeq,
      @Member("backlog") Long backlog,
      @Member("attempts") Long attempts,
      @Member("next_try_at") String nextTryAt,
      @Member("failing_since") String failingSince,
      @Member("last_error") String lastError,
      @Member("last_taken_at") String lastTakenAt,
      @Member("old_secret_until") String oldSecretUntil,
      @Member("dead_letters") Long deadLetters
  ) {}

  public record GoOnAnswer(
      @Member("webhook") GoOnAnswerWebhook webhook
  ) {}

  public record ReplayAnswerReplay(
      @Member("id") String id,
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("done_seq") Long doneSeq,
      @Member("asked_by") String askedBy,
      @Member("asked_at") String askedAt,
      @Member("finished_at") String finishedAt
  ) {}

  public record ReplayAnswer(
      @Member("replay") ReplayAnswerReplay replay
  ) {}

  public static final class ReplayBody {
    @Member(value = "from_seq", always = true) private Long fromSeq;
    @Member(value = "to_seq", always = true) private Long toSeq;

    public ReplayBody fromSeq(Long value) {
      this.fromSeq = value;
      return this;
    }

    public ReplayBody toSeq(Long value) {
      this.toSeq = value;
      return this;
    }
  }

  public record ResendAnswer(
      @Member("queued") Long queued
  ) {}

  public static final class ResendBody {
    @Member("seq") private Long seq;

    public ResendBody seq(Long value) {
      this.seq = value;
      return this;
    }
  }

  public record DeliveriesAnswerDeliveriesItem(
      @Member("id") String id,
      @Member("seq") Long seq,
      @Member("event_type") String eventType,
      @Member("cause") String cause,
      @Member("attempt") Long attempt,
      @Member("sent_at") String sentAt,
      @Member("duration_ms") Long durationMs,
      @Member("outcome") String outcome,
      @Member("status") Long status,
      @Member("error") String error
  ) {}

  public record DeliveriesAnswer(
      @Member("deliveries") List<DeliveriesAnswerDeliveriesItem> deliveries,
      @Member("next") String next
  ) {}

  public static final class DeliveriesQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;
    @Member("only") private String only;

    public DeliveriesQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public DeliveriesQuery after(String value) {
      this.after = value;
      return this;
    }

    public DeliveriesQuery only(String value) {
      this.only = value;
      return this;
    }
  }

  public record DeliveryAnswerDeliveryRequest(
      @Member("id") String id,
      @Member("body") String body_
  ) {}

  public record DeliveryAnswerDelivery(
      @Member("id") String id,
      @Member("seq") Long seq,
      @Member("event_type") String eventType,
      @Member("cause") String cause,
      @Member("attempt") Long attempt,
      @Member("sent_at") String sentAt,
      @Member("duration_ms") Long durationMs,
      @Member("outcome") String outcome,
      @Member("status") Long status,
      @Member("error") String error,
      @Member("request") DeliveryAnswerDeliveryRequest request,
      @Member("answer") String answer
  ) {}

  public record DeliveryAnswer(
      @Member("delivery") DeliveryAnswerDelivery delivery
  ) {}

  /** Webhook endpoints by name, with the two of the audit export where they are set, and how far each has the log. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/webhooks", Repeats.ALWAYS), options);
  }

  /** A webhook endpoint, what it would not take, and its latest replays. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/webhooks/" + Request.segment(id), Repeats.ALWAYS), options);
  }

  /** Send a signed message of the type webhook.test now, and tell what was answered. Needs the grant admin. */
  public TestAnswer test(String id, Option... options) {
    return transport.call(
        TestAnswer.class,
        new Request("POST", "/api/v1/webhooks/" + Request.segment(id) + "/test", Repeats.NEVER), options);
  }

  /** Try a webhook endpoint again now that waits or is stopped. Needs the grant admin. */
  public GoOnAnswer goOn(String id, Option... options) {
    return transport.call(
        GoOnAnswer.class,
        new Request("POST", "/api/v1/webhooks/" + Request.segment(id) + "/go-on", Repeats.NEVER), options);
  }

  /** Send a stretch of the log again, at most 10,000 events: those that the endpoint wants, or the one that is named. Needs the grant admin. */
  public ReplayAnswer replay(String id, ReplayBody body, Option... options) {
    return transport.call(
        ReplayAnswer.class,
        new Request("POST", "/api/v1/webhooks/" + Request.segment(id) + "/replay", Repeats.NEVER)
            .body(body), options);
  }

  /** Send dead letters of a webhook endpoint again: the one that is named, or all of them. Needs the grant admin. */
  public ResendAnswer resend(String id, ResendBody body, Option... options) {
    return transport.call(
        ResendAnswer.class,
        new Request("POST", "/api/v1/webhooks/" + Request.segment(id) + "/dead-letters/resend", Repeats.NEVER)
            .body(body), options);
  }

  /** What was sent to a webhook endpoint and how it went, the latest first: the last 1,000 of the last 30 days. Needs the grant read. */
  public DeliveriesAnswer deliveries(String id, DeliveriesQuery query, Option... options) {
    return transport.call(
        DeliveriesAnswer.class,
        new Request("GET", "/api/v1/webhooks/" + Request.segment(id) + "/deliveries", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What was sent to a webhook endpoint and how it went, the latest first: the last 1,000 of the last 30 days. Needs the grant read. */
  public DeliveriesAnswer deliveries(String id, Option... options) {
    return deliveries(id, new DeliveriesQuery(), options);
  }

  /** One delivery, with what was sent and how the answer begins. Needs the grant read. */
  public DeliveryAnswer delivery(String id, String deliveryId, Option... options) {
    return transport.call(
        DeliveryAnswer.class,
        new Request("GET", "/api/v1/webhooks/" + Request.segment(id) + "/deliveries/" + Request.segment(deliveryId), Repeats.ALWAYS), options);
  }
}
