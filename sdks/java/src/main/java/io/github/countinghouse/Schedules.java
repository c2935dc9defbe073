// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Schedules {
  private final Transport transport;

  Schedules(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerSchedulesItemRowsItem(
      @Member("debit_account") String debitAccount,
      @Member("credit_account") String creditAccount,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("narrative") String narrative
  ) {}

  public record ListAnswerSchedulesItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("template_id") String templateId,
      @Member("use_case") String useCase,
      @Member("constraints") Map<String, Object> constraints,
      @Member("rows") List<ListAnswerSchedulesItemRowsItem> rows,
      @Member("frequency") String frequency,
      @Member("start_on") String startOn,
      @Member("end_on") String endOn,
      @Member("status") String status,
      @Member("maker_id") String makerId,
      @Member("reason_code") String reasonCode,
      @Member("next_on") String nextOn,
      @Member("created_at") String createdAt,
      @Member("runs") Long runs,
      @Member("rejected") Long rejected
  ) {}

  public record ListAnswer(
      @Member("schedules") List<ListAnswerSchedulesItem> schedules
  ) {}

  public static final class ListQuery {
    @Member("status") private String status;
    @Member("q") private String q;

    public ListQuery status(String value) {
      this.status = value;
      return this;
    }

    public ListQuery q(String value) {
      this.q = value;
      return this;
    }
  }

  public record RunsAnswerScheduleRowsItem(
      @Member("debit_account") String debitAccount,
      @Member("credit_account") String creditAccount,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("narrative") String narrative
  ) {}

  public record RunsAnswerSchedule(
      @Member("id") String id,
      @Member("name") String name,
      @Member("template_id") String templateId,
      @Member("use_case") String useCase,
      @Member("constraints") Map<String, Object> constraints,
      @Member("rows") List<RunsAnswerScheduleRowsItem> rows,
      @Member("frequency") String frequency,
      @Member("start_on") String startOn,
      @Member("end_on") String endOn,
      @Member("status") String status,
      @Member("maker_id") String makerId,
      @Member("reason_code") String reasonCode,
      @Member("next_on") String nextOn,
      @Member("created_at") String createdAt,
      @Member("runs") Long runs,
      @Member("rejected") Long rejected
  ) {}

  public record RunsAnswerRunsItem(
      @Member("on") String on,
      @Member("intent_id") String intentId,
      @Member("status") String status,
      @Member("error_code") String errorCode,
      @Member("seq") Long seq
  ) {}

  public record RunsAnswer(
      @Member("schedule") RunsAnswerSchedule schedule,
      @Member("runs") List<RunsAnswerRunsItem> runs
  ) {}

  public static final class RunsQuery {
    @Member("limit") private Long limit;

    public RunsQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  /** Recurring intents, by the day they post for next. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/schedules", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Recurring intents, by the day they post for next. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** What a recurring intent posted, newest first. Needs the grant read. */
  public RunsAnswer runs(String id, RunsQuery query, Option... options) {
    return transport.call(
        RunsAnswer.class,
        new Request("GET", "/api/v1/schedules/" + Request.segment(id) + "/runs", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What a recurring intent posted, newest first. Needs the grant read. */
  public RunsAnswer runs(String id, Option... options) {
    return runs(id, new RunsQuery(), options);
  }
}
