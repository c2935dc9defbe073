// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Postings {
  private final Transport transport;

  Postings(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerPostingsItemDebit(
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("balance_after") String balanceAfter
  ) {}

  public record ListAnswerPostingsItemCredit(
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("balance_after") String balanceAfter
  ) {}

  public record ListAnswerPostingsItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("booked_at") String bookedAt,
      @Member("value_date") String valueDate,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("narrative") String narrative,
      @Member("debit") ListAnswerPostingsItemDebit debit,
      @Member("credit") ListAnswerPostingsItemCredit credit
  ) {}

  public record ListAnswer(
      @Member("postings") List<ListAnswerPostingsItem> postings,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("account") private String account;
    @Member("entity") private String entity;
    @Member("party_id") private String partyId;
    @Member("currency") private String currency;
    @Member("amount_from") private String amountFrom;
    @Member("amount_to") private String amountTo;
    @Member("value_from") private String valueFrom;
    @Member("value_to") private String valueTo;
    @Member("booked_from") private String bookedFrom;
    @Member("booked_to") private String bookedTo;
    @Member("metadata") private Map<String, String> metadata;
    @Member("use_case") private String useCase;
    @Member("actor") private String actor;
    @Member("intent_id") private String intentId;
    @Member("q") private String q;
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public ListQuery account(String value) {
      this.account = value;
      return this;
    }

    public ListQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public ListQuery partyId(String value) {
      this.partyId = value;
      return this;
    }

    public ListQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public ListQuery amountFrom(String value) {
      this.amountFrom = value;
      return this;
    }

    public ListQuery amountTo(String value) {
      this.amountTo = value;
      return this;
    }

    public ListQuery valueFrom(String value) {
      this.valueFrom = value;
      return this;
    }

    public ListQuery valueTo(String value) {
      this.valueTo = value;
      return this;
    }

    public ListQuery bookedFrom(String value) {
      this.bookedFrom = value;
      return this;
    }

    public ListQuery bookedTo(String value) {
      this.bookedTo = value;
      return this;
    }

    public ListQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public ListQuery useCase(String value) {
      this.useCase = value;
      return this;
    }

    public ListQuery actor(String value) {
      this.actor = value;
      return this;
    }

    public ListQuery intentId(String value) {
      this.intentId = value;
      return this;
    }

    public ListQuery q(String value) {
      this.q = value;
      return this;
    }

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public ListQuery after(String value) {
      this.after = value;
      return this;
    }
  }

  public static final class ExportQuery {
    @Member("account") private String account;
    @Member("entity") private String entity;
    @Member("party_id") private String partyId;
    @Member("currency") private String currency;
    @Member("amount_from") private String amountFrom;
    @Member("amount_to") private String amountTo;
    @Member("value_from") private String valueFrom;
    @Member("value_to") private String valueTo;
    @Member("booked_from") private String bookedFrom;
    @Member("booked_to") private String bookedTo;
    @Member("metadata") private Map<String, String> metadata;
    @Member("use_case") private String useCase;
    @Member("actor") private String actor;
    @Member("intent_id") private String intentId;
    @Member("q") private String q;

    public ExportQuery account(String value) {
      this.account = value;
      return this;
    }

    public ExportQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public ExportQuery partyId(String value) {
      this.partyId = value;
      return this;
    }

    public ExportQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public ExportQuery amountFrom(String value) {
      this.amountFrom = value;
      return this;
    }

    public ExportQuery amountTo(String value) {
      this.amountTo = value;
      return this;
    }

    public ExportQuery valueFrom(String value) {
      this.valueFrom = value;
      return this;
    }

    public ExportQuery valueTo(String value) {
      this.valueTo = value;
      return this;
    }

    public ExportQuery bookedFrom(String value) {
      this.bookedFrom = value;
      return this;
    }

    public ExportQuery bookedTo(String value) {
      this.bookedTo = value;
      return this;
    }

    public ExportQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public ExportQuery useCase(String value) {
      this.useCase = value;
      return this;
    }

    public ExportQuery actor(String value) {
      this.actor = value;
      return this;
    }

    public ExportQuery intentId(String value) {
      this.intentId = value;
      return this;
    }

    public ExportQuery q(String value) {
      this.q = value;
      return this;
    }
  }

  /** Postings of all accounts, the latest booked first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/postings", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Postings of all accounts, the latest booked first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** All postings that the filters leave, the latest booked first, as a file: CSV, or a posting a line as JSON. Needs the grant read. */
  public FileContent export(String format, ExportQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/postings/export/" + Request.segment(format), Repeats.ALWAYS)
            .query(query), options);
  }

  /** All postings that the filters leave, the latest booked first, as a file: CSV, or a posting a line as JSON. Needs the grant read. */
  public FileContent export(String format, Option... options) {
    return export(format, new ExportQuery(), options);
  }
}
