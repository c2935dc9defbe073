// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.Map;

/** The calls of this feature. */
public final class Limits {
  private final Transport transport;

  Limits(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerLimits(
      @Member("high_risk_amount") String highRiskAmount,
      @Member("txn_amount_max") String txnAmountMax,
      @Member("daily_txn_amount_max") String dailyTxnAmountMax,
      @Member("daily_txn_count_max") Long dailyTxnCountMax
  ) {}

  public record GetAnswerSetValue(
      @Member("set_at") String setAt,
      @Member("set_by") String setBy
  ) {}

  public record GetAnswerToday(
      @Member("day") String day,
      @Member("count") Long count,
      @Member("amount") String amount,
      @Member("missing_rate") String missingRate
  ) {}

  public record GetAnswer(
      @Member("limits") GetAnswerLimits limits,
      @Member("reporting_currency") String reportingCurrency,
      @Member("set") Map<String, GetAnswerSetValue> set,
      @Member("today") GetAnswerToday today
  ) {}

  /** The limits of the organisation, and what today has used of them. Needs the grant read. */
  public GetAnswer get(Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/limits", Repeats.ALWAYS), options);
  }
}
