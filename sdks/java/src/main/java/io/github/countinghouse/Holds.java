// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Holds {
  private final Transport transport;

  Holds(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerHoldsItemRowsItem(
      @Member("line") Long line,
      @Member("debit_account_id") String debitAccountId,
      @Member("debit_code") String debitCode,
      @Member("credit_account_id") String creditAccountId,
      @Member("credit_code") String creditCode,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("value_date") String valueDate,
      @Member("narrative") String narrative,
      @Member("rest") String rest
  ) {}

  public record ListAnswerHoldsItem(
      @Member("intent_id") String intentId,
      @Member("status") String status,
      @Member("value_date") String valueDate,
      @Member("expires_at") String expiresAt,
      @Member("placed_at") String placedAt,
      @Member("placed_seq") Long placedSeq,
      @Member("actor_id") String actorId,
      @Member("closed_by") String closedBy,
      @Member("captured_by") List<String> capturedBy,
      @Member("rows") List<ListAnswerHoldsItemRowsItem> rows
  ) {}

  public record ListAnswer(
      @Member("holds") List<ListAnswerHoldsItem> holds,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("status") private String status;
    @Member("q") private String q;
    @Member("after") private Long after;
    @Member("limit") private Long limit;

    public ListQuery status(String value) {
      this.status = value;
      return this;
    }

    public ListQuery q(String value) {
      this.q = value;
      return this;
    }

    public ListQuery after(Long value) {
      this.after = value;
      return this;
    }

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  /** Holds, newest first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/holds", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Holds, newest first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }
}
