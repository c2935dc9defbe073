// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Statements {
  private final Transport transport;

  Statements(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerLinesItemCounterparty(
      @Member("id") String id,
      @Member("code") String code
  ) {}

  public record GetAnswerLinesItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("event_id") String eventId,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("booked_at") String bookedAt,
      @Member("narrative") String narrative,
      @Member("counterparty") GetAnswerLinesItemCounterparty counterparty,
      @Member("debit") String debit,
      @Member("credit") String credit,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("currency") String currency
  ) {}

  public record GetAnswer(
      @Member("lines") List<GetAnswerLinesItem> lines,
      @Member("next") String next
  ) {}

  public static final class GetQuery {
    @Member("from") private String from;
    @Member("to") private String to;
    @Member("min") private String min;
    @Member("max") private String max;
    @Member("q") private String q;
    @Member("counterparty") private String counterparty;
    @Member("after") private String after;
    @Member("limit") private Long limit;

    public GetQuery from(String value) {
      this.from = value;
      return this;
    }

    public GetQuery to(String value) {
      this.to = value;
      return this;
    }

    public GetQuery min(String value) {
      this.min = value;
      return this;
    }

    public GetQuery max(String value) {
      this.max = value;
      return this;
    }

    public GetQuery q(String value) {
      this.q = value;
      return this;
    }

    public GetQuery counterparty(String value) {
      this.counterparty = value;
      return this;
    }

    public GetQuery after(String value) {
      this.after = value;
      return this;
    }

    public GetQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record TotalsAnswer(
      @Member("count") Long count,
      @Member("currency") String currency,
      @Member("debit") String debit,
      @Member("credit") String credit,
      @Member("opening") String opening,
      @Member("opening_minor") String openingMinor,
      @Member("closing") String closing,
      @Member("closing_minor") String closingMinor
  ) {}

  public static final class TotalsQuery {
    @Member("from") private String from;
    @Member("to") private String to;
    @Member("min") private String min;
    @Member("max") private String max;
    @Member("q") private String q;
    @Member("counterparty") private String counterparty;

    public TotalsQuery from(String value) {
      this.from = value;
      return this;
    }

    public TotalsQuery to(String value) {
      this.to = value;
      return this;
    }

    public TotalsQuery min(String value) {
      this.min = value;
      return this;
    }

    public TotalsQuery max(String value) {
      this.max = value;
      return this;
    }

    public TotalsQuery q(String value) {
      this.q = value;
      return this;
    }

    public TotalsQuery counterparty(String value) {
      this.counterparty = value;
      return this;
    }
  }

  public static final class CsvQuery {
    @Member("from") private String from;
    @Member("to") private String to;
    @Member("min") private String min;
    @Member("max") private String max;
    @Member("q") private String q;
    @Member("counterparty") private String counterparty;

    public CsvQuery from(String value) {
      this.from = value;
      return this;
    }

    public CsvQuery to(String value) {
      this.to = value;
      return this;
    }

    public CsvQuery min(String value) {
      this.min = value;
      return this;
    }

    public CsvQuery max(String value) {
      this.max = value;
      return this;
    }

    public CsvQuery q(String value) {
      this.q = value;
      return this;
    }

    public CsvQuery counterparty(String value) {
      this.counterparty = value;
      return this;
    }
  }

  /** Postings of an account, newest first, each with the balance after it; a page at a time. Needs the grant read. */
  public GetAnswer get(String id, GetQuery query, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/statement", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Postings of an account, newest first, each with the balance after it; a page at a time. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return get(id, new GetQuery(), options);
  }

  /** How many postings a statement has and what they come to on each side. Needs the grant read. */
  public TotalsAnswer totals(String id, TotalsQuery query, Option... options) {
    return transport.call(
        TotalsAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/statement/totals", Repeats.ALWAYS)
            .query(query), options);
  }

  /** How many postings a statement has and what they come to on each side. Needs the grant read. */
  public TotalsAnswer totals(String id, Option... options) {
    return totals(id, new TotalsQuery(), options);
  }

  /** The whole statement as a file: every line that the filters leave, newest first. Needs the grant read. */
  public FileContent csv(String id, CsvQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/statement.csv", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The whole statement as a file: every line that the filters leave, newest first. Needs the grant read. */
  public FileContent csv(String id, Option... options) {
    return csv(id, new CsvQuery(), options);
  }
}
