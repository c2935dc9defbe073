// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Balances {
  private final Transport transport;

  Balances(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerAccountsItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("minorUnits") Long minorUnits
  ) {}

  public record GetAnswerAsOf(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record GetAnswer(
      @Member("accounts") List<GetAnswerAccountsItem> accounts,
      @Member("as_of") GetAnswerAsOf asOf,
      @Member("next") String next
  ) {}

  public static final class GetQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("value_date") private String valueDate;

    public GetQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public GetQuery after(String value) {
      this.after = value;
      return this;
    }

    public GetQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public GetQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public GetQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public GetQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public GetQuery valueDate(String value) {
      this.valueDate = value;
      return this;
    }
  }

  public record OfAccountAnswerAsOf(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record OfAccountAnswerMovedLast(
      @Member("seq") Long seq,
      @Member("line") Long line
  ) {}

  public record OfAccountAnswerProofAnchorCosignaturesItem(
      @Member("name") String name,
      @Member("at") String at
  ) {}

  public record OfAccountAnswerProofAnchor(
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
      @Member("cosignatures") List<OfAccountAnswerProofAnchorCosignaturesItem> cosignatures
  ) {}

  public record OfAccountAnswerProof(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("leaf_hash") String leafHash,
      @Member("leaf_index") Long leafIndex,
      @Member("tree_size") Long treeSize,
      @Member("root_hash") String rootHash,
      @Member("path") List<String> path,
      @Member("anchor") OfAccountAnswerProofAnchor anchor
  ) {}

  public record OfAccountAnswer(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("as_of") OfAccountAnswerAsOf asOf,
      @Member("moved_last") OfAccountAnswerMovedLast movedLast,
      @Member("proof") OfAccountAnswerProof proof
  ) {}

  public static final class OfAccountQuery {
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("value_date") private String valueDate;

    public OfAccountQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public OfAccountQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public OfAccountQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public OfAccountQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public OfAccountQuery valueDate(String value) {
      this.valueDate = value;
      return this;
    }
  }

  public record DaysOfAccountAnswer(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("as_of") String asOf,
      @Member("days") List<String> days,
      @Member("balances") List<String> balances
  ) {}

  public static final class DaysOfAccountQuery {
    @Member("as_of") private String asOf;
    @Member("back") private Long back;
    @Member("ahead") private Long ahead;

    public DaysOfAccountQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public DaysOfAccountQuery back(Long value) {
      this.back = value;
      return this;
    }

    public DaysOfAccountQuery ahead(Long value) {
      this.ahead = value;
      return this;
    }
  }

  /** Balances now, or as of a snapshot of any kind, a seq, an instant, a value date, or a value date as it was known then. Needs the grant read. */
  public GetAnswer get(GetQuery query, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/balances", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Balances now, or as of a snapshot of any kind, a seq, an instant, a value date, or a value date as it was known then. Needs the grant read. */
  public GetAnswer get(Option... options) {
    return get(new GetQuery(), options);
  }

  /** What one account holds, or held as of a value date as it was known then, with a proof of the log that this follows from. Needs the grant read. */
  public OfAccountAnswer ofAccount(String id, OfAccountQuery query, Option... options) {
    return transport.call(
        OfAccountAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/balance", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What one account holds, or held as of a value date as it was known then, with a proof of the log that this follows from. Needs the grant read. */
  public OfAccountAnswer ofAccount(String id, Option... options) {
    return ofAccount(id, new OfAccountQuery(), options);
  }

  /** What one account held at the end of each day, and will hold with what is value-dated ahead. Needs the grant read. */
  public DaysOfAccountAnswer daysOfAccount(String id, DaysOfAccountQuery query, Option... options) {
    return transport.call(
        DaysOfAccountAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/balance/days", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What one account held at the end of each day, and will hold with what is value-dated ahead. Needs the grant read. */
  public DaysOfAccountAnswer daysOfAccount(String id, Option... options) {
    return daysOfAccount(id, new DaysOfAccountQuery(), options);
  }
}
