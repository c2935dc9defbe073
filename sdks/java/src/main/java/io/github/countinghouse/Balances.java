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
}
