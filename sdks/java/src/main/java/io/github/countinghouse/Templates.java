// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Templates {
  private final Transport transport;

  Templates(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerTemplatesItemRowsItem(
      @Member("debit_account") String debitAccount,
      @Member("credit_account") String creditAccount,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("narrative") String narrative
  ) {}

  public record ListAnswerTemplatesItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("use_case") String useCase,
      @Member("constraints") Map<String, Object> constraints,
      @Member("rows") List<ListAnswerTemplatesItemRowsItem> rows,
      @Member("saved_at") String savedAt,
      @Member("saved_by") String savedBy
  ) {}

  public record ListAnswer(
      @Member("templates") List<ListAnswerTemplatesItem> templates
  ) {}

  public static final class ListQuery {
    @Member("q") private String q;

    public ListQuery q(String value) {
      this.q = value;
      return this;
    }
  }

  public record CreateAnswerTemplateRowsItem(
      @Member("debit_account") String debitAccount,
      @Member("credit_account") String creditAccount,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("narrative") String narrative
  ) {}

  public record CreateAnswerTemplate(
      @Member("id") String id,
      @Member("name") String name,
      @Member("use_case") String useCase,
      @Member("constraints") Map<String, Object> constraints,
      @Member("rows") List<CreateAnswerTemplateRowsItem> rows,
      @Member("saved_at") String savedAt,
      @Member("saved_by") String savedBy
  ) {}

  public record CreateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record CreateAnswer(
      @Member("template") CreateAnswerTemplate template,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") CreateAnswerDetails details
  ) {}

  public static final class CreateBodyRowsItem {
    @Member(value = "debit_account", always = true) private String debitAccount;
    @Member(value = "credit_account", always = true) private String creditAccount;
    @Member("amount") private String amount;
    @Member(value = "currency", always = true) private String currency;
    @Member("narrative") private String narrative;

    public CreateBodyRowsItem debitAccount(String value) {
      this.debitAccount = value;
      return this;
    }

    public CreateBodyRowsItem creditAccount(String value) {
      this.creditAccount = value;
      return this;
    }

    public CreateBodyRowsItem amount(String value) {
      this.amount = value;
      return this;
    }

    public CreateBodyRowsItem currency(String value) {
      this.currency = value;
      return this;
    }

    public CreateBodyRowsItem narrative(String value) {
      this.narrative = value;
      return this;
    }
  }

  public static final class CreateBody {
    @Member(value = "name", always = true) private String name;
    @Member("use_case") private String useCase;
    @Member("constraints") private Map<String, Object> constraints;
    @Member(value = "rows", always = true) private List<CreateBodyRowsItem> rows;

    public CreateBody name(String value) {
      this.name = value;
      return this;
    }

    public CreateBody useCase(String value) {
      this.useCase = value;
      return this;
    }

    public CreateBody constraints(Map<String, Object> value) {
      this.constraints = value;
      return this;
    }

    public CreateBody rows(List<CreateBodyRowsItem> value) {
      this.rows = value;
      return this;
    }
  }

  public record ReplaceAnswerTemplateRowsItem(
      @Member("debit_account") String debitAccount,
      @Member("credit_account") String creditAccount,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("narrative") String narrative
  ) {}

  public record ReplaceAnswerTemplate(
      @Member("id") String id,
      @Member("name") String name,
      @Member("use_case") String useCase,
      @Member("constraints") Map<String, Object> constraints,
      @Member("rows") List<ReplaceAnswerTemplateRowsItem> rows,
      @Member("saved_at") String savedAt,
      @Member("saved_by") String savedBy
  ) {}

  public record ReplaceAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ReplaceAnswer(
      @Member("template") ReplaceAnswerTemplate template,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ReplaceAnswerDetails details
  ) {}

  public static final class ReplaceBodyRowsItem {
    @Member(value = "debit_account", always = true) private String debitAccount;
    @Member(value = "credit_account", always = true) private String creditAccount;
    @Member("amount") private String amount;
    @Member(value = "currency", always = true) private String currency;
    @Member("narrative") private String narrative;

    public ReplaceBodyRowsItem debitAccount(String value) {
      this.debitAccount = value;
      return this;
    }

    public ReplaceBodyRowsItem creditAccount(String value) {
      this.creditAccount = value;
      return this;
    }

    public ReplaceBodyRowsItem amount(String value) {
      this.amount = value;
      return this;
    }

    public ReplaceBodyRowsItem currency(String value) {
      this.currency = value;
      return this;
    }

    public ReplaceBodyRowsItem narrative(String value) {
      this.narrative = value;
      return this;
    }
  }

  public static final class ReplaceBody {
    @Member(value = "name", always = true) private String name;
    @Member("use_case") private String useCase;
    @Member("constraints") private Map<String, Object> constraints;
    @Member(value = "rows", always = true) private List<ReplaceBodyRowsItem> rows;

    public ReplaceBody name(String value) {
      this.name = value;
      return this;
    }

    public ReplaceBody useCase(String value) {
      this.useCase = value;
      return this;
    }

    public ReplaceBody constraints(Map<String, Object> value) {
      this.constraints = value;
      return this;
    }

    public ReplaceBody rows(List<ReplaceBodyRowsItem> value) {
      this.rows = value;
      return this;
    }
  }

  public record RemoveAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record RemoveAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") RemoveAnswerDetails details
  ) {}

  /** Intent templates by name. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/templates", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Intent templates by name. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** Save an intent template. Needs the grant admin. */
  public CreateAnswer create(CreateBody body, Option... options) {
    return transport.call(
        CreateAnswer.class,
        new Request("POST", "/api/v1/templates", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Replace an intent template as a whole. Needs the grant admin. */
  public ReplaceAnswer replace(String id, ReplaceBody body, Option... options) {
    return transport.call(
        ReplaceAnswer.class,
        new Request("POST", "/api/v1/templates/" + Request.segment(id), Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Remove an intent template; what was made from it stays. Needs the grant admin. */
  public RemoveAnswer remove(String id, Option... options) {
    return transport.call(
        RemoveAnswer.class,
        new Request("DELETE", "/api/v1/templates/" + Request.segment(id), Repeats.NEVER)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }
}
