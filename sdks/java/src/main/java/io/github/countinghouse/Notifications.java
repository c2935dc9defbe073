// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Notifications {
  private final Transport transport;

  Notifications(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerNotificationsItemActor(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record ListAnswerNotificationsItem(
      @Member("seq") Long seq,
      @Member("kind") String kind,
      @Member("at") String at,
      @Member("actor") ListAnswerNotificationsItemActor actor,
      @Member("subject") String subject,
      @Member("subject_id") String subjectId,
      @Member("period_id") String periodId,
      @Member("what") String what,
      @Member("says") String says,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("waiting") Boolean waiting,
      @Member("read") Boolean read
  ) {}

  public record ListAnswer(
      @Member("notifications") List<ListAnswerNotificationsItem> notifications,
      @Member("unread") Long unread,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("view") private String view;
    @Member("after") private String after;
    @Member("before") private Long before;
    @Member("limit") private Long limit;

    public ListQuery view(String value) {
      this.view = value;
      return this;
    }

    public ListQuery after(String value) {
      this.after = value;
      return this;
    }

    public ListQuery before(Long value) {
      this.before = value;
      return this;
    }

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  /** What concerns the caller, or everybody, the latest first; and how much of it they have not read. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/notifications", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What concerns the caller, or everybody, the latest first; and how much of it they have not read. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }
}
