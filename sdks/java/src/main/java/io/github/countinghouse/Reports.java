// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Reports {
  private final Transport transport;

  Reports(Transport transport) {
    this.transport = transport;
  }

  public record BalancesByGlAnswerBalancesItem(
      @Member("code") String code,
      @Member("title") String title,
      @Member("total") String total,
      @Member("total_minor") String totalMinor,
      @Member("gl_account_id") String glAccountId,
      @Member("class") String class_
  ) {}

  public record BalancesByGlAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record BalancesByGlAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record BalancesByGlAnswer(
      @Member("currency") String currency,
      @Member("balances") List<BalancesByGlAnswerBalancesItem> balances,
      @Member("minor_units") Long minorUnits,
      @Member("organisation") String organisation,
      @Member("entity") BalancesByGlAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") BalancesByGlAnswerPosition position
  ) {}

  public static final class BalancesByGlQuery {
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;

    public BalancesByGlQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public BalancesByGlQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public BalancesByGlQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public BalancesByGlQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public BalancesByGlQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public BalancesByGlQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public BalancesByGlQuery asOf(String value) {
      this.asOf = value;
      return this;
    }
  }

  public static final class BalancesByGlFileQuery {
    @Member(value = "format", always = true) private String format;
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;

    public BalancesByGlFileQuery format(String value) {
      this.format = value;
      return this;
    }

    public BalancesByGlFileQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public BalancesByGlFileQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public BalancesByGlFileQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public BalancesByGlFileQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public BalancesByGlFileQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public BalancesByGlFileQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public BalancesByGlFileQuery asOf(String value) {
      this.asOf = value;
      return this;
    }
  }

  public record TrialBalanceAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record TrialBalanceAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record TrialBalanceAnswerPeriod(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record TrialBalanceAnswerPrior(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record TrialBalanceAnswerCurrenciesItem(
      @Member("code") String code,
      @Member("minor_units") Long minorUnits
  ) {}

  public record TrialBalanceAnswerTranslationConversionsItemRatesItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source
  ) {}

  public record TrialBalanceAnswerTranslationConversionsItem(
      @Member("column") String column,
      @Member("from") String from,
      @Member("how") String how,
      @Member("rates") List<TrialBalanceAnswerTranslationConversionsItemRatesItem> rates
  ) {}

  public record TrialBalanceAnswerTranslationMissingItem(
      @Member("column") String column,
      @Member("currency") String currency
  ) {}

  public record TrialBalanceAnswerTranslation(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("conversions") List<TrialBalanceAnswerTranslationConversionsItem> conversions,
      @Member("missing") List<TrialBalanceAnswerTranslationMissingItem> missing
  ) {}

  public record TrialBalanceAnswerLinesItemAmountsItem(
      @Member("currency") String currency,
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record TrialBalanceAnswerLinesItemTranslated(
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record TrialBalanceAnswerLinesItem(
      @Member("kind") String kind,
      @Member("code") String code,
      @Member("title") String title,
      @Member("class") String class_,
      @Member("gl_account_id") String glAccountId,
      @Member("depth") Long depth,
      @Member("amounts") List<TrialBalanceAnswerLinesItemAmountsItem> amounts,
      @Member("translated") TrialBalanceAnswerLinesItemTranslated translated
  ) {}

  public record TrialBalanceAnswer(
      @Member("report") String report,
      @Member("organisation") String organisation,
      @Member("entity") TrialBalanceAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") TrialBalanceAnswerPosition position,
      @Member("period") TrialBalanceAnswerPeriod period,
      @Member("prior") TrialBalanceAnswerPrior prior,
      @Member("currencies") List<TrialBalanceAnswerCurrenciesItem> currencies,
      @Member("translation") TrialBalanceAnswerTranslation translation,
      @Member("left_out") List<String> leftOut,
      @Member("lines") List<TrialBalanceAnswerLinesItem> lines
  ) {}

  public static final class TrialBalanceQuery {
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;
    @Member("compare") private String compare;

    public TrialBalanceQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public TrialBalanceQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public TrialBalanceQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public TrialBalanceQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public TrialBalanceQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public TrialBalanceQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public TrialBalanceQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public TrialBalanceQuery compare(String value) {
      this.compare = value;
      return this;
    }
  }

  public static final class TrialBalanceFileQuery {
    @Member(value = "format", always = true) private String format;
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;
    @Member("compare") private String compare;

    public TrialBalanceFileQuery format(String value) {
      this.format = value;
      return this;
    }

    public TrialBalanceFileQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public TrialBalanceFileQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public TrialBalanceFileQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public TrialBalanceFileQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public TrialBalanceFileQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public TrialBalanceFileQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public TrialBalanceFileQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public TrialBalanceFileQuery compare(String value) {
      this.compare = value;
      return this;
    }
  }

  public record BalanceSheetAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record BalanceSheetAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record BalanceSheetAnswerPeriod(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record BalanceSheetAnswerPrior(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record BalanceSheetAnswerCurrenciesItem(
      @Member("code") String code,
      @Member("minor_units") Long minorUnits
  ) {}

  public record BalanceSheetAnswerTranslationConversionsItemRatesItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source
  ) {}

  public record BalanceSheetAnswerTranslationConversionsItem(
      @Member("column") String column,
      @Member("from") String from,
      @Member("how") String how,
      @Member("rates") List<BalanceSheetAnswerTranslationConversionsItemRatesItem> rates
  ) {}

  public record BalanceSheetAnswerTranslationMissingItem(
      @Member("column") String column,
      @Member("currency") String currency
  ) {}

  public record BalanceSheetAnswerTranslation(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("conversions") List<BalanceSheetAnswerTranslationConversionsItem> conversions,
      @Member("missing") List<BalanceSheetAnswerTranslationMissingItem> missing
  ) {}

  public record BalanceSheetAnswerLinesItemAmountsItem(
      @Member("currency") String currency,
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record BalanceSheetAnswerLinesItemTranslated(
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record BalanceSheetAnswerLinesItem(
      @Member("kind") String kind,
      @Member("code") String code,
      @Member("title") String title,
      @Member("class") String class_,
      @Member("gl_account_id") String glAccountId,
      @Member("depth") Long depth,
      @Member("amounts") List<BalanceSheetAnswerLinesItemAmountsItem> amounts,
      @Member("translated") BalanceSheetAnswerLinesItemTranslated translated
  ) {}

  public record BalanceSheetAnswer(
      @Member("report") String report,
      @Member("organisation") String organisation,
      @Member("entity") BalanceSheetAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") BalanceSheetAnswerPosition position,
      @Member("period") BalanceSheetAnswerPeriod period,
      @Member("prior") BalanceSheetAnswerPrior prior,
      @Member("currencies") List<BalanceSheetAnswerCurrenciesItem> currencies,
      @Member("translation") BalanceSheetAnswerTranslation translation,
      @Member("left_out") List<String> leftOut,
      @Member("lines") List<BalanceSheetAnswerLinesItem> lines
  ) {}

  public static final class BalanceSheetQuery {
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;
    @Member("compare") private String compare;

    public BalanceSheetQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public BalanceSheetQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public BalanceSheetQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public BalanceSheetQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public BalanceSheetQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public BalanceSheetQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public BalanceSheetQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public BalanceSheetQuery compare(String value) {
      this.compare = value;
      return this;
    }
  }

  public static final class BalanceSheetFileQuery {
    @Member(value = "format", always = true) private String format;
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;
    @Member("compare") private String compare;

    public BalanceSheetFileQuery format(String value) {
      this.format = value;
      return this;
    }

    public BalanceSheetFileQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public BalanceSheetFileQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public BalanceSheetFileQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public BalanceSheetFileQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public BalanceSheetFileQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public BalanceSheetFileQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public BalanceSheetFileQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public BalanceSheetFileQuery compare(String value) {
      this.compare = value;
      return this;
    }
  }

  public record IncomeStatementAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record IncomeStatementAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record IncomeStatementAnswerPeriod(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record IncomeStatementAnswerPrior(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record IncomeStatementAnswerCurrenciesItem(
      @Member("code") String code,
      @Member("minor_units") Long minorUnits
  ) {}

  public record IncomeStatementAnswerTranslationConversionsItemRatesItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source
  ) {}

  public record IncomeStatementAnswerTranslationConversionsItem(
      @Member("column") String column,
      @Member("from") String from,
      @Member("how") String how,
      @Member("rates") List<IncomeStatementAnswerTranslationConversionsItemRatesItem> rates
  ) {}

  public record IncomeStatementAnswerTranslationMissingItem(
      @Member("column") String column,
      @Member("currency") String currency
  ) {}

  public record IncomeStatementAnswerTranslation(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("conversions") List<IncomeStatementAnswerTranslationConversionsItem> conversions,
      @Member("missing") List<IncomeStatementAnswerTranslationMissingItem> missing
  ) {}

  public record IncomeStatementAnswerLinesItemAmountsItem(
      @Member("currency") String currency,
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record IncomeStatementAnswerLinesItemTranslated(
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record IncomeStatementAnswerLinesItem(
      @Member("kind") String kind,
      @Member("code") String code,
      @Member("title") String title,
      @Member("class") String class_,
      @Member("gl_account_id") String glAccountId,
      @Member("depth") Long depth,
      @Member("amounts") List<IncomeStatementAnswerLinesItemAmountsItem> amounts,
      @Member("translated") IncomeStatementAnswerLinesItemTranslated translated
  ) {}

  public record IncomeStatementAnswer(
      @Member("report") String report,
      @Member("organisation") String organisation,
      @Member("entity") IncomeStatementAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") IncomeStatementAnswerPosition position,
      @Member("period") IncomeStatementAnswerPeriod period,
      @Member("prior") IncomeStatementAnswerPrior prior,
      @Member("currencies") List<IncomeStatementAnswerCurrenciesItem> currencies,
      @Member("translation") IncomeStatementAnswerTranslation translation,
      @Member("left_out") List<String> leftOut,
      @Member("lines") List<IncomeStatementAnswerLinesItem> lines
  ) {}

  public static final class IncomeStatementQuery {
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("from") private String from;
    @Member("to") private String to;
    @Member("compare") private String compare;

    public IncomeStatementQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public IncomeStatementQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public IncomeStatementQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public IncomeStatementQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public IncomeStatementQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public IncomeStatementQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public IncomeStatementQuery from(String value) {
      this.from = value;
      return this;
    }

    public IncomeStatementQuery to(String value) {
      this.to = value;
      return this;
    }

    public IncomeStatementQuery compare(String value) {
      this.compare = value;
      return this;
    }
  }

  public static final class IncomeStatementFileQuery {
    @Member(value = "format", always = true) private String format;
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("from") private String from;
    @Member("to") private String to;
    @Member("compare") private String compare;

    public IncomeStatementFileQuery format(String value) {
      this.format = value;
      return this;
    }

    public IncomeStatementFileQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public IncomeStatementFileQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public IncomeStatementFileQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public IncomeStatementFileQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public IncomeStatementFileQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public IncomeStatementFileQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public IncomeStatementFileQuery from(String value) {
      this.from = value;
      return this;
    }

    public IncomeStatementFileQuery to(String value) {
      this.to = value;
      return this;
    }

    public IncomeStatementFileQuery compare(String value) {
      this.compare = value;
      return this;
    }
  }

  public record LineAccountsAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record LineAccountsAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record LineAccountsAnswerPeriod(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record LineAccountsAnswerPrior(
      @Member("from") String from,
      @Member("as_of") String asOf
  ) {}

  public record LineAccountsAnswerTranslationConversionsItemRatesItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source
  ) {}

  public record LineAccountsAnswerTranslationConversionsItem(
      @Member("column") String column,
      @Member("from") String from,
      @Member("how") String how,
      @Member("rates") List<LineAccountsAnswerTranslationConversionsItemRatesItem> rates
  ) {}

  public record LineAccountsAnswerTranslationMissingItem(
      @Member("column") String column,
      @Member("currency") String currency
  ) {}

  public record LineAccountsAnswerTranslation(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("conversions") List<LineAccountsAnswerTranslationConversionsItem> conversions,
      @Member("missing") List<LineAccountsAnswerTranslationMissingItem> missing
  ) {}

  public record LineAccountsAnswerAccountsItemAmountsItem(
      @Member("currency") String currency,
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record LineAccountsAnswerAccountsItemTranslated(
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("prior") String prior,
      @Member("prior_minor") String priorMinor
  ) {}

  public record LineAccountsAnswerAccountsItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("amounts") List<LineAccountsAnswerAccountsItemAmountsItem> amounts,
      @Member("translated") LineAccountsAnswerAccountsItemTranslated translated
  ) {}

  public record LineAccountsAnswer(
      @Member("report") String report,
      @Member("organisation") String organisation,
      @Member("entity") LineAccountsAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") LineAccountsAnswerPosition position,
      @Member("gl_account_id") String glAccountId,
      @Member("period") LineAccountsAnswerPeriod period,
      @Member("prior") LineAccountsAnswerPrior prior,
      @Member("translation") LineAccountsAnswerTranslation translation,
      @Member("accounts") List<LineAccountsAnswerAccountsItem> accounts,
      @Member("complete") Boolean complete
  ) {}

  public static final class LineAccountsQuery {
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member(value = "report", always = true) private String report;
    @Member(value = "gl_account_id", always = true) private String glAccountId;
    @Member("from") private String from;
    @Member("as_of") private String asOf;
    @Member("compare") private String compare;

    public LineAccountsQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public LineAccountsQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public LineAccountsQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public LineAccountsQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public LineAccountsQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public LineAccountsQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public LineAccountsQuery report(String value) {
      this.report = value;
      return this;
    }

    public LineAccountsQuery glAccountId(String value) {
      this.glAccountId = value;
      return this;
    }

    public LineAccountsQuery from(String value) {
      this.from = value;
      return this;
    }

    public LineAccountsQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public LineAccountsQuery compare(String value) {
      this.compare = value;
      return this;
    }
  }

  public record CashPositionAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record CashPositionAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record CashPositionAnswerAccountsItem(
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("movements") List<String> movements,
      @Member("movements_minor") List<String> movementsMinor,
      @Member("projected") String projected,
      @Member("projected_minor") String projectedMinor,
      @Member("id") String id,
      @Member("code") String code,
      @Member("entity_code") String entityCode,
      @Member("gl_code") String glCode,
      @Member("gl_title") String glTitle,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits
  ) {}

  public record CashPositionAnswerTotalsItem(
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("movements") List<String> movements,
      @Member("movements_minor") List<String> movementsMinor,
      @Member("projected") String projected,
      @Member("projected_minor") String projectedMinor,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits
  ) {}

  public record CashPositionAnswerTranslationConversionsItemRatesItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source
  ) {}

  public record CashPositionAnswerTranslationConversionsItem(
      @Member("column") String column,
      @Member("from") String from,
      @Member("how") String how,
      @Member("rates") List<CashPositionAnswerTranslationConversionsItemRatesItem> rates
  ) {}

  public record CashPositionAnswerTranslationMissingItem(
      @Member("column") String column,
      @Member("currency") String currency
  ) {}

  public record CashPositionAnswerTranslation(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("conversions") List<CashPositionAnswerTranslationConversionsItem> conversions,
      @Member("missing") List<CashPositionAnswerTranslationMissingItem> missing
  ) {}

  public record CashPositionAnswerTranslated(
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("movements") List<String> movements,
      @Member("movements_minor") List<String> movementsMinor,
      @Member("projected") String projected,
      @Member("projected_minor") String projectedMinor
  ) {}

  public record CashPositionAnswer(
      @Member("organisation") String organisation,
      @Member("entity") CashPositionAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") CashPositionAnswerPosition position,
      @Member("as_of") String asOf,
      @Member("days") List<String> days,
      @Member("accounts") List<CashPositionAnswerAccountsItem> accounts,
      @Member("totals") List<CashPositionAnswerTotalsItem> totals,
      @Member("translation") CashPositionAnswerTranslation translation,
      @Member("translated") CashPositionAnswerTranslated translated
  ) {}

  public static final class CashPositionQuery {
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;
    @Member("days") private Long days;

    public CashPositionQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public CashPositionQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public CashPositionQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public CashPositionQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public CashPositionQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public CashPositionQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public CashPositionQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public CashPositionQuery days(Long value) {
      this.days = value;
      return this;
    }
  }

  public static final class CashPositionFileQuery {
    @Member(value = "format", always = true) private String format;
    @Member("snapshot_id") private String snapshotId;
    @Member("seq") private Long seq;
    @Member("known_at_seq") private Long knownAtSeq;
    @Member("known_at") private String knownAt;
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;
    @Member("days") private Long days;

    public CashPositionFileQuery format(String value) {
      this.format = value;
      return this;
    }

    public CashPositionFileQuery snapshotId(String value) {
      this.snapshotId = value;
      return this;
    }

    public CashPositionFileQuery seq(Long value) {
      this.seq = value;
      return this;
    }

    public CashPositionFileQuery knownAtSeq(Long value) {
      this.knownAtSeq = value;
      return this;
    }

    public CashPositionFileQuery knownAt(String value) {
      this.knownAt = value;
      return this;
    }

    public CashPositionFileQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public CashPositionFileQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public CashPositionFileQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public CashPositionFileQuery days(Long value) {
      this.days = value;
      return this;
    }
  }

  public record CashOverTimeAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record CashOverTimeAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record CashOverTimeAnswerCurrenciesItem(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("accounts") Long accounts,
      @Member("balances") List<String> balances,
      @Member("balances_minor") List<String> balancesMinor
  ) {}

  public record CashOverTimeAnswerTranslationConversionsItemRatesItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source
  ) {}

  public record CashOverTimeAnswerTranslationConversionsItem(
      @Member("column") String column,
      @Member("from") String from,
      @Member("how") String how,
      @Member("rates") List<CashOverTimeAnswerTranslationConversionsItemRatesItem> rates
  ) {}

  public record CashOverTimeAnswerTranslationMissingItem(
      @Member("column") String column,
      @Member("currency") String currency
  ) {}

  public record CashOverTimeAnswerTranslation(
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("conversions") List<CashOverTimeAnswerTranslationConversionsItem> conversions,
      @Member("missing") List<CashOverTimeAnswerTranslationMissingItem> missing
  ) {}

  public record CashOverTimeAnswerFlowsItem(
      @Member("intent_id") String intentId,
      @Member("narrative") String narrative,
      @Member("value_date") String valueDate,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("amount") String amount,
      @Member("amount_minor") String amountMinor
  ) {}

  public record CashOverTimeAnswer(
      @Member("organisation") String organisation,
      @Member("entity") CashOverTimeAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") CashOverTimeAnswerPosition position,
      @Member("as_of") String asOf,
      @Member("days") List<String> days,
      @Member("currencies") List<CashOverTimeAnswerCurrenciesItem> currencies,
      @Member("translation") CashOverTimeAnswerTranslation translation,
      @Member("translated") List<String> translated,
      @Member("translated_minor") List<String> translatedMinor,
      @Member("flows") List<CashOverTimeAnswerFlowsItem> flows
  ) {}

  public static final class CashOverTimeQuery {
    @Member("entity") private String entity;
    @Member("currency") private String currency;
    @Member("as_of") private String asOf;
    @Member("back") private Long back;
    @Member("ahead") private Long ahead;

    public CashOverTimeQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public CashOverTimeQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public CashOverTimeQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public CashOverTimeQuery back(Long value) {
      this.back = value;
      return this;
    }

    public CashOverTimeQuery ahead(Long value) {
      this.ahead = value;
      return this;
    }
  }

  public record AgeingAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record AgeingAnswerPosition(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("snapshot_id") String snapshotId,
      @Member("value_date") String valueDate
  ) {}

  public record AgeingAnswerRowsItem(
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("up_to_30") String upTo30,
      @Member("up_to_30_minor") String upTo30Minor,
      @Member("up_to_60") String upTo60,
      @Member("up_to_60_minor") String upTo60Minor,
      @Member("up_to_90") String upTo90,
      @Member("up_to_90_minor") String upTo90Minor,
      @Member("older") String older,
      @Member("older_minor") String olderMinor,
      @Member("advance") String advance,
      @Member("advance_minor") String advanceMinor,
      @Member("total") String total,
      @Member("total_minor") String totalMinor,
      @Member("party_id") String partyId,
      @Member("label") String label,
      @Member("accounts") Long accounts,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits
  ) {}

  public record AgeingAnswerTotalsItem(
      @Member("current") String current,
      @Member("current_minor") String currentMinor,
      @Member("up_to_30") String upTo30,
      @Member("up_to_30_minor") String upTo30Minor,
      @Member("up_to_60") String upTo60,
      @Member("up_to_60_minor") String upTo60Minor,
      @Member("up_to_90") String upTo90,
      @Member("up_to_90_minor") String upTo90Minor,
      @Member("older") String older,
      @Member("older_minor") String olderMinor,
      @Member("advance") String advance,
      @Member("advance_minor") String advanceMinor,
      @Member("total") String total,
      @Member("total_minor") String totalMinor,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits
  ) {}

  public record AgeingAnswer(
      @Member("organisation") String organisation,
      @Member("entity") AgeingAnswerEntity entity,
      @Member("generated_at") String generatedAt,
      @Member("position") AgeingAnswerPosition position,
      @Member("as_of") String asOf,
      @Member("side") String side,
      @Member("rows") List<AgeingAnswerRowsItem> rows,
      @Member("totals") List<AgeingAnswerTotalsItem> totals,
      @Member("complete") Boolean complete
  ) {}

  public static final class AgeingQuery {
    @Member("entity") private String entity;
    @Member("as_of") private String asOf;
    @Member("side") private String side;
    @Member("party_id") private String partyId;

    public AgeingQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public AgeingQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public AgeingQuery side(String value) {
      this.side = value;
      return this;
    }

    public AgeingQuery partyId(String value) {
      this.partyId = value;
      return this;
    }
  }

  public static final class AgeingFileQuery {
    @Member(value = "format", always = true) private String format;
    @Member("entity") private String entity;
    @Member("as_of") private String asOf;
    @Member("side") private String side;
    @Member("party_id") private String partyId;

    public AgeingFileQuery format(String value) {
      this.format = value;
      return this;
    }

    public AgeingFileQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public AgeingFileQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public AgeingFileQuery side(String value) {
      this.side = value;
      return this;
    }

    public AgeingFileQuery partyId(String value) {
      this.partyId = value;
      return this;
    }
  }

  public static final class JournalCsvQuery {
    @Member("from") private String from;
    @Member("to") private String to;
    @Member("entity") private String entity;

    public JournalCsvQuery from(String value) {
      this.from = value;
      return this;
    }

    public JournalCsvQuery to(String value) {
      this.to = value;
      return this;
    }

    public JournalCsvQuery entity(String value) {
      this.entity = value;
      return this;
    }
  }

  public static final class JournalHledgerQuery {
    @Member("from") private String from;
    @Member("to") private String to;
    @Member("entity") private String entity;

    public JournalHledgerQuery from(String value) {
      this.from = value;
      return this;
    }

    public JournalHledgerQuery to(String value) {
      this.to = value;
      return this;
    }

    public JournalHledgerQuery entity(String value) {
      this.entity = value;
      return this;
    }
  }

  /** What the accounts of each GL account hold in one currency. Needs the grant read. */
  public BalancesByGlAnswer balancesByGl(BalancesByGlQuery query, Option... options) {
    return transport.call(
        BalancesByGlAnswer.class,
        new Request("GET", "/api/v1/reports/balances-by-gl", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What the accounts of each GL account hold in one currency. Needs the grant read. */
  public BalancesByGlAnswer balancesByGl(Option... options) {
    return balancesByGl(new BalancesByGlQuery(), options);
  }

  /** What the accounts of each GL account hold in one currency. As a file. Needs the grant read. */
  public FileContent balancesByGlFile(BalancesByGlFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/reports/balances-by-gl", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Every GL account with its balance; each currency is zero. Needs the grant read. */
  public TrialBalanceAnswer trialBalance(TrialBalanceQuery query, Option... options) {
    return transport.call(
        TrialBalanceAnswer.class,
        new Request("GET", "/api/v1/reports/trial-balance", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Every GL account with its balance; each currency is zero. Needs the grant read. */
  public TrialBalanceAnswer trialBalance(Option... options) {
    return trialBalance(new TrialBalanceQuery(), options);
  }

  /** Every GL account with its balance; each currency is zero. As a file. Needs the grant read. */
  public FileContent trialBalanceFile(TrialBalanceFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/reports/trial-balance", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Assets, liabilities and equity, with the result of the year and retained earnings in equity. Needs the grant read. */
  public BalanceSheetAnswer balanceSheet(BalanceSheetQuery query, Option... options) {
    return transport.call(
        BalanceSheetAnswer.class,
        new Request("GET", "/api/v1/reports/balance-sheet", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Assets, liabilities and equity, with the result of the year and retained earnings in equity. Needs the grant read. */
  public BalanceSheetAnswer balanceSheet(Option... options) {
    return balanceSheet(new BalanceSheetQuery(), options);
  }

  /** Assets, liabilities and equity, with the result of the year and retained earnings in equity. As a file. Needs the grant read. */
  public FileContent balanceSheetFile(BalanceSheetFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/reports/balance-sheet", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Income and expenses of a period; without `from` since the fiscal year began, without `to` until today. Needs the grant read. */
  public IncomeStatementAnswer incomeStatement(IncomeStatementQuery query, Option... options) {
    return transport.call(
        IncomeStatementAnswer.class,
        new Request("GET", "/api/v1/reports/income-statement", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Income and expenses of a period; without `from` since the fiscal year began, without `to` until today. Needs the grant read. */
  public IncomeStatementAnswer incomeStatement(Option... options) {
    return incomeStatement(new IncomeStatementQuery(), options);
  }

  /** Income and expenses of a period; without `from` since the fiscal year began, without `to` until today. As a file. Needs the grant read. */
  public FileContent incomeStatementFile(IncomeStatementFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/reports/income-statement", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The accounts that one line of a statement is the sum of, by code, with their part of its figures; the first 200. Needs the grant read. */
  public LineAccountsAnswer lineAccounts(LineAccountsQuery query, Option... options) {
    return transport.call(
        LineAccountsAnswer.class,
        new Request("GET", "/api/v1/reports/line-accounts", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What bank and cash accounts hold, and what is value-dated on the days ahead. Needs the grant read. */
  public CashPositionAnswer cashPosition(CashPositionQuery query, Option... options) {
    return transport.call(
        CashPositionAnswer.class,
        new Request("GET", "/api/v1/reports/cash-position", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What bank and cash accounts hold, and what is value-dated on the days ahead. Needs the grant read. */
  public CashPositionAnswer cashPosition(Option... options) {
    return cashPosition(new CashPositionQuery(), options);
  }

  /** What bank and cash accounts hold, and what is value-dated on the days ahead. As a file. Needs the grant read. */
  public FileContent cashPositionFile(CashPositionFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/reports/cash-position", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What bank and cash accounts held at the end of each day, and will hold with what is value-dated ahead. Needs the grant read. */
  public CashOverTimeAnswer cashOverTime(CashOverTimeQuery query, Option... options) {
    return transport.call(
        CashOverTimeAnswer.class,
        new Request("GET", "/api/v1/reports/cash-over-time", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What bank and cash accounts held at the end of each day, and will hold with what is value-dated ahead. Needs the grant read. */
  public CashOverTimeAnswer cashOverTime(Option... options) {
    return cashOverTime(new CashOverTimeQuery(), options);
  }

  /** What parties owe, or are owed, by how long it has been due; payments settle the oldest first. Needs the grant read. */
  public AgeingAnswer ageing(AgeingQuery query, Option... options) {
    return transport.call(
        AgeingAnswer.class,
        new Request("GET", "/api/v1/reports/ageing", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What parties owe, or are owed, by how long it has been due; payments settle the oldest first. Needs the grant read. */
  public AgeingAnswer ageing(Option... options) {
    return ageing(new AgeingQuery(), options);
  }

  /** What parties owe, or are owed, by how long it has been due; payments settle the oldest first. As a file. Needs the grant read. */
  public FileContent ageingFile(AgeingFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/reports/ageing", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Every posting in the order of the log, as CSV; `from` and `to` are value dates. Needs the grant read. */
  public FileContent journalCsv(JournalCsvQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/journal.csv", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Every posting in the order of the log, as CSV; `from` and `to` are value dates. Needs the grant read. */
  public FileContent journalCsv(Option... options) {
    return journalCsv(new JournalCsvQuery(), options);
  }

  /** Every posting in the order of the log, as an hledger journal. Needs the grant read. */
  public FileContent journalHledger(JournalHledgerQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/journal.hledger", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Every posting in the order of the log, as an hledger journal. Needs the grant read. */
  public FileContent journalHledger(Option... options) {
    return journalHledger(new JournalHledgerQuery(), options);
  }
}
