// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Periods {
  private final Transport transport;

  Periods(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerPeriodsItemFilesItem(
      @Member("format") String format,
      @Member("sha256") String sha256,
      @Member("size_bytes") Long sizeBytes
  ) {}

  public record ListAnswerPeriodsItem(
      @Member("id") String id,
      @Member("period_code") String periodCode,
      @Member("period_start") String periodStart,
      @Member("period_end") String periodEnd,
      @Member("status") String status,
      @Member("started_at") String startedAt,
      @Member("started_by") String startedBy,
      @Member("started_seq") Long startedSeq,
      @Member("valuation_snapshot_id") String valuationSnapshotId,
      @Member("snapshot_kind") String snapshotKind,
      @Member("start_evidence_ref") String startEvidenceRef,
      @Member("locked_at") String lockedAt,
      @Member("locked_by") String lockedBy,
      @Member("locked_seq") Long lockedSeq,
      @Member("lock_evidence_ref") String lockEvidenceRef,
      @Member("adjustments_snapshot_id") String adjustmentsSnapshotId,
      @Member("adjustments_snapshot_kind") String adjustmentsSnapshotKind,
      @Member("adjusting_event_id") String adjustingEventId,
      @Member("adjusting_event_seq") Long adjustingEventSeq,
      @Member("trial_balance_sha256") String trialBalanceSha256,
      @Member("accounts_count") Long accountsCount,
      @Member("accounts_sha256") String accountsSha256,
      @Member("published_at") String publishedAt,
      @Member("published_by") String publishedBy,
      @Member("published_seq") Long publishedSeq,
      @Member("publish_evidence_ref") String publishEvidenceRef,
      @Member("statement_uri") String statementUri,
      @Member("reopened_at") String reopenedAt,
      @Member("reopened_by") String reopenedBy,
      @Member("reopened_seq") Long reopenedSeq,
      @Member("files") List<ListAnswerPeriodsItemFilesItem> files
  ) {}

  public record ListAnswer(
      @Member("periods") List<ListAnswerPeriodsItem> periods
  ) {}

  public record GetAnswerPeriodFilesItem(
      @Member("format") String format,
      @Member("sha256") String sha256,
      @Member("size_bytes") Long sizeBytes
  ) {}

  public record GetAnswerPeriod(
      @Member("id") String id,
      @Member("period_code") String periodCode,
      @Member("period_start") String periodStart,
      @Member("period_end") String periodEnd,
      @Member("status") String status,
      @Member("started_at") String startedAt,
      @Member("started_by") String startedBy,
      @Member("started_seq") Long startedSeq,
      @Member("valuation_snapshot_id") String valuationSnapshotId,
      @Member("snapshot_kind") String snapshotKind,
      @Member("start_evidence_ref") String startEvidenceRef,
      @Member("locked_at") String lockedAt,
      @Member("locked_by") String lockedBy,
      @Member("locked_seq") Long lockedSeq,
      @Member("lock_evidence_ref") String lockEvidenceRef,
      @Member("adjustments_snapshot_id") String adjustmentsSnapshotId,
      @Member("adjustments_snapshot_kind") String adjustmentsSnapshotKind,
      @Member("adjusting_event_id") String adjustingEventId,
      @Member("adjusting_event_seq") Long adjustingEventSeq,
      @Member("trial_balance_sha256") String trialBalanceSha256,
      @Member("accounts_count") Long accountsCount,
      @Member("accounts_sha256") String accountsSha256,
      @Member("published_at") String publishedAt,
      @Member("published_by") String publishedBy,
      @Member("published_seq") Long publishedSeq,
      @Member("publish_evidence_ref") String publishEvidenceRef,
      @Member("statement_uri") String statementUri,
      @Member("reopened_at") String reopenedAt,
      @Member("reopened_by") String reopenedBy,
      @Member("reopened_seq") Long reopenedSeq,
      @Member("files") List<GetAnswerPeriodFilesItem> files
  ) {}

  public record GetAnswerBalancesItem(
      @Member("gl_account_id") String glAccountId,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor
  ) {}

  public record GetAnswerWorkPendingApprovalsItem(
      @Member("id") String id,
      @Member("intent_id") String intentId
  ) {}

  public record GetAnswerWorkAdjustmentsItem(
      @Member("intent_id") String intentId,
      @Member("event_id") String eventId,
      @Member("seq") Long seq,
      @Member("event_ts") String eventTs
  ) {}

  public record GetAnswerWorkSchedulesItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("status") String status,
      @Member("next_on") String nextOn
  ) {}

  public record GetAnswerWorkImportsItem(
      @Member("id") String id,
      @Member("file_name") String fileName,
      @Member("waiting") Long waiting
  ) {}

  public record GetAnswerWorkBankRowsItem(
      @Member("account_id") String accountId,
      @Member("account_code") String accountCode,
      @Member("unmatched") Long unmatched
  ) {}

  public record GetAnswerWorkRevaluation(
      @Member("runs") Long runs,
      @Member("last_at") String lastAt,
      @Member("foreign_accounts") Long foreignAccounts
  ) {}

  public record GetAnswerWork(
      @Member("open_holds") List<String> openHolds,
      @Member("pending_approvals") List<GetAnswerWorkPendingApprovalsItem> pendingApprovals,
      @Member("adjustments") List<GetAnswerWorkAdjustmentsItem> adjustments,
      @Member("adjustment_count") Long adjustmentCount,
      @Member("schedules") List<GetAnswerWorkSchedulesItem> schedules,
      @Member("imports") List<GetAnswerWorkImportsItem> imports,
      @Member("bank_rows") List<GetAnswerWorkBankRowsItem> bankRows,
      @Member("revaluation") GetAnswerWorkRevaluation revaluation
  ) {}

  public record GetAnswer(
      @Member("period") GetAnswerPeriod period,
      @Member("balances") List<GetAnswerBalancesItem> balances,
      @Member("work") GetAnswerWork work
  ) {}

  public record CompareAnswerAFilesItem(
      @Member("format") String format,
      @Member("sha256") String sha256,
      @Member("size_bytes") Long sizeBytes
  ) {}

  public record CompareAnswerA(
      @Member("id") String id,
      @Member("period_code") String periodCode,
      @Member("period_start") String periodStart,
      @Member("period_end") String periodEnd,
      @Member("status") String status,
      @Member("started_at") String startedAt,
      @Member("started_by") String startedBy,
      @Member("started_seq") Long startedSeq,
      @Member("valuation_snapshot_id") String valuationSnapshotId,
      @Member("snapshot_kind") String snapshotKind,
      @Member("start_evidence_ref") String startEvidenceRef,
      @Member("locked_at") String lockedAt,
      @Member("locked_by") String lockedBy,
      @Member("locked_seq") Long lockedSeq,
      @Member("lock_evidence_ref") String lockEvidenceRef,
      @Member("adjustments_snapshot_id") String adjustmentsSnapshotId,
      @Member("adjustments_snapshot_kind") String adjustmentsSnapshotKind,
      @Member("adjusting_event_id") String adjustingEventId,
      @Member("adjusting_event_seq") Long adjustingEventSeq,
      @Member("trial_balance_sha256") String trialBalanceSha256,
      @Member("accounts_count") Long accountsCount,
      @Member("accounts_sha256") String accountsSha256,
      @Member("published_at") String publishedAt,
      @Member("published_by") String publishedBy,
      @Member("published_seq") Long publishedSeq,
      @Member("publish_evidence_ref") String publishEvidenceRef,
      @Member("statement_uri") String statementUri,
      @Member("reopened_at") String reopenedAt,
      @Member("reopened_by") String reopenedBy,
      @Member("reopened_seq") Long reopenedSeq,
      @Member("files") List<CompareAnswerAFilesItem> files
  ) {}

  public record CompareAnswerBFilesItem(
      @Member("format") String format,
      @Member("sha256") String sha256,
      @Member("size_bytes") Long sizeBytes
  ) {}

  public record CompareAnswerB(
      @Member("id") String id,
      @Member("period_code") String periodCode,
      @Member("period_start") String periodStart,
      @Member("period_end") String periodEnd,
      @Member("status") String status,
      @Member("started_at") String startedAt,
      @Member("started_by") String startedBy,
      @Member("started_seq") Long startedSeq,
      @Member("valuation_snapshot_id") String valuationSnapshotId,
      @Member("snapshot_kind") String snapshotKind,
      @Member("start_evidence_ref") String startEvidenceRef,
      @Member("locked_at") String lockedAt,
      @Member("locked_by") String lockedBy,
      @Member("locked_seq") Long lockedSeq,
      @Member("lock_evidence_ref") String lockEvidenceRef,
      @Member("adjustments_snapshot_id") String adjustmentsSnapshotId,
      @Member("adjustments_snapshot_kind") String adjustmentsSnapshotKind,
      @Member("adjusting_event_id") String adjustingEventId,
      @Member("adjusting_event_seq") Long adjustingEventSeq,
      @Member("trial_balance_sha256") String trialBalanceSha256,
      @Member("accounts_count") Long accountsCount,
      @Member("accounts_sha256") String accountsSha256,
      @Member("published_at") String publishedAt,
      @Member("published_by") String publishedBy,
      @Member("published_seq") Long publishedSeq,
      @Member("publish_evidence_ref") String publishEvidenceRef,
      @Member("statement_uri") String statementUri,
      @Member("reopened_at") String reopenedAt,
      @Member("reopened_by") String reopenedBy,
      @Member("reopened_seq") Long reopenedSeq,
      @Member("files") List<CompareAnswerBFilesItem> files
  ) {}

  public record CompareAnswerLinesItem(
      @Member("gl_account_id") String glAccountId,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("a") String a,
      @Member("a_minor") String aMinor,
      @Member("b") String b,
      @Member("b_minor") String bMinor,
      @Member("difference") String difference,
      @Member("difference_minor") String differenceMinor
  ) {}

  public record CompareAnswer(
      @Member("a") CompareAnswerA a,
      @Member("b") CompareAnswerB b,
      @Member("lines") List<CompareAnswerLinesItem> lines
  ) {}

  public static final class CompareFileQuery {
    @Member(value = "format", always = true) private String format;

    public CompareFileQuery format(String value) {
      this.format = value;
      return this;
    }
  }

  /** Accounting periods, the latest first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/periods", Repeats.ALWAYS), options);
  }

  /** A period with the trial balance that its lock sealed, and what it waits for. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/periods/" + Request.segment(id), Repeats.ALWAYS), options);
  }

  /** Two sealed trial balances side by side, and what the second has more. Needs the grant read. */
  public CompareAnswer compare(String id, String other, Option... options) {
    return transport.call(
        CompareAnswer.class,
        new Request("GET", "/api/v1/periods/" + Request.segment(id) + "/compare/" + Request.segment(other), Repeats.ALWAYS), options);
  }

  /** Two sealed trial balances side by side, and what the second has more. As a file. Needs the grant read. */
  public FileContent compareFile(String id, String other, CompareFileQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/periods/" + Request.segment(id) + "/compare/" + Request.segment(other), Repeats.ALWAYS)
            .query(query), options);
  }

  /** The published statement as the server made it, its hash checked before the first byte. Needs the grant read. */
  public FileContent statement(String id, String format, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/periods/" + Request.segment(id) + "/statement/" + Request.segment(format), Repeats.ALWAYS), options);
  }
}
