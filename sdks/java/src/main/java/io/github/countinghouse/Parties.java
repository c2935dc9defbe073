// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Parties {
  private final Transport transport;

  Parties(Transport transport) {
    this.transport = transport;
  }

  public record SearchAnswerPartiesItem(
      @Member("id") String id,
      @Member("label") String label,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("created_at") String createdAt,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record SearchAnswer(
      @Member("parties") List<SearchAnswerPartiesItem> parties,
      @Member("total") Long total,
      @Member("next") String next
  ) {}

  public static final class SearchQuery {
    @Member("q") private String q;
    @Member("metadata") private Map<String, String> metadata;
    @Member("after") private Long after;
    @Member("limit") private Long limit;

    public SearchQuery q(String value) {
      this.q = value;
      return this;
    }

    public SearchQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public SearchQuery after(Long value) {
      this.after = value;
      return this;
    }

    public SearchQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record CreateAnswerParty(
      @Member("id") String id,
      @Member("label") String label,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("created_at") String createdAt,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record CreateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record CreateAnswer(
      @Member("party") CreateAnswerParty party,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") CreateAnswerDetails details
  ) {}

  public static final class CreateBody {
    @Member(value = "label", always = true) private String label;
    @Member("kind") private String kind;
    @Member("external_ref") private String externalRef;
    @Member("metadata") private Map<String, String> metadata;

    public CreateBody label(String value) {
      this.label = value;
      return this;
    }

    public CreateBody kind(String value) {
      this.kind = value;
      return this;
    }

    public CreateBody externalRef(String value) {
      this.externalRef = value;
      return this;
    }

    public CreateBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record NamesAnswerPartiesItem(
      @Member("id") String id,
      @Member("label") String label
  ) {}

  public record NamesAnswer(
      @Member("parties") List<NamesAnswerPartiesItem> parties
  ) {}

  public static final class NamesBody {
    @Member(value = "ids", always = true) private List<String> ids;

    public NamesBody ids(List<String> value) {
      this.ids = value;
      return this;
    }
  }

  public record GetAnswerParty(
      @Member("id") String id,
      @Member("label") String label,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("created_at") String createdAt,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record GetAnswer(
      @Member("party") GetAnswerParty party
  ) {}

  public record ChangeAnswerParty(
      @Member("id") String id,
      @Member("label") String label,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("created_at") String createdAt,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record ChangeAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ChangeAnswer(
      @Member("party") ChangeAnswerParty party,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ChangeAnswerDetails details
  ) {}

  public static final class ChangeBody {
    @Member(value = "label", always = true) private String label;
    @Member("kind") private String kind;
    @Member("external_ref") private String externalRef;

    public ChangeBody label(String value) {
      this.label = value;
      return this;
    }

    public ChangeBody kind(String value) {
      this.kind = value;
      return this;
    }

    public ChangeBody externalRef(String value) {
      this.externalRef = value;
      return this;
    }
  }

  public record PositionAnswerSumsItem(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("held") String held,
      @Member("held_minor") String heldMinor,
      @Member("owed_to_them") String owedToThem,
      @Member("owed_to_them_minor") String owedToThemMinor,
      @Member("owed_to_us") String owedToUs,
      @Member("owed_to_us_minor") String owedToUsMinor
  ) {}

  public record PositionAnswerExposure(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("limit") String limit,
      @Member("limit_minor") String limitMinor,
      @Member("used") String used,
      @Member("used_minor") String usedMinor,
      @Member("set_at") String setAt,
      @Member("set_by") String setBy
  ) {}

  public record PositionAnswerMonthsItem(
      @Member("month") String month,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("debits") String debits,
      @Member("debits_minor") String debitsMinor,
      @Member("credits") String credits,
      @Member("credits_minor") String creditsMinor
  ) {}

  public record PositionAnswerMovementsItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("booked_at") String bookedAt,
      @Member("narrative") String narrative,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("other_code") String otherCode,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("amount") String amount,
      @Member("amount_minor") String amountMinor
  ) {}

  public record PositionAnswerAheadItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("booked_at") String bookedAt,
      @Member("narrative") String narrative,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("other_code") String otherCode,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("amount") String amount,
      @Member("amount_minor") String amountMinor
  ) {}

  public record PositionAnswer(
      @Member("accounts") Long accounts,
      @Member("sums") List<PositionAnswerSumsItem> sums,
      @Member("exposure") PositionAnswerExposure exposure,
      @Member("months") List<PositionAnswerMonthsItem> months,
      @Member("movements") List<PositionAnswerMovementsItem> movements,
      @Member("ahead") List<PositionAnswerAheadItem> ahead
  ) {}

  public record StatementAnswerParty(
      @Member("id") String id,
      @Member("label") String label
  ) {}

  public record StatementAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record StatementAnswerCurrenciesItemLinesItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("booked_at") String bookedAt,
      @Member("narrative") String narrative,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("other_code") String otherCode,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("amount") String amount,
      @Member("amount_minor") String amountMinor,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor
  ) {}

  public record StatementAnswerCurrenciesItem(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("opening") String opening,
      @Member("opening_minor") String openingMinor,
      @Member("closing") String closing,
      @Member("closing_minor") String closingMinor,
      @Member("lines") List<StatementAnswerCurrenciesItemLinesItem> lines
  ) {}

  public record StatementAnswer(
      @Member("organisation") String organisation,
      @Member("party") StatementAnswerParty party,
      @Member("from") String from,
      @Member("to") String to,
      @Member("generated_at") String generatedAt,
      @Member("position") StatementAnswerPosition position,
      @Member("currencies") List<StatementAnswerCurrenciesItem> currencies
  ) {}

  public static final class StatementQuery {
    @Member("from") private String from;
    @Member("to") private String to;

    public StatementQuery from(String value) {
      this.from = value;
      return this;
    }

    public StatementQuery to(String value) {
      this.to = value;
      return this;
    }
  }

  public static final class StatementFileQuery {
    @Member(value = "format", always = true) private String format;
    @Member("from") private String from;
    @Member("to") private String to;

    public StatementFileQuery format(String value) {
      this.format = value;
      return this;
    }

    public StatementFileQuery from(String value) {
      this.from = value;
      return this;
    }

    public StatementFileQuery to(String value) {
      this.to = value;
      return this;
    }
  }

  /** Parties whose label, kind, reference or id contains a text, by label; without a text all of them. Needs the grant read. */
  public SearchAnswer search(SearchQuery query, Option... options) {
    return transport.call(
        SearchAnswer.class,
        new Request("GET", "/api/v1/parties", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Parties whose label, kind, reference or id contains a text, by label; without a text all of them. Needs the grant read. */
  public SearchAnswer search(Option... options) {
    return search(new SearchQuery(), options);
  }

  /** Add a party. Needs the grant admin. */
  public CreateAnswer create(CreateBody body, Option... options) {
    return transport.call(
        CreateAnswer.class,
        new Request("POST", "/api/v1/parties", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** What parties are called, by id; those that are not here are left out. Needs the grant read. */
  public NamesAnswer names(NamesBody body, Option... options) {
    return transport.call(
        NamesAnswer.class,
        new Request("POST", "/api/v1/parties/names", Repeats.ALWAYS)
            .body(body), options);
  }

  /** One party. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/parties/" + Request.segment(id), Repeats.ALWAYS), options);
  }

  /** Change a party. Needs the grant admin. */
  public ChangeAnswer change(String id, ChangeBody body, Option... options) {
    return transport.call(
        ChangeAnswer.class,
        new Request("POST", "/api/v1/parties/" + Request.segment(id), Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** What is held for a party, owed to it and owed by it, by currency, with its months and latest movements. Needs the grant read. */
  public PositionAnswer position(String id, Option... options) {
    return transport.call(
        PositionAnswer.class,
        new Request("GET", "/api/v1/parties/" + Request.segment(id) + "/position", Repeats.ALWAYS), options);
  }

  /** Statement of account: what stood before, every movement by value date, what stands after; without days the last three months. Needs the grant read. */
  public StatementAnswer statement(String id, StatementQuery query, Option... options) {
    return transport.call(
        StatementAnswer.class,
        new Request("GET", "/api/v1/parties/" + Request.segment(id) + "/statement", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Statement of account: what stood before, every movement by value date, what stands after; without days the last three months. Needs the grant read. */
  public StatementAnswer statement(String id, Option... options) {
    return statement(id, new StatementQuery(), options);
  }

  /** Statement of account: what stood before, every movement by value date, what stands after; without days the last three months. As a file. Needs the grant read. */
  public FileContent statementFile(String id, StatementFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/parties/" + Request.segment(id) + "/statement", Repeats.ALWAYS)
            .query(query), options);
  }
}
