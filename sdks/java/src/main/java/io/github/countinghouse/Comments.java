// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Comments {
  private final Transport transport;

  Comments(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerCommentsItemAuthor(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record ListAnswerCommentsItemMentionsItem(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record ListAnswerCommentsItem(
      @Member("id") String id,
      @Member("subject") String subject,
      @Member("subject_id") String subjectId,
      @Member("period_id") String periodId,
      @Member("text") String text,
      @Member("author") ListAnswerCommentsItemAuthor author,
      @Member("mentions") List<ListAnswerCommentsItemMentionsItem> mentions,
      @Member("written_at") String writtenAt,
      @Member("edited_at") String editedAt,
      @Member("removed_at") String removedAt,
      @Member("fixed_at") String fixedAt,
      @Member("seq") Long seq
  ) {}

  public record ListAnswer(
      @Member("comments") List<ListAnswerCommentsItem> comments,
      @Member("before") Long before,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member(value = "subject", always = true) private String subject;
    @Member(value = "subject_id", always = true) private String subjectId;
    @Member("after") private String after;
    @Member("before") private Long before;
    @Member("limit") private Long limit;

    public ListQuery subject(String value) {
      this.subject = value;
      return this;
    }

    public ListQuery subjectId(String value) {
      this.subjectId = value;
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

  public record MentionsAnswerCommentsItemAuthor(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record MentionsAnswerCommentsItemMentionsItem(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record MentionsAnswerCommentsItem(
      @Member("id") String id,
      @Member("subject") String subject,
      @Member("subject_id") String subjectId,
      @Member("period_id") String periodId,
      @Member("text") String text,
      @Member("author") MentionsAnswerCommentsItemAuthor author,
      @Member("mentions") List<MentionsAnswerCommentsItemMentionsItem> mentions,
      @Member("written_at") String writtenAt,
      @Member("edited_at") String editedAt,
      @Member("removed_at") String removedAt,
      @Member("fixed_at") String fixedAt,
      @Member("seq") Long seq
  ) {}

  public record MentionsAnswer(
      @Member("comments") List<MentionsAnswerCommentsItem> comments
  ) {}

  public static final class MentionsQuery {
    @Member("limit") private Long limit;

    public MentionsQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  /** The comments on an intent, approval, exception, period or close task: the latest, oldest first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/comments", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The latest comments that mention the caller, newest first. Needs the grant read. */
  public MentionsAnswer mentions(MentionsQuery query, Option... options) {
    return transport.call(
        MentionsAnswer.class,
        new Request("GET", "/api/v1/comments/mentions", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The latest comments that mention the caller, newest first. Needs the grant read. */
  public MentionsAnswer mentions(Option... options) {
    return mentions(new MentionsQuery(), options);
  }
}
