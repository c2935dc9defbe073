// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class CloseTasks {
  private final Transport transport;

  CloseTasks(Transport transport) {
    this.transport = transport;
  }

  public record TemplateAnswerTasksItem(
      @Member("title") String title,
      @Member("group") String group,
      @Member("owner_id") String ownerId,
      @Member("owner_role") String ownerRole,
      @Member("check") String check,
      @Member("due_days") Long dueDays
  ) {}

  public record TemplateAnswer(
      @Member("tasks") List<TemplateAnswerTasksItem> tasks
  ) {}

  public record ListAnswerTasksItem(
      @Member("id") String id,
      @Member("title") String title,
      @Member("group") String group,
      @Member("owner_id") String ownerId,
      @Member("owner_role") String ownerRole,
      @Member("due_on") String dueOn,
      @Member("check") String check,
      @Member("done") Boolean done,
      @Member("done_at") String doneAt,
      @Member("done_by") String doneBy,
      @Member("left") Long left,
      @Member("late") Boolean late,
      @Member("comments") Long comments
  ) {}

  public record ListAnswer(
      @Member("tasks") List<ListAnswerTasksItem> tasks,
      @Member("from_template") Boolean fromTemplate
  ) {}

  /** The tasks that each period begins with. Needs the grant read. */
  public TemplateAnswer template(Option... options) {
    return transport.call(
        TemplateAnswer.class,
        new Request("GET", "/api/v1/close-template", Repeats.ALWAYS), options);
  }

  /** The tasks of a period in their order, with what is done, and what the ledger knows of it. Needs the grant read. */
  public ListAnswer list(String id, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/periods/" + Request.segment(id) + "/tasks", Repeats.ALWAYS), options);
  }
}
