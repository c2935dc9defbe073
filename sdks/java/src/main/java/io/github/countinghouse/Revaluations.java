// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Revaluations {
  private final Transport transport;

  Revaluations(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerRevaluationPeriodFilesItem(
      @Member("format") String format,
      @Member("sha256") String sha256,
      @Member("size_bytes") Long sizeBytes
  ) {}

  public record GetAnswerRevaluationPeriod(
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
      @Member("files") List<GetAnswerRevaluationPeriodFilesItem> files
  ) {}

  public record GetAnswerRevaluationSnapshot(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("label") String label,
      @Member("effective_at") String effectiveAt
  ) {}

  public record GetAnswerRevaluationLinesItemRateLegsItem(
      @Member("base_currency") String baseCurrency,
      @Member("quote_currency") String quoteCurrency,
      @Member("rate") String rate,
      @Member("asof") String asof,
      @Member("source") String source,
      @Member("inverted") Boolean inverted
  ) {}

  public record GetAnswerRevaluationLinesItemRate(
      @Member("rate") String rate,
      @Member("derived") String derived,
      @Member("via") String via,
      @Member("legs") List<GetAnswerRevaluationLinesItemRateLegsItem> legs
  ) {}

  public record GetAnswerRevaluationLinesItem(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("base_currency") String baseCurrency,
      @Member("base_minor_units") Long baseMinorUnits,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("carrying") String carrying,
      @Member("carrying_minor") String carryingMinor,
      @Member("rate") GetAnswerRevaluationLinesItemRate rate,
      @Member("valued") String valued,
      @Member("valued_minor") String valuedMinor,
      @Member("difference") String difference,
      @Member("difference_minor") String differenceMinor,
      @Member("posted") String posted,
      @Member("posted_minor") String postedMinor,
      @Member("left") String left,
      @Member("left_minor") String leftMinor,
      @Member("inactive") Boolean inactive
  ) {}

  public record GetAnswerRevaluationRunsItemIntentsItem(
      @Member("intent_id") String intentId,
      @Member("reversed_by") String reversedBy
  ) {}

  public record GetAnswerRevaluationRunsItem(
      @Member("run") Long run,
      @Member("seq") Long seq,
      @Member("valuation_snapshot_id") String valuationSnapshotId,
      @Member("snapshot_kind") String snapshotKind,
      @Member("known_at_seq") Long knownAtSeq,
      @Member("accounts") Long accounts,
      @Member("posted_at") String postedAt,
      @Member("posted_by") String postedBy,
      @Member("intents") List<GetAnswerRevaluationRunsItemIntentsItem> intents
  ) {}

  public record GetAnswerRevaluationBarred(
      @Member("code") String code,
      @Member("message") String message,
      @Member("details") Object details
  ) {}

  public record GetAnswerRevaluation(
      @Member("period") GetAnswerRevaluationPeriod period,
      @Member("snapshot") GetAnswerRevaluationSnapshot snapshot,
      @Member("lines") List<GetAnswerRevaluationLinesItem> lines,
      @Member("runs") List<GetAnswerRevaluationRunsItem> runs,
      @Member("barred") GetAnswerRevaluationBarred barred
  ) {}

  public record GetAnswer(
      @Member("revaluation") GetAnswerRevaluation revaluation
  ) {}

  public static final class GetQuery {
    @Member("valuation_snapshot_id") private String valuationSnapshotId;

    public GetQuery valuationSnapshotId(String value) {
      this.valuationSnapshotId = value;
      return this;
    }
  }

  /** What a revaluation of the period comes to, account by account, and what was posted. Needs the grant read. */
  public GetAnswer get(String id, GetQuery query, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/periods/" + Request.segment(id) + "/revaluation", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What a revaluation of the period comes to, account by account, and what was posted. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return get(id, new GetQuery(), options);
  }
}
