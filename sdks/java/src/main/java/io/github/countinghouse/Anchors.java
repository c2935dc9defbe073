// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Anchors {
  private final Transport transport;

  Anchors(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerAnchorsItemCosignaturesItem(
      @Member("name") String name,
      @Member("at") String at
  ) {}

  public record ListAnswerAnchorsItem(
      @Member("id") String id,
      @Member("hour") String hour,
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("root_hash") String rootHash,
      @Member("checkpoint") String checkpoint,
      @Member("kid") String kid,
      @Member("created_at") String createdAt,
      @Member("anchored") Boolean anchored,
      @Member("anchored_at") String anchoredAt,
      @Member("anchor_ref") String anchorRef,
      @Member("time_stamp") String timeStamp,
      @Member("cosignatures") List<ListAnswerAnchorsItemCosignaturesItem> cosignatures
  ) {}

  public record ListAnswer(
      @Member("anchors") List<ListAnswerAnchorsItem> anchors,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;
    @Member("before") private Long before;

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
  }

  public record ConsistencyAnswerFromCosignaturesItem(
      @Member("name") String name,
      @Member("at") String at
  ) {}

  public record ConsistencyAnswerFrom(
      @Member("id") String id,
      @Member("hour") String hour,
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("root_hash") String rootHash,
      @Member("checkpoint") String checkpoint,
      @Member("kid") String kid,
      @Member("created_at") String createdAt,
      @Member("anchored") Boolean anchored,
      @Member("anchored_at") String anchoredAt,
      @Member("anchor_ref") String anchorRef,
      @Member("time_stamp") String timeStamp,
      @Member("cosignatures") List<ConsistencyAnswerFromCosignaturesItem> cosignatures
  ) {}

  public record ConsistencyAnswerToCosignaturesItem(
      @Member("name") String name,
      @Member("at") String at
  ) {}

  public record ConsistencyAnswerTo(
      @Member("id") String id,
      @Member("hour") String hour,
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("root_hash") String rootHash,
      @Member("checkpoint") String checkpoint,
      @Member("kid") String kid,
      @Member("created_at") String createdAt,
      @Member("anchored") Boolean anchored,
      @Member("anchored_at") String anchoredAt,
      @Member("anchor_ref") String anchorRef,
      @Member("time_stamp") String timeStamp,
      @Member("cosignatures") List<ConsistencyAnswerToCosignaturesItem> cosignatures
  ) {}

  public record ConsistencyAnswer(
      @Member("from") ConsistencyAnswerFrom from,
      @Member("to") ConsistencyAnswerTo to,
      @Member("path") List<String> path
  ) {}

  public static final class ConsistencyQuery {
    @Member(value = "from", always = true) private String from;
    @Member(value = "to", always = true) private String to;

    public ConsistencyQuery from(String value) {
      this.from = value;
      return this;
    }

    public ConsistencyQuery to(String value) {
      this.to = value;
      return this;
    }
  }

  public record ProofAnswerAnchorCosignaturesItem(
      @Member("name") String name,
      @Member("at") String at
  ) {}

  public record ProofAnswerAnchor(
      @Member("id") String id,
      @Member("hour") String hour,
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("root_hash") String rootHash,
      @Member("checkpoint") String checkpoint,
      @Member("kid") String kid,
      @Member("created_at") String createdAt,
      @Member("anchored") Boolean anchored,
      @Member("anchored_at") String anchoredAt,
      @Member("anchor_ref") String anchorRef,
      @Member("time_stamp") String timeStamp,
      @Member("cosignatures") List<ProofAnswerAnchorCosignaturesItem> cosignatures
  ) {}

  public record ProofAnswer(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("leaf_hash") String leafHash,
      @Member("leaf_index") Long leafIndex,
      @Member("tree_size") Long treeSize,
      @Member("root_hash") String rootHash,
      @Member("path") List<String> path,
      @Member("anchor") ProofAnswerAnchor anchor
  ) {}

  public static final class ProofQuery {
    @Member("anchor") private String anchor;

    public ProofQuery anchor(String value) {
      this.anchor = value;
      return this;
    }
  }

  /** Anchors of the log, newest first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/anchors", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Anchors of the log, newest first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** Prove that the log of one anchor grew to that of another. Needs the grant read. */
  public ConsistencyAnswer consistency(ConsistencyQuery query, Option... options) {
    return transport.call(
        ConsistencyAnswer.class,
        new Request("GET", "/api/v1/anchors/consistency", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Prove that the log holds an event. Needs the grant read. */
  public ProofAnswer proof(String seq, ProofQuery query, Option... options) {
    return transport.call(
        ProofAnswer.class,
        new Request("GET", "/api/v1/events/" + Request.segment(seq) + "/proof", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Prove that the log holds an event. Needs the grant read. */
  public ProofAnswer proof(String seq, Option... options) {
    return proof(seq, new ProofQuery(), options);
  }

  /** The receipt of an intent as a file that anybody can check without asking us. Needs the grant read. */
  public FileContent receipt(String intentId, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/intents/" + Request.segment(intentId) + "/proof", Repeats.ALWAYS), options);
  }

  /** The same receipt as a COSE receipt (RFC 9942). Needs the grant read. */
  public FileContent coseReceipt(String intentId, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/intents/" + Request.segment(intentId) + "/proof.cose", Repeats.ALWAYS), options);
  }
}
