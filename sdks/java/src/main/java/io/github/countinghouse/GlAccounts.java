// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class GlAccounts {
  private final Transport transport;

  GlAccounts(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerGlItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("class") String class_,
      @Member("normal_balance") String normalBalance,
      @Member("parent_id") String parentId,
      @Member("usage_count") Long usageCount
  ) {}

  public record ListAnswer(
      @Member("gl") List<ListAnswerGlItem> gl
  ) {}

  public record CreateAnswerGl(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("class") String class_,
      @Member("normal_balance") String normalBalance,
      @Member("parent_id") String parentId,
      @Member("usage_count") Long usageCount
  ) {}

  public record CreateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record CreateAnswer(
      @Member("gl") CreateAnswerGl gl,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") CreateAnswerDetails details
  ) {}

  public static final class CreateBody {
    @Member(value = "code", always = true) private String code;
    @Member(value = "title", always = true) private String title;
    @Member("class") private String class_;
    @Member("normal_balance") private String normalBalance;
    @Member("parent_id") private String parentId;

    public CreateBody code(String value) {
      this.code = value;
      return this;
    }

    public CreateBody title(String value) {
      this.title = value;
      return this;
    }

    public CreateBody class_(String value) {
      this.class_ = value;
      return this;
    }

    public CreateBody normalBalance(String value) {
      this.normalBalance = value;
      return this;
    }

    public CreateBody parentId(String value) {
      this.parentId = value;
      return this;
    }
  }

  public record UseStandardChartAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record UseStandardChartAnswer(
      @Member("created") Long created,
      @Member("existing") Long existing,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") UseStandardChartAnswerDetails details
  ) {}

  public record ChangeAnswerGl(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("class") String class_,
      @Member("normal_balance") String normalBalance,
      @Member("parent_id") String parentId,
      @Member("usage_count") Long usageCount
  ) {}

  public record ChangeAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ChangeAnswer(
      @Member("gl") ChangeAnswerGl gl,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ChangeAnswerDetails details
  ) {}

  public static final class ChangeBody {
    @Member("title") private String title;
    @Member("parent_id") private String parentId;

    public ChangeBody title(String value) {
      this.title = value;
      return this;
    }

    public ChangeBody parentId(String value) {
      this.parentId = value;
      return this;
    }
  }

  public record DeleteAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record DeleteAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") DeleteAnswerDetails details
  ) {}

  /** The chart of accounts. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/gl-accounts", Repeats.ALWAYS), options);
  }

  /** Add a GL account. Needs the grant admin. */
  public CreateAnswer create(CreateBody body, Option... options) {
    return transport.call(
        CreateAnswer.class,
        new Request("POST", "/api/v1/gl-accounts", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Add what the chart of accounts lacks of the standard one. Needs the grant admin. */
  public UseStandardChartAnswer useStandardChart(Option... options) {
    return transport.call(
        UseStandardChartAnswer.class,
        new Request("POST", "/api/v1/gl-accounts/standard-chart", Repeats.NEVER)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Change what a GL account is called, or which one it stands below. Needs the grant admin. */
  public ChangeAnswer change(String id, ChangeBody body, Option... options) {
    return transport.call(
        ChangeAnswer.class,
        new Request("PATCH", "/api/v1/gl-accounts/" + Request.segment(id), Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Delete an unused GL account. Needs the grant admin. */
  public DeleteAnswer delete(String id, Option... options) {
    return transport.call(
        DeleteAnswer.class,
        new Request("POST", "/api/v1/gl-accounts/" + Request.segment(id) + "/delete", Repeats.NEVER)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }
}
