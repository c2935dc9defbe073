// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Snapshots {
  private final Transport transport;

  Snapshots(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerSnapshotsItem(
      @Member("id") String id,
      @Member("snapshot_id") String snapshotId,
      @Member("kind") String kind,
      @Member("label") String label,
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("root_hash") String rootHash,
      @Member("taken_at") String takenAt,
      @Member("effective_at") String effectiveAt,
      @Member("source") String source,
      @Member("uri") String uri,
      @Member("metadata") Map<String, Object> metadata
  ) {}

  public record ListAnswer(
      @Member("snapshots") List<ListAnswerSnapshotsItem> snapshots
  ) {}

  public static final class ListQuery {
    @Member("kind") private String kind;
    @Member("limit") private Long limit;

    public ListQuery kind(String value) {
      this.kind = value;
      return this;
    }

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record TakeAnswerSnapshot(
      @Member("id") String id,
      @Member("snapshot_id") String snapshotId,
      @Member("kind") String kind,
      @Member("label") String label,
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("root_hash") String rootHash,
      @Member("takenAt") String takenAt,
      @Member("taken_at") String takenAt_,
      @Member("effective_at") String effectiveAt,
      @Member("source") String source,
      @Member("uri") String uri,
      @Member("metadata") Map<String, Object> metadata
  ) {}

  public record TakeAnswer(
      @Member("snapshot") TakeAnswerSnapshot snapshot
  ) {}

  public static final class TakeBody {
    @Member(value = "kind", always = true) private String kind;
    @Member("label") private String label;
    @Member("source") private String source;
    @Member("effective_at") private String effectiveAt;

    public TakeBody kind(String value) {
      this.kind = value;
      return this;
    }

    public TakeBody label(String value) {
      this.label = value;
      return this;
    }

    public TakeBody source(String value) {
      this.source = value;
      return this;
    }

    public TakeBody effectiveAt(String value) {
      this.effectiveAt = value;
      return this;
    }
  }

  public record TakeV1AnswerSnapshot(
      @Member("id") String id,
      @Member("snapshot_id") String snapshotId,
      @Member("kind") String kind,
      @Member("label") String label,
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("root_hash") String rootHash,
      @Member("takenAt") String takenAt,
      @Member("taken_at") String takenAt_,
      @Member("effective_at") String effectiveAt,
      @Member("source") String source,
      @Member("uri") String uri,
      @Member("metadata") Map<String, Object> metadata
  ) {}

  public record TakeV1Answer(
      @Member("snapshot") TakeV1AnswerSnapshot snapshot
  ) {}

  public static final class TakeV1Body {
    @Member(value = "kind", always = true) private String kind;
    @Member("label") private String label;
    @Member("source") private String source;
    @Member("effective_at") private String effectiveAt;

    public TakeV1Body kind(String value) {
      this.kind = value;
      return this;
    }

    public TakeV1Body label(String value) {
      this.label = value;
      return this;
    }

    public TakeV1Body source(String value) {
      this.source = value;
      return this;
    }

    public TakeV1Body effectiveAt(String value) {
      this.effectiveAt = value;
      return this;
    }
  }

  /** Snapshots, newest first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/snapshots", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Snapshots, newest first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** Capture a snapshot. Needs the grant post. */
  public TakeAnswer take(TakeBody body, Option... options) {
    return transport.call(
        TakeAnswer.class,
        new Request("POST", "/api/internal/snapshots/take", Repeats.NEVER)
            .body(body), options);
  }

  /** Capture a snapshot. Needs the grant post. */
  public TakeV1Answer takeV1(TakeV1Body body, Option... options) {
    return transport.call(
        TakeV1Answer.class,
        new Request("POST", "/api/v1/snapshots/take", Repeats.NEVER)
            .body(body), options);
  }
}
