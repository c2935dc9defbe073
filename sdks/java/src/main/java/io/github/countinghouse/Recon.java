// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Recon {
  private final Transport transport;

  Recon(Transport transport) {
    this.transport = transport;
  }

  public record StatusAnswerAging(
      @Member("days_0_7") Long days07,
      @Member("days_8_30") Long days830,
      @Member("days_31_90") Long days3190,
      @Member("days_over_90") Long daysOver90
  ) {}

  public record StatusAnswerRun(
      @Member("id") String id,
      @Member("status") String status,
      @Member("started_by") String startedBy,
      @Member("started_at") String startedAt,
      @Member("finished_at") String finishedAt,
      @Member("rows_total") Long rowsTotal,
      @Member("rows_done") Long rowsDone,
      @Member("rows_matched") Long rowsMatched,
      @Member("matches") Long matches
  ) {}

  public record StatusAnswerAccountsItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("unmatched") Long unmatched
  ) {}

  public record StatusAnswer(
      @Member("matched") Long matched,
      @Member("unmatched") Long unmatched,
      @Member("exceptions") Long exceptions,
      @Member("aging") StatusAnswerAging aging,
      @Member("updated_at") String updatedAt,
      @Member("run") StatusAnswerRun run,
      @Member("accounts") List<StatusAnswerAccountsItem> accounts
  ) {}

  public record ImportRowsAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ImportRowsAnswer(
      @Member("imported") Long imported,
      @Member("duplicates") Long duplicates,
      @Member("import_id") String importId,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ImportRowsAnswerDetails details
  ) {}

  public static final class ImportRowsBodyRowsItem {
    @Member(value = "source", always = true) private String source;
    @Member(value = "posted_at", always = true) private String postedAt;
    @Member(value = "account_code", always = true) private String accountCode;
    @Member(value = "amount", always = true) private Object amount;
    @Member(value = "currency", always = true) private String currency;

    public ImportRowsBodyRowsItem source(String value) {
      this.source = value;
      return this;
    }

    public ImportRowsBodyRowsItem postedAt(String value) {
      this.postedAt = value;
      return this;
    }

    public ImportRowsBodyRowsItem accountCode(String value) {
      this.accountCode = value;
      return this;
    }

    public ImportRowsBodyRowsItem amount(Object value) {
      this.amount = value;
      return this;
    }

    public ImportRowsBodyRowsItem currency(String value) {
      this.currency = value;
      return this;
    }
  }

  public static final class ImportRowsBody {
    @Member(value = "rows", always = true) private List<ImportRowsBodyRowsItem> rows;

    public ImportRowsBody rows(List<ImportRowsBodyRowsItem> value) {
      this.rows = value;
      return this;
    }
  }

  public record ImportsAnswerImportsItemStatementsItem(
      @Member("id") String id,
      @Member("source") String source,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("reference") String reference,
      @Member("opening_balance") String openingBalance,
      @Member("closing_balance") String closingBalance,
      @Member("from_on") String fromOn,
      @Member("to_on") String toOn,
      @Member("rows") Long rows,
      @Member("duplicates") Long duplicates
  ) {}

  public record ImportsAnswerImportsItem(
      @Member("id") String id,
      @Member("format") String format,
      @Member("file_sha256") String fileSha256,
      @Member("imported_at") String importedAt,
      @Member("imported_by") String importedBy,
      @Member("seq") Long seq,
      @Member("statements") List<ImportsAnswerImportsItemStatementsItem> statements
  ) {}

  public record ImportsAnswer(
      @Member("imports") List<ImportsAnswerImportsItem> imports
  ) {}

  public static final class ImportsQuery {
    @Member("limit") private Long limit;

    public ImportsQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record RowsAnswerRowsItemMatch(
      @Member("id") String id,
      @Member("rule") String rule,
      @Member("score") Long score,
      @Member("reason") String reason,
      @Member("matched_at") String matchedAt,
      @Member("matched_by") String matchedBy,
      @Member("seq") Long seq
  ) {}

  public record RowsAnswerRowsItemException(
      @Member("owner_id") String ownerId,
      @Member("note") String note,
      @Member("set_at") String setAt,
      @Member("set_by") String setBy
  ) {}

  public record RowsAnswerRowsItem(
      @Member("id") String id,
      @Member("source") String source,
      @Member("statement") String statement,
      @Member("line") Long line,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("posted_at") String postedAt,
      @Member("posted_on") String postedOn,
      @Member("amount") String amount,
      @Member("reference") String reference,
      @Member("description") String description,
      @Member("counterparty") String counterparty,
      @Member("state") String state,
      @Member("age_days") Long ageDays,
      @Member("match") RowsAnswerRowsItemMatch match,
      @Member("exception") RowsAnswerRowsItemException exception
  ) {}

  public record RowsAnswer(
      @Member("rows") List<RowsAnswerRowsItem> rows,
      @Member("total") Long total,
      @Member("as_of") Long asOf,
      @Member("next") String next
  ) {}

  public static final class RowsQuery {
    @Member("id") private String id;
    @Member("state") private String state;
    @Member("account_id") private String accountId;
    @Member("q") private String q;
    @Member("after") private Long after;
    @Member("limit") private Long limit;

    public RowsQuery id(String value) {
      this.id = value;
      return this;
    }

    public RowsQuery state(String value) {
      this.state = value;
      return this;
    }

    public RowsQuery accountId(String value) {
      this.accountId = value;
      return this;
    }

    public RowsQuery q(String value) {
      this.q = value;
      return this;
    }

    public RowsQuery after(Long value) {
      this.after = value;
      return this;
    }

    public RowsQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record PostingsAnswerPostingsItemCounterparty(
      @Member("id") String id,
      @Member("code") String code
  ) {}

  public record PostingsAnswerPostingsItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("narrative") String narrative,
      @Member("counterparty") PostingsAnswerPostingsItemCounterparty counterparty,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("reversed") Boolean reversed
  ) {}

  public record PostingsAnswer(
      @Member("postings") List<PostingsAnswerPostingsItem> postings,
      @Member("next") String next
  ) {}

  public static final class PostingsQuery {
    @Member(value = "account_id", always = true) private String accountId;
    @Member("around") private String around;
    @Member("days") private Long days;
    @Member("after") private Long after;
    @Member("limit") private Long limit;

    public PostingsQuery accountId(String value) {
      this.accountId = value;
      return this;
    }

    public PostingsQuery around(String value) {
      this.around = value;
      return this;
    }

    public PostingsQuery days(Long value) {
      this.days = value;
      return this;
    }

    public PostingsQuery after(Long value) {
      this.after = value;
      return this;
    }

    public PostingsQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record MatchesAnswerMatchesItemRowsItem(
      @Member("id") String id,
      @Member("source") String source,
      @Member("statement") String statement,
      @Member("line") Long line,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("posted_at") String postedAt,
      @Member("posted_on") String postedOn,
      @Member("amount") String amount,
      @Member("reference") String reference,
      @Member("description") String description,
      @Member("counterparty") String counterparty
  ) {}

  public record MatchesAnswerMatchesItemPostingsItemCounterparty(
      @Member("id") String id,
      @Member("code") String code
  ) {}

  public record MatchesAnswerMatchesItemPostingsItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("narrative") String narrative,
      @Member("counterparty") MatchesAnswerMatchesItemPostingsItemCounterparty counterparty,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("reversed") Boolean reversed
  ) {}

  public record MatchesAnswerMatchesItem(
      @Member("id") String id,
      @Member("rule") String rule,
      @Member("score") Long score,
      @Member("reason") String reason,
      @Member("matched_at") String matchedAt,
      @Member("matched_by") String matchedBy,
      @Member("seq") Long seq,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("rows") List<MatchesAnswerMatchesItemRowsItem> rows,
      @Member("postings") List<MatchesAnswerMatchesItemPostingsItem> postings
  ) {}

  public record MatchesAnswer(
      @Member("matches") List<MatchesAnswerMatchesItem> matches,
      @Member("next") String next
  ) {}

  public static final class MatchesQuery {
    @Member("id") private String id;
    @Member("account_id") private String accountId;
    @Member("rule") private String rule;
    @Member("after") private Long after;
    @Member("limit") private Long limit;

    public MatchesQuery id(String value) {
      this.id = value;
      return this;
    }

    public MatchesQuery accountId(String value) {
      this.accountId = value;
      return this;
    }

    public MatchesQuery rule(String value) {
      this.rule = value;
      return this;
    }

    public MatchesQuery after(Long value) {
      this.after = value;
      return this;
    }

    public MatchesQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record MatchByHandAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record MatchByHandAnswer(
      @Member("id") String id,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") MatchByHandAnswerDetails details
  ) {}

  public static final class MatchByHandBodyPostingsItem {
    @Member(value = "seq", always = true) private Long seq;
    @Member(value = "line", always = true) private Long line;

    public MatchByHandBodyPostingsItem seq(Long value) {
      this.seq = value;
      return this;
    }

    public MatchByHandBodyPostingsItem line(Long value) {
      this.line = value;
      return this;
    }
  }

  public static final class MatchByHandBody {
    @Member(value = "account_id", always = true) private String accountId;
    @Member(value = "row_ids", always = true) private List<String> rowIds;
    @Member(value = "postings", always = true) private List<MatchByHandBodyPostingsItem> postings;
    @Member("note") private String note;

    public MatchByHandBody accountId(String value) {
      this.accountId = value;
      return this;
    }

    public MatchByHandBody rowIds(List<String> value) {
      this.rowIds = value;
      return this;
    }

    public MatchByHandBody postings(List<MatchByHandBodyPostingsItem> value) {
      this.postings = value;
      return this;
    }

    public MatchByHandBody note(String value) {
      this.note = value;
      return this;
    }
  }

  public record SuggestionsAnswerSuggestionsItemRowsItem(
      @Member("id") String id,
      @Member("source") String source,
      @Member("statement") String statement,
      @Member("line") Long line,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("posted_at") String postedAt,
      @Member("posted_on") String postedOn,
      @Member("amount") String amount,
      @Member("reference") String reference,
      @Member("description") String description,
      @Member("counterparty") String counterparty
  ) {}

  public record SuggestionsAnswerSuggestionsItemPostingsItemCounterparty(
      @Member("id") String id,
      @Member("code") String code
  ) {}

  public record SuggestionsAnswerSuggestionsItemPostingsItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("narrative") String narrative,
      @Member("counterparty") SuggestionsAnswerSuggestionsItemPostingsItemCounterparty counterparty,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("reversed") Boolean reversed
  ) {}

  public record SuggestionsAnswerSuggestionsItem(
      @Member("certainty") String certainty,
      @Member("reason") String reason,
      @Member("rows") List<SuggestionsAnswerSuggestionsItemRowsItem> rows,
      @Member("postings") List<SuggestionsAnswerSuggestionsItemPostingsItem> postings
  ) {}

  public record SuggestionsAnswer(
      @Member("suggestions") List<SuggestionsAnswerSuggestionsItem> suggestions
  ) {}

  public static final class SuggestionsQuery {
    @Member(value = "account_id", always = true) private String accountId;

    public SuggestionsQuery accountId(String value) {
      this.accountId = value;
      return this;
    }
  }

  public record ConfirmAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ConfirmAnswer(
      @Member("ids") List<String> ids,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ConfirmAnswerDetails details
  ) {}

  public static final class ConfirmBodyMatchesItemPostingsItem {
    @Member(value = "seq", always = true) private Long seq;
    @Member(value = "line", always = true) private Long line;

    public ConfirmBodyMatchesItemPostingsItem seq(Long value) {
      this.seq = value;
      return this;
    }

    public ConfirmBodyMatchesItemPostingsItem line(Long value) {
      this.line = value;
      return this;
    }
  }

  public static final class ConfirmBodyMatchesItem {
    @Member(value = "row_ids", always = true) private List<String> rowIds;
    @Member(value = "postings", always = true) private List<ConfirmBodyMatchesItemPostingsItem> postings;
    @Member("note") private String note;

    public ConfirmBodyMatchesItem rowIds(List<String> value) {
      this.rowIds = value;
      return this;
    }

    public ConfirmBodyMatchesItem postings(List<ConfirmBodyMatchesItemPostingsItem> value) {
      this.postings = value;
      return this;
    }

    public ConfirmBodyMatchesItem note(String value) {
      this.note = value;
      return this;
    }
  }

  public static final class ConfirmBody {
    @Member(value = "account_id", always = true) private String accountId;
    @Member(value = "matches", always = true) private List<ConfirmBodyMatchesItem> matches;

    public ConfirmBody accountId(String value) {
      this.accountId = value;
      return this;
    }

    public ConfirmBody matches(List<ConfirmBodyMatchesItem> value) {
      this.matches = value;
      return this;
    }
  }

  public record UnmatchAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record UnmatchAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") UnmatchAnswerDetails details
  ) {}

  public record SourcesAnswerSourcesItemCsvColumns(
      @Member("posted_at") Object postedAt,
      @Member("value_date") Object valueDate,
      @Member("amount") Object amount,
      @Member("direction") Object direction,
      @Member("status") Object status,
      @Member("debit") Object debit,
      @Member("credit") Object credit,
      @Member("fee") Object fee,
      @Member("balance") Object balance,
      @Member("currency") Object currency,
      @Member("account") Object account,
      @Member("reference") Object reference,
      @Member("bank_reference") Object bankReference,
      @Member("counterparty") Object counterparty,
      @Member("payer") Object payer,
      @Member("description") List<Object> description
  ) {}

  public record SourcesAnswerSourcesItemCsvDirections(
      @Member("in") List<String> in,
      @Member("out") List<String> out
  ) {}

  public record SourcesAnswerSourcesItemCsvStatuses(
      @Member("booked") List<String> booked,
      @Member("not_booked") List<String> notBooked
  ) {}

  public record SourcesAnswerSourcesItemCsv(
      @Member("delimiter") String delimiter,
      @Member("encoding") String encoding,
      @Member("header_row") Long headerRow,
      @Member("footer_rows") Long footerRows,
      @Member("columns") SourcesAnswerSourcesItemCsvColumns columns,
      @Member("date_format") String dateFormat,
      @Member("decimal") String decimal,
      @Member("directions") SourcesAnswerSourcesItemCsvDirections directions,
      @Member("statuses") SourcesAnswerSourcesItemCsvStatuses statuses,
      @Member("positive") String positive
  ) {}

  public record SourcesAnswerSourcesItem(
      @Member("name") String name,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("bank_account") String bankAccount,
      @Member("csv") SourcesAnswerSourcesItemCsv csv,
      @Member("saved_at") String savedAt,
      @Member("saved_by") String savedBy
  ) {}

  public record SourcesAnswer(
      @Member("sources") List<SourcesAnswerSourcesItem> sources
  ) {}

  public record SaveSourceAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record SaveSourceAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") SaveSourceAnswerDetails details
  ) {}

  public static final class SaveSourceBodyCsvColumns {
    @Member(value = "posted_at", always = true) private Object postedAt;
    @Member("value_date") private Object valueDate;
    @Member("amount") private Object amount;
    @Member("direction") private Object direction;
    @Member("status") private Object status;
    @Member("debit") private Object debit;
    @Member("credit") private Object credit;
    @Member("fee") private Object fee;
    @Member("balance") private Object balance;
    @Member("currency") private Object currency;
    @Member("account") private Object account;
    @Member("reference") private Object reference;
    @Member("bank_reference") private Object bankReference;
    @Member("counterparty") private Object counterparty;
    @Member("payer") private Object payer;
    @Member("description") private List<Object> description;

    public SaveSourceBodyCsvColumns postedAt(Object value) {
      this.postedAt = value;
      return this;
    }

    public SaveSourceBodyCsvColumns valueDate(Object value) {
      this.valueDate = value;
      return this;
    }

    public SaveSourceBodyCsvColumns amount(Object value) {
      this.amount = value;
      return this;
    }

    public SaveSourceBodyCsvColumns direction(Object value) {
      this.direction = value;
      return this;
    }

    public SaveSourceBodyCsvColumns status(Object value) {
      this.status = value;
      return this;
    }

    public SaveSourceBodyCsvColumns debit(Object value) {
      this.debit = value;
      return this;
    }

    public SaveSourceBodyCsvColumns credit(Object value) {
      this.credit = value;
      return this;
    }

    public SaveSourceBodyCsvColumns fee(Object value) {
      this.fee = value;
      return this;
    }

    public SaveSourceBodyCsvColumns balance(Object value) {
      this.balance = value;
      return this;
    }

    public SaveSourceBodyCsvColumns currency(Object value) {
      this.currency = value;
      return this;
    }

    public SaveSourceBodyCsvColumns account(Object value) {
      this.account = value;
      return this;
    }

    public SaveSourceBodyCsvColumns reference(Object value) {
      this.reference = value;
      return this;
    }

    public SaveSourceBodyCsvColumns bankReference(Object value) {
      this.bankReference = value;
      return this;
    }

    public SaveSourceBodyCsvColumns counterparty(Object value) {
      this.counterparty = value;
      return this;
    }

    public SaveSourceBodyCsvColumns payer(Object value) {
      this.payer = value;
      return this;
    }

    public SaveSourceBodyCsvColumns description(List<Object> value) {
      this.description = value;
      return this;
    }
  }

  public static final class SaveSourceBodyCsvDirections {
    @Member(value = "in", always = true) private List<String> in;
    @Member(value = "out", always = true) private List<String> out;

    public SaveSourceBodyCsvDirections in(List<String> value) {
      this.in = value;
      return this;
    }

    public SaveSourceBodyCsvDirections out(List<String> value) {
      this.out = value;
      return this;
    }
  }

  public static final class SaveSourceBodyCsvStatuses {
    @Member(value = "booked", always = true) private List<String> booked;
    @Member(value = "not_booked", always = true) private List<String> notBooked;

    public SaveSourceBodyCsvStatuses booked(List<String> value) {
      this.booked = value;
      return this;
    }

    public SaveSourceBodyCsvStatuses notBooked(List<String> value) {
      this.notBooked = value;
      return this;
    }
  }

  public static final class SaveSourceBodyCsv {
    @Member("delimiter") private String delimiter;
    @Member("encoding") private String encoding;
    @Member("header_row") private Long headerRow;
    @Member("footer_rows") private Long footerRows;
    @Member(value = "columns", always = true) private SaveSourceBodyCsvColumns columns;
    @Member(value = "date_format", always = true) private String dateFormat;
    @Member("decimal") private String decimal;
    @Member("directions") private SaveSourceBodyCsvDirections directions;
    @Member("statuses") private SaveSourceBodyCsvStatuses statuses;
    @Member("positive") private String positive;

    public SaveSourceBodyCsv delimiter(String value) {
      this.delimiter = value;
      return this;
    }

    public SaveSourceBodyCsv encoding(String value) {
      this.encoding = value;
      return this;
    }

    public SaveSourceBodyCsv headerRow(Long value) {
      this.headerRow = value;
      return this;
    }

    public SaveSourceBodyCsv footerRows(Long value) {
      this.footerRows = value;
      return this;
    }

    public SaveSourceBodyCsv columns(SaveSourceBodyCsvColumns value) {
      this.columns = value;
      return this;
    }

    public SaveSourceBodyCsv dateFormat(String value) {
      this.dateFormat = value;
      return this;
    }

    public SaveSourceBodyCsv decimal(String value) {
      this.decimal = value;
      return this;
    }

    public SaveSourceBodyCsv directions(SaveSourceBodyCsvDirections value) {
      this.directions = value;
      return this;
    }

    public SaveSourceBodyCsv statuses(SaveSourceBodyCsvStatuses value) {
      this.statuses = value;
      return this;
    }

    public SaveSourceBodyCsv positive(String value) {
      this.positive = value;
      return this;
    }
  }

  public static final class SaveSourceBody {
    @Member(value = "name", always = true) private String name;
    @Member(value = "account_code", always = true) private String accountCode;
    @Member("bank_account") private String bankAccount;
    @Member("csv") private SaveSourceBodyCsv csv;

    public SaveSourceBody name(String value) {
      this.name = value;
      return this;
    }

    public SaveSourceBody accountCode(String value) {
      this.accountCode = value;
      return this;
    }

    public SaveSourceBody bankAccount(String value) {
      this.bankAccount = value;
      return this;
    }

    public SaveSourceBody csv(SaveSourceBodyCsv value) {
      this.csv = value;
      return this;
    }
  }

  public record RemoveSourceAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record RemoveSourceAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") RemoveSourceAnswerDetails details
  ) {}

  public static final class RemoveSourceBody {
    @Member(value = "name", always = true) private String name;

    public RemoveSourceBody name(String value) {
      this.name = value;
      return this;
    }
  }

  public record StatementAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("currency") String currency
  ) {}

  public record StatementAnswerBankBalanceFrom(
      @Member("statement") String statement,
      @Member("source") String source,
      @Member("on") String on
  ) {}

  public record StatementAnswerRowsItemsItem(
      @Member("id") String id,
      @Member("source") String source,
      @Member("statement") String statement,
      @Member("line") Long line,
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("posted_at") String postedAt,
      @Member("posted_on") String postedOn,
      @Member("amount") String amount,
      @Member("reference") String reference,
      @Member("description") String description,
      @Member("counterparty") String counterparty
  ) {}

  public record StatementAnswerRows(
      @Member("count") Long count,
      @Member("sum") String sum,
      @Member("items") List<StatementAnswerRowsItemsItem> items
  ) {}

  public record StatementAnswerPostingsItemsItemCounterparty(
      @Member("id") String id,
      @Member("code") String code
  ) {}

  public record StatementAnswerPostingsItemsItem(
      @Member("seq") Long seq,
      @Member("line") Long line,
      @Member("intent_id") String intentId,
      @Member("value_date") String valueDate,
      @Member("narrative") String narrative,
      @Member("counterparty") StatementAnswerPostingsItemsItemCounterparty counterparty,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("reversed") Boolean reversed
  ) {}

  public record StatementAnswerPostings(
      @Member("count") Long count,
      @Member("sum") String sum,
      @Member("items") List<StatementAnswerPostingsItemsItem> items
  ) {}

  public record StatementAnswer(
      @Member("account") StatementAnswerAccount account,
      @Member("date") String date,
      @Member("book_balance") String bookBalance,
      @Member("bank_balance") String bankBalance,
      @Member("bank_balance_from") StatementAnswerBankBalanceFrom bankBalanceFrom,
      @Member("since") String since,
      @Member("before") String before,
      @Member("rows") StatementAnswerRows rows,
      @Member("postings") StatementAnswerPostings postings,
      @Member("difference") String difference
  ) {}

  public static final class StatementQuery {
    @Member(value = "account_id", always = true) private String accountId;
    @Member(value = "date", always = true) private String date;

    public StatementQuery accountId(String value) {
      this.accountId = value;
      return this;
    }

    public StatementQuery date(String value) {
      this.date = value;
      return this;
    }
  }

  public record ImportFileAnswerLeftOut(
      @Member("pending") Long pending,
      @Member("zero") Long zero
  ) {}

  public record ImportFileAnswerContinuityGapsItem(
      @Member("source") String source,
      @Member("account_code") String accountCode,
      @Member("currency") String currency,
      @Member("closed_on") String closedOn,
      @Member("closing_balance") String closingBalance,
      @Member("opens_on") String opensOn,
      @Member("opening_balance") String openingBalance
  ) {}

  public record ImportFileAnswerContinuity(
      @Member("gaps") List<ImportFileAnswerContinuityGapsItem> gaps,
      @Member("gap_count") Long gapCount,
      @Member("alike") Long alike
  ) {}

  public record ImportFileAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ImportFileAnswer(
      @Member("imported") Long imported,
      @Member("duplicates") Long duplicates,
      @Member("import_id") String importId,
      @Member("format") String format,
      @Member("statements") Long statements,
      @Member("left_out") ImportFileAnswerLeftOut leftOut,
      @Member("continuity") ImportFileAnswerContinuity continuity,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ImportFileAnswerDetails details
  ) {}

  public static final class ImportFileQuery {
    @Member("source") private String source;
    @Member("account_code") private String accountCode;
    @Member("encoding") private String encoding;

    public ImportFileQuery source(String value) {
      this.source = value;
      return this;
    }

    public ImportFileQuery accountCode(String value) {
      this.accountCode = value;
      return this;
    }

    public ImportFileQuery encoding(String value) {
      this.encoding = value;
      return this;
    }
  }

  /** How many statement rows are matched and how many are not. Needs the grant read. */
  public StatusAnswer status(Option... options) {
    return transport.call(
        StatusAnswer.class,
        new Request("GET", "/api/v1/recon/status", Repeats.ALWAYS), options);
  }

  /** Take in statement rows; what is there already is counted and changes nothing. Needs the grant post. */
  public ImportRowsAnswer importRows(ImportRowsBody body, Option... options) {
    return transport.call(
        ImportRowsAnswer.class,
        new Request("POST", "/api/v1/recon/import", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** What was imported, the last first. Needs the grant read. */
  public ImportsAnswer imports(ImportsQuery query, Option... options) {
    return transport.call(
        ImportsAnswer.class,
        new Request("GET", "/api/v1/recon/imports", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What was imported, the last first. Needs the grant read. */
  public ImportsAnswer imports(Option... options) {
    return imports(new ImportsQuery(), options);
  }

  /** Statement rows, the oldest first. Needs the grant read. */
  public RowsAnswer rows(RowsQuery query, Option... options) {
    return transport.call(
        RowsAnswer.class,
        new Request("GET", "/api/v1/recon/rows", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Statement rows, the oldest first. Needs the grant read. */
  public RowsAnswer rows(Option... options) {
    return rows(new RowsQuery(), options);
  }

  /** Postings of an account that no row is matched to, the newest first. Needs the grant read. */
  public PostingsAnswer postings(PostingsQuery query, Option... options) {
    return transport.call(
        PostingsAnswer.class,
        new Request("GET", "/api/v1/recon/postings", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What is matched with what, and why; the last first. Needs the grant read. */
  public MatchesAnswer matches(MatchesQuery query, Option... options) {
    return transport.call(
        MatchesAnswer.class,
        new Request("GET", "/api/v1/recon/matches", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What is matched with what, and why; the last first. Needs the grant read. */
  public MatchesAnswer matches(Option... options) {
    return matches(new MatchesQuery(), options);
  }

  /** Match rows and postings of one account that come to the same amount. Needs the grant post. */
  public MatchByHandAnswer matchByHand(MatchByHandBody body, Option... options) {
    return transport.call(
        MatchByHandAnswer.class,
        new Request("POST", "/api/v1/recon/matches", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** What of an account’s 500 latest open rows may belong to which of its postings, for a person to confirm; the surest first. Needs the grant read. */
  public SuggestionsAnswer suggestions(SuggestionsQuery query, Option... options) {
    return transport.call(
        SuggestionsAnswer.class,
        new Request("GET", "/api/v1/recon/suggestions", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Match rows and postings of one account, several matches at once: all of them or none. Needs the grant post. */
  public ConfirmAnswer confirm(ConfirmBody body, Option... options) {
    return transport.call(
        ConfirmAnswer.class,
        new Request("POST", "/api/v1/recon/matches/confirm", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Undo one match. Needs the grant post. */
  public UnmatchAnswer unmatch(String id, Option... options) {
    return transport.call(
        UnmatchAnswer.class,
        new Request("POST", "/api/v1/recon/matches/" + Request.segment(id) + "/unmatch", Repeats.NEVER)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Feeds of statements and the accounts they tell about. Needs the grant read. */
  public SourcesAnswer sources(Option... options) {
    return transport.call(
        SourcesAnswer.class,
        new Request("GET", "/api/v1/recon/sources", Repeats.ALWAYS), options);
  }

  /** Say which account a feed tells about, and how its CSV is read; replaces what was said under that name. Needs the grant admin. */
  public SaveSourceAnswer saveSource(SaveSourceBody body, Option... options) {
    return transport.call(
        SaveSourceAnswer.class,
        new Request("POST", "/api/v1/recon/sources", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Forget a feed; what came in from it stays. Needs the grant admin. */
  public RemoveSourceAnswer removeSource(RemoveSourceBody body, Option... options) {
    return transport.call(
        RemoveSourceAnswer.class,
        new Request("POST", "/api/v1/recon/sources/remove", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Bank reconciliation statement of an account on a day: what the books hold, what the bank says, and what explains the difference. Needs the grant read. */
  public StatementAnswer statement(StatementQuery query, Option... options) {
    return transport.call(
        StatementAnswer.class,
        new Request("GET", "/api/v1/recon/statement", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Take in a statement file of at most 10 MB: multipart/form-data with one part called file; the format is found by content. Needs the grant post. */
  public ImportFileAnswer importFile(ImportFileQuery query, FileContent file, Option... options) {
    return transport.call(
        ImportFileAnswer.class,
        new Request("POST", "/api/v1/recon/import/file", Repeats.NEVER)
            .query(query)
            .file(file)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Take in a statement file of at most 10 MB: multipart/form-data with one part called file; the format is found by content. Needs the grant post. */
  public ImportFileAnswer importFile(FileContent file, Option... options) {
    return importFile(new ImportFileQuery(), file, options);
  }
}
