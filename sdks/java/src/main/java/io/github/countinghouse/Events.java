// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Events {
  private final Transport transport;

  Events(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerEventsItemHeadSignature(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("event_ts") String eventTs,
      @Member("kid") String kid,
      @Member("signature") String signature
  ) {}

  public record ListAnswerEventsItem(
      @Member("seq") Long seq,
      @Member("event_id") String eventId,
      @Member("event_type") String eventType,
      @Member("name") String name,
      @Member("event_ts") String eventTs,
      @Member("created_at") String createdAt,
      @Member("actor_id") String actorId,
      @Member("event_hash") String eventHash,
      @Member("prev_hash") String prevHash,
      @Member("payload_hash") String payloadHash,
      @Member("signature") String signature,
      @Member("head_signature") ListAnswerEventsItemHeadSignature headSignature,
      @Member("hash_version") Long hashVersion,
      @Member("intent_status") String intentStatus,
      @Member("payload") Map<String, Object> payload
  ) {}

  public record ListAnswer(
      @Member("events") List<ListAnswerEventsItem> events,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;
    @Member("before") private Long before;
    @Member("type") private String type;
    @Member("actor") private String actor;
    @Member("from_seq") private Long fromSeq;
    @Member("to_seq") private Long toSeq;
    @Member("since") private String since;
    @Member("until") private String until;

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public ListQuery after(String value) {
      this.after = value;
      return this;
    }

    public ListQuery before(Long value) {
      this.before = value;
      return this;
    }

    public ListQuery type(String value) {
      this.type = value;
      return this;
    }

    public ListQuery actor(String value) {
      this.actor = value;
      return this;
    }

    public ListQuery fromSeq(Long value) {
      this.fromSeq = value;
      return this;
    }

    public ListQuery toSeq(Long value) {
      this.toSeq = value;
      return this;
    }

    public ListQuery since(String value) {
      this.since = value;
      return this;
    }

    public ListQuery until(String value) {
      this.until = value;
      return this;
    }
  }

  public static final class ExportQuery {
    @Member("type") private String type;
    @Member("actor") private String actor;
    @Member("from_seq") private Long fromSeq;
    @Member("to_seq") private Long toSeq;
    @Member("since") private String since;
    @Member("until") private String until;

    public ExportQuery type(String value) {
      this.type = value;
      return this;
    }

    public ExportQuery actor(String value) {
      this.actor = value;
      return this;
    }

    public ExportQuery fromSeq(Long value) {
      this.fromSeq = value;
      return this;
    }

    public ExportQuery toSeq(Long value) {
      this.toSeq = value;
      return this;
    }

    public ExportQuery since(String value) {
      this.since = value;
      return this;
    }

    public ExportQuery until(String value) {
      this.until = value;
      return this;
    }
  }

  /** The hash-chained log, newest first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/events", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The hash-chained log, newest first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** A part of the log as a file: CSV, or PDF to print. Needs the grant read. */
  public FileContent export(String format, ExportQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/events/export/" + Request.segment(format), Repeats.ALWAYS)
            .query(query), options);
  }

  /** A part of the log as a file: CSV, or PDF to print. Needs the grant read. */
  public FileContent export(String format, Option... options) {
    return export(format, new ExportQuery(), options);
  }
}
