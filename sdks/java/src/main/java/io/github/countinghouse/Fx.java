// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Fx {
  private final Transport transport;

  Fx(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerRatesItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source,
      @Member("created_at") String createdAt
  ) {}

  public record ListAnswer(
      @Member("rates") List<ListAnswerRatesItem> rates,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("source") private String source;
    @Member("currency") private String currency;
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public ListQuery source(String value) {
      this.source = value;
      return this;
    }

    public ListQuery currency(String value) {
      this.currency = value;
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

  public record UpsertAnswerRate(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source,
      @Member("created_at") String createdAt
  ) {}

  public record UpsertAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record UpsertAnswer(
      @Member("rate") UpsertAnswerRate rate,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") UpsertAnswerDetails details
  ) {}

  public static final class UpsertBody {
    @Member(value = "base_currency", always = true) private String baseCurrency;
    @Member(value = "quote_currency", always = true) private String quoteCurrency;
    @Member(value = "rate", always = true) private Object rate;
    @Member("asof") private String asof;
    @Member("source") private String source;

    public UpsertBody baseCurrency(String value) {
      this.baseCurrency = value;
      return this;
    }

    public UpsertBody quoteCurrency(String value) {
      this.quoteCurrency = value;
      return this;
    }

    public UpsertBody rate(Object value) {
      this.rate = value;
      return this;
    }

    public UpsertBody asof(String value) {
      this.asof = value;
      return this;
    }

    public UpsertBody source(String value) {
      this.source = value;
      return this;
    }
  }

  public record EffectiveAnswerRateLegsItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source,
      @Member("inverted") Boolean inverted
  ) {}

  public record EffectiveAnswerRate(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("inverse") String inverse,
      @Member("derived") String derived,
      @Member("via") String via,
      @Member("legs") List<EffectiveAnswerRateLegsItem> legs
  ) {}

  public record EffectiveAnswer(
      @Member("at") String at,
      @Member("rate") EffectiveAnswerRate rate,
      @Member("converted") String converted
  ) {}

  public static final class EffectiveQuery {
    @Member(value = "base", always = true) private String base;
    @Member(value = "quote", always = true) private String quote;
    @Member("at") private String at;
    @Member("amount") private String amount;

    public EffectiveQuery base(String value) {
      this.base = value;
      return this;
    }

    public EffectiveQuery quote(String value) {
      this.quote = value;
      return this;
    }

    public EffectiveQuery at(String value) {
      this.at = value;
      return this;
    }

    public EffectiveQuery amount(String value) {
      this.amount = value;
      return this;
    }
  }

  public record ImportAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ImportAnswer(
      @Member("imported") Long imported,
      @Member("unchanged") Long unchanged,
      @Member("from") String from,
      @Member("to") String to,
      @Member("days") Long days,
      @Member("currencies") List<String> currencies,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ImportAnswerDetails details
  ) {}

  public static final class ImportBody {
    @Member(value = "content", always = true) private String content;
    @Member("filename") private String filename;
    @Member("currencies") private List<String> currencies;
    @Member("days") private Long days;
    @Member("preview") private Boolean preview;

    public ImportBody content(String value) {
      this.content = value;
      return this;
    }

    public ImportBody filename(String value) {
      this.filename = value;
      return this;
    }

    public ImportBody currencies(List<String> value) {
      this.currencies = value;
      return this;
    }

    public ImportBody days(Long value) {
      this.days = value;
      return this;
    }

    public ImportBody preview(Boolean value) {
      this.preview = value;
      return this;
    }
  }

  /** FX overrides, the one set last first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/fx-rates", Repeats.ALWAYS)
            .query(query), options);
  }

  /** FX overrides, the one set last first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** Set the rate of a pair from a time on. Needs the grant admin. */
  public UpsertAnswer upsert(UpsertBody body, Option... options) {
    return transport.call(
        UpsertAnswer.class,
        new Request("POST", "/api/v1/fx-rates", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The rate of a pair at a time: given, or the inverse or cross of given ones. Needs the grant read. */
  public EffectiveAnswer effective(EffectiveQuery query, Option... options) {
    return transport.call(
        EffectiveAnswer.class,
        new Request("GET", "/api/v1/fx-rates/effective", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Import a file of reference rates of the European Central Bank; again it changes nothing. Needs the grant admin. */
  public ImportAnswer import_(ImportBody body, Option... options) {
    return transport.call(
        ImportAnswer.class,
        new Request("POST", "/api/v1/fx-rates/import", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }
}
