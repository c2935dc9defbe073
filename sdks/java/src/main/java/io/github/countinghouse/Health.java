// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Health {
  private final Transport transport;

  Health(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerCounts(
      @Member("events") Long events,
      @Member("postings") Long postings,
      @Member("accounts") Long accounts
  ) {}

  public record GetAnswerInvariantsMissingPostingsItem(
      @Member("id") String id,
      @Member("seq") Long seq
  ) {}

  public record GetAnswerInvariantsHashBreaksItem(
      @Member("seq") Long seq,
      @Member("prev_hash") String prevHash,
      @Member("expected_prev_hash") String expectedPrevHash,
      @Member("what") String what
  ) {}

  public record GetAnswerInvariantsBalanceDriftItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("value_date") String valueDate,
      @Member("currency") String currency,
      @Member("reported_balance") String reportedBalance,
      @Member("derived_balance") String derivedBalance
  ) {}

  public record GetAnswerInvariants(
      @Member("missingPostings") List<GetAnswerInvariantsMissingPostingsItem> missingPostings,
      @Member("hashBreaks") List<GetAnswerInvariantsHashBreaksItem> hashBreaks,
      @Member("balanceDrift") List<GetAnswerInvariantsBalanceDriftItem> balanceDrift
  ) {}

  public record GetAnswerCoverage(
      @Member("through") Long through,
      @Member("first_contradiction") Long firstContradiction
  ) {}

  public record GetAnswerChecked(
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("at") String at,
      @Member("complete") Boolean complete
  ) {}

  public record GetAnswerLoss(
      @Member("lost_from") Long lostFrom,
      @Member("lost_to") Long lostTo,
      @Member("mark_hash") String markHash,
      @Member("mark_ts") String markTs,
      @Member("found_at") String foundAt
  ) {}

  public record GetAnswerBackupDrill(
      @Member("at") String at,
      @Member("ok") Boolean ok,
      @Member("seq") Long seq,
      @Member("rpo_seconds") Double rpoSeconds,
      @Member("rto_seconds") Double rtoSeconds
  ) {}

  public record GetAnswerBackup(
      @Member("reached_at") String reachedAt,
      @Member("copied_at") String copiedAt,
      @Member("drill") GetAnswerBackupDrill drill
  ) {}

  public record GetAnswerWitnessesItem(
      @Member("name") String name,
      @Member("state") String state,
      @Member("cosigned_to") Long cosignedTo,
      @Member("failing_since") String failingSince,
      @Member("refused_at") String refusedAt,
      @Member("last_error") String lastError
  ) {}

  public record GetAnswerDatabase(
      @Member("mode") String mode,
      @Member("replica_age_seconds") Double replicaAgeSeconds
  ) {}

  public record GetAnswerDisk(
      @Member("used_percent") Double usedPercent,
      @Member("full_percent") Double fullPercent
  ) {}

  public record GetAnswerFullFound(
      @Member("missing_postings") Long missingPostings,
      @Member("hash_breaks") Long hashBreaks,
      @Member("balance_drift") Long balanceDrift,
      @Member("contradictions") Long contradictions,
      @Member("differences") Long differences
  ) {}

  public record GetAnswerFull(
      @Member("id") String id,
      @Member("state") String state,
      @Member("asked_by") String askedBy,
      @Member("asked_at") String askedAt,
      @Member("started_at") String startedAt,
      @Member("ended_at") String endedAt,
      @Member("step") String step,
      @Member("done") Long done,
      @Member("total") Long total,
      @Member("events_per_second") Long eventsPerSecond,
      @Member("ok") Boolean ok,
      @Member("found") GetAnswerFullFound found
  ) {}

  public record GetAnswer(
      @Member("ok") Boolean ok,
      @Member("counts") GetAnswerCounts counts,
      @Member("invariants") GetAnswerInvariants invariants,
      @Member("coverage") GetAnswerCoverage coverage,
      @Member("checked") GetAnswerChecked checked,
      @Member("broken_at") String brokenAt,
      @Member("loss") GetAnswerLoss loss,
      @Member("backup") GetAnswerBackup backup,
      @Member("witnesses") List<GetAnswerWitnessesItem> witnesses,
      @Member("database") GetAnswerDatabase database,
      @Member("disk") GetAnswerDisk disk,
      @Member("full") GetAnswerFull full
  ) {}

  /** Re-derives postings, hashes and balances of the organisation and reports every difference. Needs the grant read. */
  public GetAnswer get(Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/health", Repeats.ALWAYS), options);
  }
}
