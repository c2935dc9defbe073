// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class YearEnds {
  private final Transport transport;

  YearEnds(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerYearsItemActsItemIntentsItem(
      @Member("intent_id") String intentId,
      @Member("reversed_by") String reversedBy
  ) {}

  public record ListAnswerYearsItemActsItem(
      @Member("seq") Long seq,
      @Member("act") String act,
      @Member("run") Long run,
      @Member("accounts") Long accounts,
      @Member("intents") List<ListAnswerYearsItemActsItemIntentsItem> intents,
      @Member("done_at") String doneAt,
      @Member("done_by") String doneBy
  ) {}

  public record ListAnswerYearsItem(
      @Member("year_start") String yearStart,
      @Member("year_end") String yearEnd,
      @Member("status") String status,
      @Member("locked_by") String lockedBy,
      @Member("acts") List<ListAnswerYearsItemActsItem> acts
  ) {}

  public record ListAnswer(
      @Member("years") List<ListAnswerYearsItem> years
  ) {}

  public record GetAnswerYearActsItemIntentsItem(
      @Member("intent_id") String intentId,
      @Member("reversed_by") String reversedBy
  ) {}

  public record GetAnswerYearActsItem(
      @Member("seq") Long seq,
      @Member("act") String act,
      @Member("run") Long run,
      @Member("accounts") Long accounts,
      @Member("intents") List<GetAnswerYearActsItemIntentsItem> intents,
      @Member("done_at") String doneAt,
      @Member("done_by") String doneBy
  ) {}

  public record GetAnswerYear(
      @Member("year_start") String yearStart,
      @Member("year_end") String yearEnd,
      @Member("status") String status,
      @Member("locked_by") String lockedBy,
      @Member("acts") List<GetAnswerYearActsItem> acts
  ) {}

  public record GetAnswerLinesItem(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("class") String class_,
      @Member("gl_code") String glCode,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("result") String result,
      @Member("result_minor") String resultMinor,
      @Member("booked") String booked,
      @Member("booked_minor") String bookedMinor,
      @Member("left") String left,
      @Member("left_minor") String leftMinor,
      @Member("inactive") Boolean inactive
  ) {}

  public record GetAnswerBarred(
      @Member("code") String code,
      @Member("message") String message,
      @Member("details") Object details
  ) {}

  public record GetAnswer(
      @Member("year") GetAnswerYear year,
      @Member("lines") List<GetAnswerLinesItem> lines,
      @Member("barred") GetAnswerBarred barred
  ) {}

  /** Fiscal years with income or expenses, the latest first, and whether they are closed. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/years", Repeats.ALWAYS), options);
  }

  /** What the accounts of income and expenses came to in a fiscal year, and what closing it would book. Needs the grant read. */
  public GetAnswer get(String yearEnd, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/years/" + Request.segment(yearEnd), Repeats.ALWAYS), options);
  }
}
