// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Interest {
  private final Transport transport;

  Interest(Transport transport) {
    this.transport = transport;
  }

  public record SettingsAnswer(
      @Member("day_count") String dayCount,
      @Member("counter_account_id") String counterAccountId,
      @Member("counter_account_code") String counterAccountCode,
      @Member("waits") String waits
  ) {}

  public record BucketsAnswerBucketsItemRatesItem(
      @Member("rate") String rate,
      @Member("effective_on") String effectiveOn,
      @Member("set_at") String setAt,
      @Member("set_by") String setBy
  ) {}

  public record BucketsAnswerBucketsItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("accrued_gl_id") String accruedGlId,
      @Member("accrued_gl_code") String accruedGlCode,
      @Member("accrued_gl_title") String accruedGlTitle,
      @Member("rate") String rate,
      @Member("rates") List<BucketsAnswerBucketsItemRatesItem> rates,
      @Member("accounts") Long accounts
  ) {}

  public record BucketsAnswer(
      @Member("buckets") List<BucketsAnswerBucketsItem> buckets
  ) {}

  public record CreateAnswerBucketRatesItem(
      @Member("rate") String rate,
      @Member("effective_on") String effectiveOn,
      @Member("set_at") String setAt,
      @Member("set_by") String setBy
  ) {}

  public record CreateAnswerBucket(
      @Member("id") String id,
      @Member("code") String code,
      @Member("accrued_gl_id") String accruedGlId,
      @Member("accrued_gl_code") String accruedGlCode,
      @Member("accrued_gl_title") String accruedGlTitle,
      @Member("rate") String rate,
      @Member("rates") List<CreateAnswerBucketRatesItem> rates,
      @Member("accounts") Long accounts
  ) {}

  public record CreateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record CreateAnswer(
      @Member("bucket") CreateAnswerBucket bucket,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") CreateAnswerDetails details
  ) {}

  public static final class CreateBody {
    @Member(value = "code", always = true) private String code;
    @Member(value = "rate", always = true) private String rate;
    @Member(value = "effective_on", always = true) private String effectiveOn;
    @Member(value = "accrued_gl_id", always = true) private String accruedGlId;

    public CreateBody code(String value) {
      this.code = value;
      return this;
    }

    public CreateBody rate(String value) {
      this.rate = value;
      return this;
    }

    public CreateBody effectiveOn(String value) {
      this.effectiveOn = value;
      return this;
    }

    public CreateBody accruedGlId(String value) {
      this.accruedGlId = value;
      return this;
    }
  }

  public record AddRateAnswerBucketRatesItem(
      @Member("rate") String rate,
      @Member("effective_on") String effectiveOn,
      @Member("set_at") String setAt,
      @Member("set_by") String setBy
  ) {}

  public record AddRateAnswerBucket(
      @Member("id") String id,
      @Member("code") String code,
      @Member("accrued_gl_id") String accruedGlId,
      @Member("accrued_gl_code") String accruedGlCode,
      @Member("accrued_gl_title") String accruedGlTitle,
      @Member("rate") String rate,
      @Member("rates") List<AddRateAnswerBucketRatesItem> rates,
      @Member("accounts") Long accounts
  ) {}

  public record AddRateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AddRateAnswer(
      @Member("bucket") AddRateAnswerBucket bucket,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AddRateAnswerDetails details
  ) {}

  public static final class AddRateBody {
    @Member(value = "rate", always = true) private String rate;
    @Member(value = "effective_on", always = true) private String effectiveOn;

    public AddRateBody rate(String value) {
      this.rate = value;
      return this;
    }

    public AddRateBody effectiveOn(String value) {
      this.effectiveOn = value;
      return this;
    }
  }

  public record SetBucketAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record SetBucketAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") SetBucketAnswerDetails details
  ) {}

  public static final class SetBucketBody {
    @Member(value = "bucket_id", always = true) private String bucketId;
    @Member("effective_on") private String effectiveOn;

    public SetBucketBody bucketId(String value) {
      this.bucketId = value;
      return this;
    }

    public SetBucketBody effectiveOn(String value) {
      this.effectiveOn = value;
      return this;
    }
  }

  public record AccountsAnswerAccountsItem(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("bucket_id") String bucketId,
      @Member("bucket_code") String bucketCode,
      @Member("next_on") String nextOn,
      @Member("last_on") String lastOn,
      @Member("month") String month,
      @Member("accrued") String accrued,
      @Member("accrued_minor") String accruedMinor,
      @Member("remainder") String remainder,
      @Member("waits") String waits
  ) {}

  public record AccountsAnswer(
      @Member("accounts") List<AccountsAnswerAccountsItem> accounts
  ) {}

  public static final class AccountsQuery {
    @Member("q") private String q;

    public AccountsQuery q(String value) {
      this.q = value;
      return this;
    }
  }

  public record ExplainAnswerInterest(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("bucket_id") String bucketId,
      @Member("bucket_code") String bucketCode,
      @Member("next_on") String nextOn,
      @Member("last_on") String lastOn,
      @Member("month") String month,
      @Member("accrued") String accrued,
      @Member("accrued_minor") String accruedMinor,
      @Member("remainder") String remainder,
      @Member("waits") String waits
  ) {}

  public record ExplainAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits
  ) {}

  public record ExplainAnswerDaysItemWas(
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("rate") String rate,
      @Member("exact") String exact
  ) {}

  public record ExplainAnswerDaysItem(
      @Member("on") String on,
      @Member("value_date") String valueDate,
      @Member("bucket_code") String bucketCode,
      @Member("day_count") String dayCount,
      @Member("days") Long days,
      @Member("basis") Long basis,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("rate") String rate,
      @Member("exact") String exact,
      @Member("was") ExplainAnswerDaysItemWas was,
      @Member("carried") String carried,
      @Member("amount") String amount,
      @Member("remainder") String remainder,
      @Member("known_at") Long knownAt,
      @Member("seq") Long seq,
      @Member("intent_id") String intentId
  ) {}

  public record ExplainAnswerCapitalisationsItem(
      @Member("month") String month,
      @Member("value_date") String valueDate,
      @Member("accrued") String accrued,
      @Member("amount") String amount,
      @Member("left") String left,
      @Member("seq") Long seq,
      @Member("intent_id") String intentId
  ) {}

  public record ExplainAnswer(
      @Member("interest") ExplainAnswerInterest interest,
      @Member("account") ExplainAnswerAccount account,
      @Member("months") List<String> months,
      @Member("month") String month,
      @Member("days") List<ExplainAnswerDaysItem> days,
      @Member("capitalisations") List<ExplainAnswerCapitalisationsItem> capitalisations
  ) {}

  public static final class ExplainQuery {
    @Member("month") private String month;

    public ExplainQuery month(String value) {
      this.month = value;
      return this;
    }
  }

  /** How interest is reckoned, and from which account. Needs the grant read. */
  public SettingsAnswer settings(Option... options) {
    return transport.call(
        SettingsAnswer.class,
        new Request("GET", "/api/v1/interest/settings", Repeats.ALWAYS), options);
  }

  /** Interest buckets with their dated rates. Needs the grant read. */
  public BucketsAnswer buckets(Option... options) {
    return transport.call(
        BucketsAnswer.class,
        new Request("GET", "/api/v1/interest/buckets", Repeats.ALWAYS), options);
  }

  /** Make an interest bucket with its first rate. Needs the grant admin. */
  public CreateAnswer create(CreateBody body, Option... options) {
    return transport.call(
        CreateAnswer.class,
        new Request("POST", "/api/v1/interest/buckets", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Set the rate of a bucket from a day on; days that accrued by another are corrected. Needs the grant admin. */
  public AddRateAnswer addRate(String id, AddRateBody body, Option... options) {
    return transport.call(
        AddRateAnswer.class,
        new Request("POST", "/api/v1/interest/buckets/" + Request.segment(id) + "/rates", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Put an account into a bucket, or take it out, from a day on (today unless said). Needs the grant admin. */
  public SetBucketAnswer setBucket(String id, SetBucketBody body, Option... options) {
    return transport.call(
        SetBucketAnswer.class,
        new Request("POST", "/api/v1/accounts/" + Request.segment(id) + "/interest-bucket", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Accounts that interest accrues on, or did. Needs the grant read. */
  public AccountsAnswer accounts(AccountsQuery query, Option... options) {
    return transport.call(
        AccountsAnswer.class,
        new Request("GET", "/api/v1/interest/accounts", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Accounts that interest accrues on, or did. Needs the grant read. */
  public AccountsAnswer accounts(Option... options) {
    return accounts(new AccountsQuery(), options);
  }

  /** Each day of a month as interest accrued on an account: the latest month unless one is named. Needs the grant read. */
  public ExplainAnswer explain(String id, ExplainQuery query, Option... options) {
    return transport.call(
        ExplainAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/interest", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Each day of a month as interest accrued on an account: the latest month unless one is named. Needs the grant read. */
  public ExplainAnswer explain(String id, Option... options) {
    return explain(id, new ExplainQuery(), options);
  }
}
