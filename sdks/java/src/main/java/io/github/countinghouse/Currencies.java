// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Currencies {
  private final Transport transport;

  Currencies(Transport transport) {
    this.transport = transport;
  }

  public record TenantListAnswerCurrenciesItem(
      @Member("code") String code,
      @Member("name") String name,
      @Member("minor_units") Long minorUnits
  ) {}

  public record TenantListAnswer(
      @Member("currencies") List<TenantListAnswerCurrenciesItem> currencies
  ) {}

  public record AddAnswerCurrency(
      @Member("code") String code,
      @Member("name") String name,
      @Member("minor_units") Long minorUnits
  ) {}

  public record AddAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AddAnswer(
      @Member("currency") AddAnswerCurrency currency,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AddAnswerDetails details
  ) {}

  public static final class AddBody {
    @Member(value = "code", always = true) private String code;

    public AddBody code(String value) {
      this.code = value;
      return this;
    }
  }

  public record AllAnswerCurrenciesItem(
      @Member("code") String code,
      @Member("name") String name,
      @Member("minor_units") Long minorUnits
  ) {}

  public record AllAnswer(
      @Member("currencies") List<AllAnswerCurrenciesItem> currencies
  ) {}

  public record RemoveAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record RemoveAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") RemoveAnswerDetails details
  ) {}

  public static final class RemoveBody {
    @Member(value = "code", always = true) private String code;

    public RemoveBody code(String value) {
      this.code = value;
      return this;
    }
  }

  /** The currencies the organisation allows. Needs the grant read. */
  public TenantListAnswer tenantList(Option... options) {
    return transport.call(
        TenantListAnswer.class,
        new Request("GET", "/api/v1/currencies", Repeats.ALWAYS), options);
  }

  /** Allow a currency. Needs the grant admin. */
  public AddAnswer add(AddBody body, Option... options) {
    return transport.call(
        AddAnswer.class,
        new Request("POST", "/api/v1/currencies", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** All currencies of ISO 4217. Needs the grant read. */
  public AllAnswer all(Option... options) {
    return transport.call(
        AllAnswer.class,
        new Request("GET", "/api/v1/currencies/all", Repeats.ALWAYS), options);
  }

  /** Allow a currency no longer; refused while something is kept in it. Needs the grant admin. */
  public RemoveAnswer remove(RemoveBody body, Option... options) {
    return transport.call(
        RemoveAnswer.class,
        new Request("POST", "/api/v1/currencies/remove", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }
}
