// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Evidence {
  private final Transport transport;

  Evidence(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerEvidenceItemAmountsItem(
      @Member("currency") String currency,
      @Member("amount") String amount
  ) {}

  public record ListAnswerEvidenceItemAnchor(
      @Member("id") String id,
      @Member("to_seq") Long toSeq,
      @Member("anchored") Boolean anchored
  ) {}

  public record ListAnswerEvidenceItem(
      @Member("id") String id,
      @Member("intent_id") String intentId,
      @Member("name") String name,
      @Member("narrative") String narrative,
      @Member("amounts") List<ListAnswerEvidenceItemAmountsItem> amounts,
      @Member("seq") Long seq,
      @Member("content_sha256") String contentSha256,
      @Member("content_type") String contentType,
      @Member("size") Long size,
      @Member("created_at") String createdAt,
      @Member("uri") String uri,
      @Member("metadata") Map<String, Object> metadata,
      @Member("anchor") ListAnswerEvidenceItemAnchor anchor
  ) {}

  public record ListAnswerFailure(
      @Member("code") String code,
      @Member("since") String since,
      @Member("tries") Long tries
  ) {}

  public record ListAnswer(
      @Member("evidence") List<ListAnswerEvidenceItem> evidence,
      @Member("waiting") Long waiting,
      @Member("failure") ListAnswerFailure failure,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("limit") private Long limit;
    @Member("intent_id") private String intentId;
    @Member("after") private Long after;

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public ListQuery intentId(String value) {
      this.intentId = value;
      return this;
    }

    public ListQuery after(Long value) {
      this.after = value;
      return this;
    }
  }

  public record GetAnswerEvidenceAmountsItem(
      @Member("currency") String currency,
      @Member("amount") String amount
  ) {}

  public record GetAnswerEvidenceAnchor(
      @Member("id") String id,
      @Member("to_seq") Long toSeq,
      @Member("anchored") Boolean anchored
  ) {}

  public record GetAnswerEvidence(
      @Member("id") String id,
      @Member("intent_id") String intentId,
      @Member("name") String name,
      @Member("narrative") String narrative,
      @Member("amounts") List<GetAnswerEvidenceAmountsItem> amounts,
      @Member("seq") Long seq,
      @Member("content_sha256") String contentSha256,
      @Member("content_type") String contentType,
      @Member("size") Long size,
      @Member("created_at") String createdAt,
      @Member("uri") String uri,
      @Member("metadata") Map<String, Object> metadata,
      @Member("anchor") GetAnswerEvidenceAnchor anchor
  ) {}

  public record GetAnswer(
      @Member("evidence") GetAnswerEvidence evidence
  ) {}

  /** Evidence bundles, the latest first, and what waits to be written. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/evidence", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Evidence bundles, the latest first, and what waits to be written. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** An evidence bundle, with a new address. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/evidence/" + Request.segment(id), Repeats.ALWAYS), options);
  }

  /** The content of an evidence bundle, its hash checked before the first byte. Needs the grant read. */
  public Object content(String id, Option... options) {
    return transport.call(
        Object.class,
        new Request("GET", "/api/v1/evidence/" + Request.segment(id) + "/content", Repeats.ALWAYS), options);
  }
}
