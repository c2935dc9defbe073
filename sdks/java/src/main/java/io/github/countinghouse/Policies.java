// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Policies {
  private final Transport transport;

  Policies(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerPoliciesItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("hook") String hook,
      @Member("expr") String expr,
      @Member("max_rows") Long maxRows,
      @Member("cost_units") Long costUnits,
      @Member("spec") Map<String, Object> spec,
      @Member("version") Long version,
      @Member("retired_at") String retiredAt,
      @Member("retired_by") String retiredBy,
      @Member("registered_at") String registeredAt,
      @Member("registered_by") String registeredBy,
      @Member("seq") Long seq
  ) {}

  public record ListAnswerBudgetsItem(
      @Member("hooks") List<String> hooks,
      @Member("used_units") Long usedUnits,
      @Member("budget_units") Long budgetUnits
  ) {}

  public record ListAnswer(
      @Member("policies") List<ListAnswerPoliciesItem> policies,
      @Member("total") Long total,
      @Member("budgets") List<ListAnswerBudgetsItem> budgets
  ) {}

  public static final class ListQuery {
    @Member("q") private String q;
    @Member("state") private String state;
    @Member("hook") private String hook;

    public ListQuery q(String value) {
      this.q = value;
      return this;
    }

    public ListQuery state(String value) {
      this.state = value;
      return this;
    }

    public ListQuery hook(String value) {
      this.hook = value;
      return this;
    }
  }

  public record EvaluateAnswerFault(
      @Member("path") String path,
      @Member("message") String message,
      @Member("line") Long line,
      @Member("column") Long column
  ) {}

  public record EvaluateAnswerCost(
      @Member("units") Long units,
      @Member("others_units") Long othersUnits,
      @Member("budget_units") Long budgetUnits,
      @Member("max_rows") Long maxRows
  ) {}

  public record EvaluateAnswerResult(
      @Member("answer") Object answer,
      @Member("allows") Boolean allows,
      @Member("failure") String failure,
      @Member("why") String why,
      @Member("spent_units") Long spentUnits
  ) {}

  public record EvaluateAnswer(
      @Member("fault") EvaluateAnswerFault fault,
      @Member("cost") EvaluateAnswerCost cost,
      @Member("result") EvaluateAnswerResult result,
      @Member("seen") Map<String, Object> seen
  ) {}

  public static final class EvaluateBodySampleRowsItem {
    @Member(value = "debit_account", always = true) private String debitAccount;
    @Member(value = "credit_account", always = true) private String creditAccount;
    @Member(value = "amount", always = true) private String amount;
    @Member(value = "currency", always = true) private String currency;
    @Member("value_date") private String valueDate;
    @Member("narrative") private String narrative;

    public EvaluateBodySampleRowsItem debitAccount(String value) {
      this.debitAccount = value;
      return this;
    }

    public EvaluateBodySampleRowsItem creditAccount(String value) {
      this.creditAccount = value;
      return this;
    }

    public EvaluateBodySampleRowsItem amount(String value) {
      this.amount = value;
      return this;
    }

    public EvaluateBodySampleRowsItem currency(String value) {
      this.currency = value;
      return this;
    }

    public EvaluateBodySampleRowsItem valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public EvaluateBodySampleRowsItem narrative(String value) {
      this.narrative = value;
      return this;
    }
  }

  public static final class EvaluateBodySample {
    @Member("use_case") private String useCase;
    @Member("value_date") private String valueDate;
    @Member("constraints") private Map<String, Object> constraints;
    @Member("metadata") private Map<String, String> metadata;
    @Member(value = "rows", always = true) private List<EvaluateBodySampleRowsItem> rows;

    public EvaluateBodySample useCase(String value) {
      this.useCase = value;
      return this;
    }

    public EvaluateBodySample valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public EvaluateBodySample constraints(Map<String, Object> value) {
      this.constraints = value;
      return this;
    }

    public EvaluateBodySample metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public EvaluateBodySample rows(List<EvaluateBodySampleRowsItem> value) {
      this.rows = value;
      return this;
    }
  }

  public static final class EvaluateBody {
    @Member("control_id") private String controlId;
    @Member(value = "spec", always = true) private Map<String, Object> spec;
    @Member("intent_id") private String intentId;
    @Member("sample") private EvaluateBodySample sample;

    public EvaluateBody controlId(String value) {
      this.controlId = value;
      return this;
    }

    public EvaluateBody spec(Map<String, Object> value) {
      this.spec = value;
      return this;
    }

    public EvaluateBody intentId(String value) {
      this.intentId = value;
      return this;
    }

    public EvaluateBody sample(EvaluateBodySample value) {
      this.sample = value;
      return this;
    }
  }

  /** Policies by name, what each costs, and the budget that they share. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/policies", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Policies by name, what each costs, and the budget that they share. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** Check a spec, say what it costs, and what it answers for a past intent or a sample; nothing is saved. Needs the grant read. */
  public EvaluateAnswer evaluate(EvaluateBody body, Option... options) {
    return transport.call(
        EvaluateAnswer.class,
        new Request("POST", "/api/v1/policies/evaluate", Repeats.ALWAYS)
            .body(body), options);
  }
}
