// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Performance {
  private final Transport transport;

  Performance(Transport transport) {
    this.transport = transport;
  }

  public record SummaryAnswerMetricsItemHistoryItem(
      @Member("at") String at,
      @Member("value") Double value_
  ) {}

  public record SummaryAnswerMetricsItem(
      @Member("name") String name,
      @Member("unit") String unit,
      @Member("value") Double value_,
      @Member("judged") Boolean judged,
      @Member("target") Double target,
      @Member("direction") String direction,
      @Member("history") List<SummaryAnswerMetricsItemHistoryItem> history,
      @Member("measurements") Long measurements
  ) {}

  public record SummaryAnswerAnchorsItem(
      @Member("id") String id,
      @Member("root_hash") String rootHash,
      @Member("from_seq") Long fromSeq,
      @Member("to_seq") Long toSeq,
      @Member("anchored") Boolean anchored,
      @Member("anchor_ref") String anchorRef,
      @Member("created_at") String createdAt
  ) {}

  public record SummaryAnswerSloViolationsItem(
      @Member("metric") String metric,
      @Member("value") Double value_,
      @Member("target") Double target,
      @Member("unit") String unit,
      @Member("direction") String direction
  ) {}

  public record SummaryAnswer(
      @Member("ok") Boolean ok,
      @Member("updated_at") String updatedAt,
      @Member("metrics") List<SummaryAnswerMetricsItem> metrics,
      @Member("anchors") List<SummaryAnswerAnchorsItem> anchors,
      @Member("slo_violations") List<SummaryAnswerSloViolationsItem> sloViolations
  ) {}

  /** What was measured over the last 24 hours, held against its targets, and the latest anchors. Needs the grant read. */
  public SummaryAnswer summary(Option... options) {
    return transport.call(
        SummaryAnswer.class,
        new Request("GET", "/api/v1/performance", Repeats.ALWAYS), options);
  }
}
