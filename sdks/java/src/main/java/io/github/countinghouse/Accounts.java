// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Accounts {
  private final Transport transport;

  Accounts(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerAccountsItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("minorUnits") Long minorUnits,
      @Member("kind") String kind,
      @Member("externalRef") String externalRef,
      @Member("external_ref") String externalRef_,
      @Member("ledgerAccountId") String ledgerAccountId,
      @Member("glCode") String glCode,
      @Member("glTitle") String glTitle,
      @Member("normalBalance") String normalBalance,
      @Member("interestBucket") String interestBucket,
      @Member("entityId") String entityId,
      @Member("entityCode") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("closed") Boolean closed,
      @Member("held") String held,
      @Member("available") String available
  ) {}

  public record ListAnswer(
      @Member("accounts") List<ListAnswerAccountsItem> accounts,
      @Member("total") Long total,
      @Member("next") String next,
      @Member("as_of") Long asOf
  ) {}

  public static final class ListBody {
    @Member("limit") private Long limit;
    @Member("after") private String after;
    @Member("q") private String q;
    @Member("currency") private String currency;
    @Member("party_id") private String partyId;
    @Member("references") private List<String> references;

    public ListBody limit(Long value) {
      this.limit = value;
      return this;
    }

    public ListBody after(String value) {
      this.after = value;
      return this;
    }

    public ListBody q(String value) {
      this.q = value;
      return this;
    }

    public ListBody currency(String value) {
      this.currency = value;
      return this;
    }

    public ListBody partyId(String value) {
      this.partyId = value;
      return this;
    }

    public ListBody references(List<String> value) {
      this.references = value;
      return this;
    }
  }

  public record SearchAnswerAccountsItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("gl_account_id") String glAccountId,
      @Member("gl_code") String glCode,
      @Member("normal_balance") String normalBalance,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("status") String status,
      @Member("created_at") String createdAt,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record SearchAnswer(
      @Member("accounts") List<SearchAnswerAccountsItem> accounts,
      @Member("as_of") String asOf,
      @Member("next") String next
  ) {}

  public static final class SearchQuery {
    @Member("entity") private String entity;
    @Member("gl_account") private String glAccount;
    @Member("currency") private String currency;
    @Member("party_id") private String partyId;
    @Member("code_prefix") private String codePrefix;
    @Member("status") private String status;
    @Member("metadata") private Map<String, String> metadata;
    @Member("as_of") private String asOf;
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public SearchQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public SearchQuery glAccount(String value) {
      this.glAccount = value;
      return this;
    }

    public SearchQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public SearchQuery partyId(String value) {
      this.partyId = value;
      return this;
    }

    public SearchQuery codePrefix(String value) {
      this.codePrefix = value;
      return this;
    }

    public SearchQuery status(String value) {
      this.status = value;
      return this;
    }

    public SearchQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public SearchQuery asOf(String value) {
      this.asOf = value;
      return this;
    }

    public SearchQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public SearchQuery after(String value) {
      this.after = value;
      return this;
    }
  }

  public record OpenAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("gl_account_id") String glAccountId,
      @Member("gl_code") String glCode,
      @Member("normal_balance") String normalBalance,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("status") String status,
      @Member("created_at") String createdAt,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record OpenAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record OpenAnswer(
      @Member("account") OpenAnswerAccount account,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") OpenAnswerDetails details
  ) {}

  public static final class OpenBody {
    @Member(value = "code", always = true) private String code;
    @Member("title") private String title;
    @Member("currency") private String currency;
    @Member(value = "gl_account", always = true) private String glAccount;
    @Member("kind") private String kind;
    @Member("external_ref") private String externalRef;
    @Member("floor_minor") private String floorMinor;
    @Member("entity") private String entity;
    @Member("party_id") private String partyId;
    @Member("metadata") private Map<String, String> metadata;

    public OpenBody code(String value) {
      this.code = value;
      return this;
    }

    public OpenBody title(String value) {
      this.title = value;
      return this;
    }

    public OpenBody currency(String value) {
      this.currency = value;
      return this;
    }

    public OpenBody glAccount(String value) {
      this.glAccount = value;
      return this;
    }

    public OpenBody kind(String value) {
      this.kind = value;
      return this;
    }

    public OpenBody externalRef(String value) {
      this.externalRef = value;
      return this;
    }

    public OpenBody floorMinor(String value) {
      this.floorMinor = value;
      return this;
    }

    public OpenBody entity(String value) {
      this.entity = value;
      return this;
    }

    public OpenBody partyId(String value) {
      this.partyId = value;
      return this;
    }

    public OpenBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record CreateAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("minorUnits") Long minorUnits,
      @Member("kind") String kind,
      @Member("externalRef") String externalRef,
      @Member("external_ref") String externalRef_,
      @Member("ledgerAccountId") String ledgerAccountId,
      @Member("glCode") String glCode,
      @Member("glTitle") String glTitle,
      @Member("normalBalance") String normalBalance,
      @Member("interestBucket") String interestBucket,
      @Member("entityId") String entityId,
      @Member("entityCode") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("closed") Boolean closed,
      @Member("held") String held,
      @Member("available") String available
  ) {}

  public record CreateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record CreateAnswer(
      @Member("account") CreateAnswerAccount account,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approvalId") String approvalId,
      @Member("details") CreateAnswerDetails details
  ) {}

  public static final class CreateBody {
    @Member(value = "code", always = true) private String code;
    @Member("currency") private String currency;
    @Member(value = "ledgerAccountId", always = true) private String ledgerAccountId;
    @Member("kind") private String kind;
    @Member("external_ref") private String externalRef;
    @Member("floor") private String floor;
    @Member("party_id") private String partyId;
    @Member("metadata") private Map<String, String> metadata;

    public CreateBody code(String value) {
      this.code = value;
      return this;
    }

    public CreateBody currency(String value) {
      this.currency = value;
      return this;
    }

    public CreateBody ledgerAccountId(String value) {
      this.ledgerAccountId = value;
      return this;
    }

    public CreateBody kind(String value) {
      this.kind = value;
      return this;
    }

    public CreateBody externalRef(String value) {
      this.externalRef = value;
      return this;
    }

    public CreateBody floor(String value) {
      this.floor = value;
      return this;
    }

    public CreateBody partyId(String value) {
      this.partyId = value;
      return this;
    }

    public CreateBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record GetAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("minor_units") Long minorUnits,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("ledger_account_id") String ledgerAccountId,
      @Member("gl_code") String glCode,
      @Member("gl_title") String glTitle,
      @Member("normal_balance") String normalBalance,
      @Member("interest_bucket") String interestBucket,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("closed") Boolean closed,
      @Member("held") String held,
      @Member("held_minor") String heldMinor,
      @Member("available") String available,
      @Member("available_minor") String availableMinor,
      @Member("posted") Boolean posted,
      @Member("created_at") String createdAt,
      @Member("closed_at") String closedAt,
      @Member("closed_reason") String closedReason,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record GetAnswer(
      @Member("account") GetAnswerAccount account
  ) {}

  public record ChangeAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("gl_account_id") String glAccountId,
      @Member("gl_code") String glCode,
      @Member("normal_balance") String normalBalance,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("status") String status,
      @Member("created_at") String createdAt,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record ChangeAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ChangeAnswer(
      @Member("account") ChangeAnswerAccount account,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ChangeAnswerDetails details
  ) {}

  public static final class ChangeBody {
    @Member("title") private String title;
    @Member("gl_account") private String glAccount;

    public ChangeBody title(String value) {
      this.title = value;
      return this;
    }

    public ChangeBody glAccount(String value) {
      this.glAccount = value;
      return this;
    }
  }

  public record CloseAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("minor_units") Long minorUnits,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("ledger_account_id") String ledgerAccountId,
      @Member("gl_code") String glCode,
      @Member("gl_title") String glTitle,
      @Member("normal_balance") String normalBalance,
      @Member("interest_bucket") String interestBucket,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("closed") Boolean closed,
      @Member("held") String held,
      @Member("held_minor") String heldMinor,
      @Member("available") String available,
      @Member("available_minor") String availableMinor,
      @Member("posted") Boolean posted,
      @Member("created_at") String createdAt,
      @Member("closed_at") String closedAt,
      @Member("closed_reason") String closedReason,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record CloseAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record CloseAnswer(
      @Member("account") CloseAnswerAccount account,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") CloseAnswerDetails details
  ) {}

  public static final class CloseBody {
    @Member("reason") private String reason;

    public CloseBody reason(String value) {
      this.reason = value;
      return this;
    }
  }

  public record ReopenAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("minor_units") Long minorUnits,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("ledger_account_id") String ledgerAccountId,
      @Member("gl_code") String glCode,
      @Member("gl_title") String glTitle,
      @Member("normal_balance") String normalBalance,
      @Member("interest_bucket") String interestBucket,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("closed") Boolean closed,
      @Member("held") String held,
      @Member("held_minor") String heldMinor,
      @Member("available") String available,
      @Member("available_minor") String availableMinor,
      @Member("posted") Boolean posted,
      @Member("created_at") String createdAt,
      @Member("closed_at") String closedAt,
      @Member("closed_reason") String closedReason,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record ReopenAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ReopenAnswer(
      @Member("account") ReopenAnswerAccount account,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ReopenAnswerDetails details
  ) {}

  public record SetPartyAnswerAccount(
      @Member("id") String id,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("minor_units") Long minorUnits,
      @Member("kind") String kind,
      @Member("external_ref") String externalRef,
      @Member("ledger_account_id") String ledgerAccountId,
      @Member("gl_code") String glCode,
      @Member("gl_title") String glTitle,
      @Member("normal_balance") String normalBalance,
      @Member("interest_bucket") String interestBucket,
      @Member("entity_id") String entityId,
      @Member("entity_code") String entityCode,
      @Member("party_id") String partyId,
      @Member("floor") String floor,
      @Member("floor_minor") String floorMinor,
      @Member("closed") Boolean closed,
      @Member("held") String held,
      @Member("held_minor") String heldMinor,
      @Member("available") String available,
      @Member("available_minor") String availableMinor,
      @Member("posted") Boolean posted,
      @Member("created_at") String createdAt,
      @Member("closed_at") String closedAt,
      @Member("closed_reason") String closedReason,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record SetPartyAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record SetPartyAnswer(
      @Member("account") SetPartyAnswerAccount account,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") SetPartyAnswerDetails details
  ) {}

  public static final class SetPartyBody {
    @Member(value = "party_id", always = true) private String partyId;

    public SetPartyBody partyId(String value) {
      this.partyId = value;
      return this;
    }
  }

  public record OpeningRulesAnswerRulesItem(
      @Member("prefix") String prefix,
      @Member("gl_account") String glAccount,
      @Member("currency") String currency,
      @Member("kind") String kind,
      @Member("floor_minor") String floorMinor,
      @Member("entity") String entity,
      @Member("gl_code") String glCode
  ) {}

  public record OpeningRulesAnswer(
      @Member("rules") List<OpeningRulesAnswerRulesItem> rules
  ) {}

  /** Operational accounts with their balances by code, a page at a time. Needs the grant read. */
  public ListAnswer list(ListBody body, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("POST", "/api/internal/accounts/list", Repeats.ALWAYS)
            .body(body), options);
  }

  /** Operational accounts by code with their balances, now or as of a value date, and their metadata. Needs the grant read. */
  public SearchAnswer search(SearchQuery query, Option... options) {
    return transport.call(
        SearchAnswer.class,
        new Request("GET", "/api/v1/accounts", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Operational accounts by code with their balances, now or as of a value date, and their metadata. Needs the grant read. */
  public SearchAnswer search(Option... options) {
    return search(new SearchQuery(), options);
  }

  /** Open an operational account, with a title and a floor where it is to have them. Needs the grant admin. */
  public OpenAnswer open(OpenBody body, Option... options) {
    return transport.call(
        OpenAnswer.class,
        new Request("POST", "/api/v1/accounts", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Open an operational account. Needs the grant admin. */
  public CreateAnswer create(CreateBody body, Option... options) {
    return transport.call(
        CreateAnswer.class,
        new Request("POST", "/api/internal/accounts/create", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approvalId", "details"), options);
  }

  /** One account. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id), Repeats.ALWAYS), options);
  }

  /** Change what an account is called, or, until its first posting, which GL account it maps to. Needs the grant admin. */
  public ChangeAnswer change(String id, ChangeBody body, Option... options) {
    return transport.call(
        ChangeAnswer.class,
        new Request("PATCH", "/api/v1/accounts/" + Request.segment(id), Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Close an account whose balance is zero: it takes no postings until it is re-opened. Needs the grant admin. */
  public CloseAnswer close(String id, CloseBody body, Option... options) {
    return transport.call(
        CloseAnswer.class,
        new Request("POST", "/api/v1/accounts/" + Request.segment(id) + "/close", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Take a closed account up again. Needs the grant admin. */
  public ReopenAnswer reopen(String id, Option... options) {
    return transport.call(
        ReopenAnswer.class,
        new Request("POST", "/api/v1/accounts/" + Request.segment(id) + "/reopen", Repeats.NEVER)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Say whose account it is, or that it is nobody’s; postings and balances stay as they are. Needs the grant admin. */
  public SetPartyAnswer setParty(String id, SetPartyBody body, Option... options) {
    return transport.call(
        SetPartyAnswer.class,
        new Request("POST", "/api/v1/accounts/" + Request.segment(id) + "/party", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The rules by which accounts are opened on first use, where an intent asks for it. Needs the grant read. */
  public OpeningRulesAnswer openingRules(Option... options) {
    return transport.call(
        OpeningRulesAnswer.class,
        new Request("GET", "/api/v1/opening-rules", Repeats.ALWAYS), options);
  }
}
