// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Intents {
  private final Transport transport;

  Intents(Transport transport) {
    this.transport = transport;
  }

  public record PostAnswerBalancesItem(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("balance") String balance
  ) {}

  public record PostAnswerProof(
      @Member("tlog_proof") String tlogProof,
      @Member("path") String path,
      @Member("expected_at") String expectedAt
  ) {}

  public record PostAnswerDefaultsConsent(
      @Member("scope") List<String> scope,
      @Member("reference") String reference,
      @Member("granted_at") String grantedAt,
      @Member("expires_at") String expiresAt
  ) {}

  public record PostAnswerDefaults(
      @Member("value_date") String valueDate,
      @Member("currencies") List<String> currencies,
      @Member("consent") PostAnswerDefaultsConsent consent,
      @Member("fx_snapshot") String fxSnapshot
  ) {}

  public record PostAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("intent_id") String intentId,
      @Member("event_id") String eventId,
      @Member("event_hash") String eventHash,
      @Member("seq") Long seq,
      @Member("duplicate") Boolean duplicate,
      @Member("error") String error,
      @Member("approval_id") String approvalId,
      @Member("balances") List<PostAnswerBalancesItem> balances,
      @Member("details") Object details,
      @Member("proof") PostAnswerProof proof,
      @Member("defaults") PostAnswerDefaults defaults,
      @Member("code") String code,
      @Member("message") String message,
      @Member("requestId") String requestId
  ) {}

  public static final class PostQuery {
    @Member("proof") private String proof;

    public PostQuery proof(String value) {
      this.proof = value;
      return this;
    }
  }

  public static final class PostBodyRowsItem {
    @Member(value = "debit", always = true) private String debit;
    @Member(value = "credit", always = true) private String credit;
    @Member(value = "amount", always = true) private String amount;
    @Member("currency") private String currency;
    @Member("value_date") private String valueDate;
    @Member("narrative") private String narrative;

    public PostBodyRowsItem debit(String value) {
      this.debit = value;
      return this;
    }

    public PostBodyRowsItem credit(String value) {
      this.credit = value;
      return this;
    }

    public PostBodyRowsItem amount(String value) {
      this.amount = value;
      return this;
    }

    public PostBodyRowsItem currency(String value) {
      this.currency = value;
      return this;
    }

    public PostBodyRowsItem valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public PostBodyRowsItem narrative(String value) {
      this.narrative = value;
      return this;
    }
  }

  public static final class PostBodyConsent {
    @Member(value = "scope", always = true) private List<String> scope;
    @Member("reference") private String reference;
    @Member(value = "granted_at", always = true) private String grantedAt;
    @Member(value = "expires_at", always = true) private String expiresAt;

    public PostBodyConsent scope(List<String> value) {
      this.scope = value;
      return this;
    }

    public PostBodyConsent reference(String value) {
      this.reference = value;
      return this;
    }

    public PostBodyConsent grantedAt(String value) {
      this.grantedAt = value;
      return this;
    }

    public PostBodyConsent expiresAt(String value) {
      this.expiresAt = value;
      return this;
    }
  }

  public static final class PostBody {
    @Member("debit") private String debit;
    @Member("credit") private String credit;
    @Member("amount") private String amount;
    @Member("currency") private String currency;
    @Member("value_date") private String valueDate;
    @Member("narrative") private String narrative;
    @Member("rows") private List<PostBodyRowsItem> rows;
    @Member("idem_key") private String idemKey;
    @Member("intent_id") private String intentId;
    @Member("use_case") private String useCase;
    @Member("constraints") private Map<String, Object> constraints;
    @Member("fx_snapshot") private String fxSnapshot;
    @Member("consent") private PostBodyConsent consent;
    @Member("metadata") private Map<String, String> metadata;

    public PostBody debit(String value) {
      this.debit = value;
      return this;
    }

    public PostBody credit(String value) {
      this.credit = value;
      return this;
    }

    public PostBody amount(String value) {
      this.amount = value;
      return this;
    }

    public PostBody currency(String value) {
      this.currency = value;
      return this;
    }

    public PostBody valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public PostBody narrative(String value) {
      this.narrative = value;
      return this;
    }

    public PostBody rows(List<PostBodyRowsItem> value) {
      this.rows = value;
      return this;
    }

    public PostBody idemKey(String value) {
      this.idemKey = value;
      return this;
    }

    public PostBody intentId(String value) {
      this.intentId = value;
      return this;
    }

    public PostBody useCase(String value) {
      this.useCase = value;
      return this;
    }

    public PostBody constraints(Map<String, Object> value) {
      this.constraints = value;
      return this;
    }

    public PostBody fxSnapshot(String value) {
      this.fxSnapshot = value;
      return this;
    }

    public PostBody consent(PostBodyConsent value) {
      this.consent = value;
      return this;
    }

    public PostBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record ListAnswerIntentsItemAmountsItem(
      @Member("currency") String currency,
      @Member("amount") String amount
  ) {}

  public record ListAnswerIntentsItemRepeats(
      @Member("count") Long count,
      @Member("last_at") String lastAt
  ) {}

  public record ListAnswerIntentsItemEventHeadSignature(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("event_ts") String eventTs,
      @Member("kid") String kid,
      @Member("signature") String signature
  ) {}

  public record ListAnswerIntentsItemEvent(
      @Member("seq") Long seq,
      @Member("event_id") String eventId,
      @Member("event_type") String eventType,
      @Member("name") String name,
      @Member("event_ts") String eventTs,
      @Member("created_at") String createdAt,
      @Member("actor_id") String actorId,
      @Member("event_hash") String eventHash,
      @Member("prev_hash") String prevHash,
      @Member("payload_hash") String payloadHash,
      @Member("signature") String signature,
      @Member("head_signature") ListAnswerIntentsItemEventHeadSignature headSignature,
      @Member("hash_version") Long hashVersion,
      @Member("intent_status") String intentStatus,
      @Member("payload") Map<String, Object> payload
  ) {}

  public record ListAnswerIntentsItem(
      @Member("intent_id") String intentId,
      @Member("status") String status,
      @Member("use_case") String useCase,
      @Member("value_date") String valueDate,
      @Member("actor_id") String actorId,
      @Member("created_at") String createdAt,
      @Member("seq") Long seq,
      @Member("narrative") String narrative,
      @Member("debit_code") String debitCode,
      @Member("credit_code") String creditCode,
      @Member("rows") Long rows,
      @Member("amounts") List<ListAnswerIntentsItemAmountsItem> amounts,
      @Member("error") String error,
      @Member("approval_id") String approvalId,
      @Member("repeats") ListAnswerIntentsItemRepeats repeats,
      @Member("metadata") Map<String, String> metadata,
      @Member("event") ListAnswerIntentsItemEvent event
  ) {}

  public record ListAnswer(
      @Member("intents") List<ListAnswerIntentsItem> intents,
      @Member("next") String next,
      @Member("as_of") Long asOf
  ) {}

  public static final class ListQuery {
    @Member("status") private String status;
    @Member("account") private String account;
    @Member("entity") private String entity;
    @Member("party_id") private String partyId;
    @Member("currency") private String currency;
    @Member("amount_from") private String amountFrom;
    @Member("amount_to") private String amountTo;
    @Member("value_from") private String valueFrom;
    @Member("value_to") private String valueTo;
    @Member("booked_from") private String bookedFrom;
    @Member("booked_to") private String bookedTo;
    @Member("metadata") private Map<String, String> metadata;
    @Member("use_case") private String useCase;
    @Member("actor") private String actor;
    @Member("q") private String q;
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public ListQuery status(String value) {
      this.status = value;
      return this;
    }

    public ListQuery account(String value) {
      this.account = value;
      return this;
    }

    public ListQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public ListQuery partyId(String value) {
      this.partyId = value;
      return this;
    }

    public ListQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public ListQuery amountFrom(String value) {
      this.amountFrom = value;
      return this;
    }

    public ListQuery amountTo(String value) {
      this.amountTo = value;
      return this;
    }

    public ListQuery valueFrom(String value) {
      this.valueFrom = value;
      return this;
    }

    public ListQuery valueTo(String value) {
      this.valueTo = value;
      return this;
    }

    public ListQuery bookedFrom(String value) {
      this.bookedFrom = value;
      return this;
    }

    public ListQuery bookedTo(String value) {
      this.bookedTo = value;
      return this;
    }

    public ListQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public ListQuery useCase(String value) {
      this.useCase = value;
      return this;
    }

    public ListQuery actor(String value) {
      this.actor = value;
      return this;
    }

    public ListQuery q(String value) {
      this.q = value;
      return this;
    }

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public ListQuery after(String value) {
      this.after = value;
      return this;
    }
  }

  public record ExecuteAnswerBalancesItem(
      @Member("accountId") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("balance") String balance
  ) {}

  public record ExecuteAnswerProof(
      @Member("tlog_proof") String tlogProof,
      @Member("path") String path,
      @Member("expected_at") String expectedAt
  ) {}

  public record ExecuteAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("intentId") String intentId,
      @Member("eventId") String eventId,
      @Member("eventHash") String eventHash,
      @Member("seq") Long seq,
      @Member("duplicate") Boolean duplicate,
      @Member("error") String error,
      @Member("approvalId") String approvalId,
      @Member("balances") List<ExecuteAnswerBalancesItem> balances,
      @Member("details") Object details,
      @Member("proof") ExecuteAnswerProof proof,
      @Member("code") String code,
      @Member("message") String message,
      @Member("requestId") String requestId
  ) {}

  public static final class ExecuteQuery {
    @Member("proof") private String proof;

    public ExecuteQuery proof(String value) {
      this.proof = value;
      return this;
    }
  }

  public static final class ExecuteBodyProposedActionsItem {
    @Member(value = "debitAccount", always = true) private String debitAccount;
    @Member(value = "creditAccount", always = true) private String creditAccount;
    @Member(value = "amount", always = true) private String amount;
    @Member(value = "currency", always = true) private String currency;
    @Member("valueDate") private String valueDate;
    @Member("narrative") private String narrative;

    public ExecuteBodyProposedActionsItem debitAccount(String value) {
      this.debitAccount = value;
      return this;
    }

    public ExecuteBodyProposedActionsItem creditAccount(String value) {
      this.creditAccount = value;
      return this;
    }

    public ExecuteBodyProposedActionsItem amount(String value) {
      this.amount = value;
      return this;
    }

    public ExecuteBodyProposedActionsItem currency(String value) {
      this.currency = value;
      return this;
    }

    public ExecuteBodyProposedActionsItem valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public ExecuteBodyProposedActionsItem narrative(String value) {
      this.narrative = value;
      return this;
    }
  }

  public static final class ExecuteBodySnapshotIds {
    @Member("fx") private String fx;

    public ExecuteBodySnapshotIds fx(String value) {
      this.fx = value;
      return this;
    }
  }

  public static final class ExecuteBodyConsent {
    @Member(value = "scope", always = true) private List<String> scope;
    @Member("reference") private String reference;
    @Member(value = "granted_at", always = true) private String grantedAt;
    @Member(value = "expires_at", always = true) private String expiresAt;

    public ExecuteBodyConsent scope(List<String> value) {
      this.scope = value;
      return this;
    }

    public ExecuteBodyConsent reference(String value) {
      this.reference = value;
      return this;
    }

    public ExecuteBodyConsent grantedAt(String value) {
      this.grantedAt = value;
      return this;
    }

    public ExecuteBodyConsent expiresAt(String value) {
      this.expiresAt = value;
      return this;
    }
  }

  public static final class ExecuteBody {
    @Member(value = "intent_id", always = true) private String intentId;
    @Member(value = "tenant_id", always = true) private String tenantId;
    @Member("actor") private String actor;
    @Member(value = "use_case", always = true) private String useCase;
    @Member("idem_key") private String idemKey;
    @Member(value = "value_date", always = true) private String valueDate;
    @Member("constraints") private Map<String, Object> constraints;
    @Member(value = "proposed_actions", always = true) private List<ExecuteBodyProposedActionsItem> proposedActions;
    @Member("snapshot_ids") private ExecuteBodySnapshotIds snapshotIds;
    @Member(value = "consent", always = true) private ExecuteBodyConsent consent;
    @Member("signature") private String signature;
    @Member("metadata") private Map<String, String> metadata;

    public ExecuteBody intentId(String value) {
      this.intentId = value;
      return this;
    }

    public ExecuteBody tenantId(String value) {
      this.tenantId = value;
      return this;
    }

    public ExecuteBody actor(String value) {
      this.actor = value;
      return this;
    }

    public ExecuteBody useCase(String value) {
      this.useCase = value;
      return this;
    }

    public ExecuteBody idemKey(String value) {
      this.idemKey = value;
      return this;
    }

    public ExecuteBody valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public ExecuteBody constraints(Map<String, Object> value) {
      this.constraints = value;
      return this;
    }

    public ExecuteBody proposedActions(List<ExecuteBodyProposedActionsItem> value) {
      this.proposedActions = value;
      return this;
    }

    public ExecuteBody snapshotIds(ExecuteBodySnapshotIds value) {
      this.snapshotIds = value;
      return this;
    }

    public ExecuteBody consent(ExecuteBodyConsent value) {
      this.consent = value;
      return this;
    }

    public ExecuteBody signature(String value) {
      this.signature = value;
      return this;
    }

    public ExecuteBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record BatchAnswerResultsItemReceiptBalancesItem(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("balance") String balance
  ) {}

  public record BatchAnswerResultsItemReceiptProof(
      @Member("tlog_proof") String tlogProof,
      @Member("path") String path,
      @Member("expected_at") String expectedAt
  ) {}

  public record BatchAnswerResultsItemReceipt(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("intent_id") String intentId,
      @Member("event_id") String eventId,
      @Member("event_hash") String eventHash,
      @Member("seq") Long seq,
      @Member("duplicate") Boolean duplicate,
      @Member("error") String error,
      @Member("approval_id") String approvalId,
      @Member("balances") List<BatchAnswerResultsItemReceiptBalancesItem> balances,
      @Member("details") Object details,
      @Member("proof") BatchAnswerResultsItemReceiptProof proof
  ) {}

  public record BatchAnswerResultsItemError(
      @Member("code") String code,
      @Member("error") String error,
      @Member("message") String message,
      @Member("details") Object details
  ) {}

  public record BatchAnswerResultsItem(
      @Member("index") Long index,
      @Member("intent_id") String intentId,
      @Member("status") Long status,
      @Member("receipt") BatchAnswerResultsItemReceipt receipt,
      @Member("error") BatchAnswerResultsItemError error
  ) {}

  public record BatchAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record BatchAnswer(
      @Member("ok") Boolean ok,
      @Member("executed") Long executed,
      @Member("results") List<BatchAnswerResultsItem> results,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") BatchAnswerDetails details
  ) {}

  public static final class BatchQuery {
    @Member("proof") private String proof;

    public BatchQuery proof(String value) {
      this.proof = value;
      return this;
    }
  }

  public static final class BatchBodyIntentsItemProposedActionsItem {
    @Member(value = "debit_account", always = true) private String debitAccount;
    @Member(value = "credit_account", always = true) private String creditAccount;
    @Member(value = "amount", always = true) private String amount;
    @Member(value = "currency", always = true) private String currency;
    @Member("value_date") private String valueDate;
    @Member("narrative") private String narrative;

    public BatchBodyIntentsItemProposedActionsItem debitAccount(String value) {
      this.debitAccount = value;
      return this;
    }

    public BatchBodyIntentsItemProposedActionsItem creditAccount(String value) {
      this.creditAccount = value;
      return this;
    }

    public BatchBodyIntentsItemProposedActionsItem amount(String value) {
      this.amount = value;
      return this;
    }

    public BatchBodyIntentsItemProposedActionsItem currency(String value) {
      this.currency = value;
      return this;
    }

    public BatchBodyIntentsItemProposedActionsItem valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public BatchBodyIntentsItemProposedActionsItem narrative(String value) {
      this.narrative = value;
      return this;
    }
  }

  public static final class BatchBodyIntentsItemSnapshotIds {
    @Member("fx") private String fx;

    public BatchBodyIntentsItemSnapshotIds fx(String value) {
      this.fx = value;
      return this;
    }
  }

  public static final class BatchBodyIntentsItemConsent {
    @Member(value = "scope", always = true) private List<String> scope;
    @Member("reference") private String reference;
    @Member(value = "granted_at", always = true) private String grantedAt;
    @Member(value = "expires_at", always = true) private String expiresAt;

    public BatchBodyIntentsItemConsent scope(List<String> value) {
      this.scope = value;
      return this;
    }

    public BatchBodyIntentsItemConsent reference(String value) {
      this.reference = value;
      return this;
    }

    public BatchBodyIntentsItemConsent grantedAt(String value) {
      this.grantedAt = value;
      return this;
    }

    public BatchBodyIntentsItemConsent expiresAt(String value) {
      this.expiresAt = value;
      return this;
    }
  }

  public static final class BatchBodyIntentsItem {
    @Member(value = "intent_id", always = true) private String intentId;
    @Member(value = "tenant_id", always = true) private String tenantId;
    @Member("actor") private String actor;
    @Member(value = "use_case", always = true) private String useCase;
    @Member("idem_key") private String idemKey;
    @Member(value = "value_date", always = true) private String valueDate;
    @Member("constraints") private Map<String, Object> constraints;
    @Member(value = "proposed_actions", always = true) private List<BatchBodyIntentsItemProposedActionsItem> proposedActions;
    @Member("snapshot_ids") private BatchBodyIntentsItemSnapshotIds snapshotIds;
    @Member(value = "consent", always = true) private BatchBodyIntentsItemConsent consent;
    @Member("signature") private String signature;
    @Member("metadata") private Map<String, String> metadata;

    public BatchBodyIntentsItem intentId(String value) {
      this.intentId = value;
      return this;
    }

    public BatchBodyIntentsItem tenantId(String value) {
      this.tenantId = value;
      return this;
    }

    public BatchBodyIntentsItem actor(String value) {
      this.actor = value;
      return this;
    }

    public BatchBodyIntentsItem useCase(String value) {
      this.useCase = value;
      return this;
    }

    public BatchBodyIntentsItem idemKey(String value) {
      this.idemKey = value;
      return this;
    }

    public BatchBodyIntentsItem valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public BatchBodyIntentsItem constraints(Map<String, Object> value) {
      this.constraints = value;
      return this;
    }

    public BatchBodyIntentsItem proposedActions(List<BatchBodyIntentsItemProposedActionsItem> value) {
      this.proposedActions = value;
      return this;
    }

    public BatchBodyIntentsItem snapshotIds(BatchBodyIntentsItemSnapshotIds value) {
      this.snapshotIds = value;
      return this;
    }

    public BatchBodyIntentsItem consent(BatchBodyIntentsItemConsent value) {
      this.consent = value;
      return this;
    }

    public BatchBodyIntentsItem signature(String value) {
      this.signature = value;
      return this;
    }

    public BatchBodyIntentsItem metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public static final class BatchBody {
    @Member(value = "intents", always = true) private List<BatchBodyIntentsItem> intents;
    @Member("atomic") private Boolean atomic;

    public BatchBody intents(List<BatchBodyIntentsItem> value) {
      this.intents = value;
      return this;
    }

    public BatchBody atomic(Boolean value) {
      this.atomic = value;
      return this;
    }
  }

  public record PreviewAnswerHeldHeldForRatesItem(
      @Member("currency") String currency,
      @Member("rate") String rate
  ) {}

  public record PreviewAnswerHeldHeldFor(
      @Member("code") String code,
      @Member("limit") String limit,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("rates") List<PreviewAnswerHeldHeldForRatesItem> rates
  ) {}

  public record PreviewAnswerHeld(
      @Member("held_for") PreviewAnswerHeldHeldFor heldFor,
      @Member("needed") Long needed,
      @Member("eligible") Long eligible
  ) {}

  public record PreviewAnswer(
      @Member("outcome") String outcome,
      @Member("code") String code,
      @Member("message") String message,
      @Member("details") Object details,
      @Member("held") PreviewAnswerHeld held
  ) {}

  public static final class PreviewBodyIntentProposedActionsItem {
    @Member(value = "debit_account", always = true) private String debitAccount;
    @Member(value = "credit_account", always = true) private String creditAccount;
    @Member(value = "amount", always = true) private String amount;
    @Member(value = "currency", always = true) private String currency;
    @Member("value_date") private String valueDate;
    @Member("narrative") private String narrative;

    public PreviewBodyIntentProposedActionsItem debitAccount(String value) {
      this.debitAccount = value;
      return this;
    }

    public PreviewBodyIntentProposedActionsItem creditAccount(String value) {
      this.creditAccount = value;
      return this;
    }

    public PreviewBodyIntentProposedActionsItem amount(String value) {
      this.amount = value;
      return this;
    }

    public PreviewBodyIntentProposedActionsItem currency(String value) {
      this.currency = value;
      return this;
    }

    public PreviewBodyIntentProposedActionsItem valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public PreviewBodyIntentProposedActionsItem narrative(String value) {
      this.narrative = value;
      return this;
    }
  }

  public static final class PreviewBodyIntentSnapshotIds {
    @Member("fx") private String fx;

    public PreviewBodyIntentSnapshotIds fx(String value) {
      this.fx = value;
      return this;
    }
  }

  public static final class PreviewBodyIntentConsent {
    @Member(value = "scope", always = true) private List<String> scope;
    @Member("reference") private String reference;
    @Member(value = "granted_at", always = true) private String grantedAt;
    @Member(value = "expires_at", always = true) private String expiresAt;

    public PreviewBodyIntentConsent scope(List<String> value) {
      this.scope = value;
      return this;
    }

    public PreviewBodyIntentConsent reference(String value) {
      this.reference = value;
      return this;
    }

    public PreviewBodyIntentConsent grantedAt(String value) {
      this.grantedAt = value;
      return this;
    }

    public PreviewBodyIntentConsent expiresAt(String value) {
      this.expiresAt = value;
      return this;
    }
  }

  public static final class PreviewBodyIntent {
    @Member(value = "intent_id", always = true) private String intentId;
    @Member(value = "tenant_id", always = true) private String tenantId;
    @Member("actor") private String actor;
    @Member(value = "use_case", always = true) private String useCase;
    @Member("idem_key") private String idemKey;
    @Member(value = "value_date", always = true) private String valueDate;
    @Member("constraints") private Map<String, Object> constraints;
    @Member(value = "proposed_actions", always = true) private List<PreviewBodyIntentProposedActionsItem> proposedActions;
    @Member("snapshot_ids") private PreviewBodyIntentSnapshotIds snapshotIds;
    @Member(value = "consent", always = true) private PreviewBodyIntentConsent consent;
    @Member("signature") private String signature;
    @Member("metadata") private Map<String, String> metadata;

    public PreviewBodyIntent intentId(String value) {
      this.intentId = value;
      return this;
    }

    public PreviewBodyIntent tenantId(String value) {
      this.tenantId = value;
      return this;
    }

    public PreviewBodyIntent actor(String value) {
      this.actor = value;
      return this;
    }

    public PreviewBodyIntent useCase(String value) {
      this.useCase = value;
      return this;
    }

    public PreviewBodyIntent idemKey(String value) {
      this.idemKey = value;
      return this;
    }

    public PreviewBodyIntent valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public PreviewBodyIntent constraints(Map<String, Object> value) {
      this.constraints = value;
      return this;
    }

    public PreviewBodyIntent proposedActions(List<PreviewBodyIntentProposedActionsItem> value) {
      this.proposedActions = value;
      return this;
    }

    public PreviewBodyIntent snapshotIds(PreviewBodyIntentSnapshotIds value) {
      this.snapshotIds = value;
      return this;
    }

    public PreviewBodyIntent consent(PreviewBodyIntentConsent value) {
      this.consent = value;
      return this;
    }

    public PreviewBodyIntent signature(String value) {
      this.signature = value;
      return this;
    }

    public PreviewBodyIntent metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public static final class PreviewBody {
    @Member(value = "intent", always = true) private PreviewBodyIntent intent;

    public PreviewBody intent(PreviewBodyIntent value) {
      this.intent = value;
      return this;
    }
  }

  public static final class ExportQuery {
    @Member("status") private String status;
    @Member("account") private String account;
    @Member("entity") private String entity;
    @Member("party_id") private String partyId;
    @Member("currency") private String currency;
    @Member("amount_from") private String amountFrom;
    @Member("amount_to") private String amountTo;
    @Member("value_from") private String valueFrom;
    @Member("value_to") private String valueTo;
    @Member("booked_from") private String bookedFrom;
    @Member("booked_to") private String bookedTo;
    @Member("metadata") private Map<String, String> metadata;
    @Member("use_case") private String useCase;
    @Member("actor") private String actor;
    @Member("q") private String q;

    public ExportQuery status(String value) {
      this.status = value;
      return this;
    }

    public ExportQuery account(String value) {
      this.account = value;
      return this;
    }

    public ExportQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public ExportQuery partyId(String value) {
      this.partyId = value;
      return this;
    }

    public ExportQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public ExportQuery amountFrom(String value) {
      this.amountFrom = value;
      return this;
    }

    public ExportQuery amountTo(String value) {
      this.amountTo = value;
      return this;
    }

    public ExportQuery valueFrom(String value) {
      this.valueFrom = value;
      return this;
    }

    public ExportQuery valueTo(String value) {
      this.valueTo = value;
      return this;
    }

    public ExportQuery bookedFrom(String value) {
      this.bookedFrom = value;
      return this;
    }

    public ExportQuery bookedTo(String value) {
      this.bookedTo = value;
      return this;
    }

    public ExportQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public ExportQuery useCase(String value) {
      this.useCase = value;
      return this;
    }

    public ExportQuery actor(String value) {
      this.actor = value;
      return this;
    }

    public ExportQuery q(String value) {
      this.q = value;
      return this;
    }
  }

  public record TotalsAnswerAmountsItem(
      @Member("currency") String currency,
      @Member("amount") String amount,
      @Member("count") Long count
  ) {}

  public record TotalsAnswerByStatus(
      @Member("proposed") Long proposed,
      @Member("executed") Long executed,
      @Member("rejected") Long rejected
  ) {}

  public record TotalsAnswer(
      @Member("count") Long count,
      @Member("amounts") List<TotalsAnswerAmountsItem> amounts,
      @Member("by_status") TotalsAnswerByStatus byStatus,
      @Member("complete") Boolean complete
  ) {}

  public static final class TotalsQuery {
    @Member("status") private String status;
    @Member("account") private String account;
    @Member("entity") private String entity;
    @Member("party_id") private String partyId;
    @Member("currency") private String currency;
    @Member("amount_from") private String amountFrom;
    @Member("amount_to") private String amountTo;
    @Member("value_from") private String valueFrom;
    @Member("value_to") private String valueTo;
    @Member("booked_from") private String bookedFrom;
    @Member("booked_to") private String bookedTo;
    @Member("metadata") private Map<String, String> metadata;
    @Member("use_case") private String useCase;
    @Member("actor") private String actor;
    @Member("q") private String q;

    public TotalsQuery status(String value) {
      this.status = value;
      return this;
    }

    public TotalsQuery account(String value) {
      this.account = value;
      return this;
    }

    public TotalsQuery entity(String value) {
      this.entity = value;
      return this;
    }

    public TotalsQuery partyId(String value) {
      this.partyId = value;
      return this;
    }

    public TotalsQuery currency(String value) {
      this.currency = value;
      return this;
    }

    public TotalsQuery amountFrom(String value) {
      this.amountFrom = value;
      return this;
    }

    public TotalsQuery amountTo(String value) {
      this.amountTo = value;
      return this;
    }

    public TotalsQuery valueFrom(String value) {
      this.valueFrom = value;
      return this;
    }

    public TotalsQuery valueTo(String value) {
      this.valueTo = value;
      return this;
    }

    public TotalsQuery bookedFrom(String value) {
      this.bookedFrom = value;
      return this;
    }

    public TotalsQuery bookedTo(String value) {
      this.bookedTo = value;
      return this;
    }

    public TotalsQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }

    public TotalsQuery useCase(String value) {
      this.useCase = value;
      return this;
    }

    public TotalsQuery actor(String value) {
      this.actor = value;
      return this;
    }

    public TotalsQuery q(String value) {
      this.q = value;
      return this;
    }
  }

  public record GetAnswerIntentReceiptBalancesItem(
      @Member("account_id") String accountId,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("balance") String balance
  ) {}

  public record GetAnswerIntentReceiptProof(
      @Member("tlog_proof") String tlogProof,
      @Member("path") String path,
      @Member("expected_at") String expectedAt
  ) {}

  public record GetAnswerIntentReceipt(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("intent_id") String intentId,
      @Member("event_id") String eventId,
      @Member("event_hash") String eventHash,
      @Member("seq") Long seq,
      @Member("duplicate") Boolean duplicate,
      @Member("error") String error,
      @Member("approval_id") String approvalId,
      @Member("balances") List<GetAnswerIntentReceiptBalancesItem> balances,
      @Member("details") Object details,
      @Member("proof") GetAnswerIntentReceiptProof proof
  ) {}

  public record GetAnswerIntentApproval(
      @Member("id") String id,
      @Member("status") String status
  ) {}

  public record GetAnswerIntentHoldRowsItem(
      @Member("line") Long line,
      @Member("debit_account_id") String debitAccountId,
      @Member("debit_code") String debitCode,
      @Member("credit_account_id") String creditAccountId,
      @Member("credit_code") String creditCode,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("value_date") String valueDate,
      @Member("narrative") String narrative,
      @Member("rest") String rest
  ) {}

  public record GetAnswerIntentHold(
      @Member("intent_id") String intentId,
      @Member("status") String status,
      @Member("value_date") String valueDate,
      @Member("expires_at") String expiresAt,
      @Member("placed_at") String placedAt,
      @Member("placed_seq") Long placedSeq,
      @Member("actor_id") String actorId,
      @Member("closed_by") String closedBy,
      @Member("captured_by") List<String> capturedBy,
      @Member("rows") List<GetAnswerIntentHoldRowsItem> rows
  ) {}

  public record GetAnswerIntentSchedule(
      @Member("id") String id,
      @Member("on") String on
  ) {}

  public record GetAnswerIntentRepeats(
      @Member("count") Long count,
      @Member("last_at") String lastAt
  ) {}

  public record GetAnswerIntentPostingsItem(
      @Member("line") Long line,
      @Member("debit_account_id") String debitAccountId,
      @Member("debit_code") String debitCode,
      @Member("credit_account_id") String creditAccountId,
      @Member("credit_code") String creditCode,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("value_date") String valueDate,
      @Member("narrative") String narrative
  ) {}

  public record GetAnswerIntentEventsItemHeadSignature(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("event_ts") String eventTs,
      @Member("kid") String kid,
      @Member("signature") String signature
  ) {}

  public record GetAnswerIntentEventsItem(
      @Member("seq") Long seq,
      @Member("event_id") String eventId,
      @Member("event_type") String eventType,
      @Member("name") String name,
      @Member("event_ts") String eventTs,
      @Member("created_at") String createdAt,
      @Member("actor_id") String actorId,
      @Member("event_hash") String eventHash,
      @Member("prev_hash") String prevHash,
      @Member("payload_hash") String payloadHash,
      @Member("signature") String signature,
      @Member("head_signature") GetAnswerIntentEventsItemHeadSignature headSignature,
      @Member("hash_version") Long hashVersion,
      @Member("intent_status") String intentStatus,
      @Member("payload") Map<String, Object> payload
  ) {}

  public record GetAnswerIntent(
      @Member("intent_id") String intentId,
      @Member("status") String status,
      @Member("use_case") String useCase,
      @Member("value_date") String valueDate,
      @Member("actor_id") String actorId,
      @Member("created_at") String createdAt,
      @Member("receipt") GetAnswerIntentReceipt receipt,
      @Member("approval") GetAnswerIntentApproval approval,
      @Member("hold") GetAnswerIntentHold hold,
      @Member("reverses") String reverses,
      @Member("reversed_by") String reversedBy,
      @Member("schedule") GetAnswerIntentSchedule schedule,
      @Member("repeats") GetAnswerIntentRepeats repeats,
      @Member("metadata") Map<String, String> metadata,
      @Member("postings") List<GetAnswerIntentPostingsItem> postings,
      @Member("events") List<GetAnswerIntentEventsItem> events
  ) {}

  public record GetAnswer(
      @Member("intent") GetAnswerIntent intent
  ) {}

  /** Post: a debit, a credit, an amount and what it is for, exactly once for its idempotency key; the answer says what was filled in. Needs the grant propose. */
  public PostAnswer post(PostQuery query, PostBody body, Option... options) {
    return transport.call(
        PostAnswer.class,
        new Request("POST", "/api/v1/intents", Repeats.UNDER_ONE_KEY)
            .query(query)
            .body(body)
            .also(202, "ok", "status", "intent_id", "event_id", "event_hash", "seq", "duplicate", "defaults")
            .also(422, "ok", "status", "intent_id", "event_id", "event_hash", "seq", "duplicate", "error", "defaults", "code", "message", "requestId"), options);
  }

  /** Post: a debit, a credit, an amount and what it is for, exactly once for its idempotency key; the answer says what was filled in. Needs the grant propose. */
  public PostAnswer post(PostBody body, Option... options) {
    return post(new PostQuery(), body, options);
  }

  /** Intents as they stand, the one asked for last first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/intents", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Intents as they stand, the one asked for last first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** Post a double-entry intent, exactly once for its idempotency key. Needs the grant propose. */
  public ExecuteAnswer execute(ExecuteQuery query, ExecuteBody body, Option... options) {
    return transport.call(
        ExecuteAnswer.class,
        new Request("POST", "/api/v1/intents/execute", Repeats.UNDER_ONE_KEY)
            .query(query)
            .body(body)
            .also(202, "ok", "status", "intentId", "eventId", "eventHash", "seq", "duplicate")
            .also(422, "ok", "status", "intentId", "eventId", "eventHash", "seq", "duplicate", "error", "code", "message", "requestId"), options);
  }

  /** Post a double-entry intent, exactly once for its idempotency key. Needs the grant propose. */
  public ExecuteAnswer execute(ExecuteBody body, Option... options) {
    return execute(new ExecuteQuery(), body, options);
  }

  /** Post up to 500 intents, each exactly once for its own idempotency key; all or nothing where `atomic` says so. Needs the grant propose. */
  public BatchAnswer batch(BatchQuery query, BatchBody body, Option... options) {
    return transport.call(
        BatchAnswer.class,
        new Request("POST", "/api/v1/intents/batch", Repeats.UNDER_KEYS)
            .query(query)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Post up to 500 intents, each exactly once for its own idempotency key; all or nothing where `atomic` says so. Needs the grant propose. */
  public BatchAnswer batch(BatchBody body, Option... options) {
    return batch(new BatchQuery(), body, options);
  }

  /** What an intent would come to if it were posted now: done, held for whom, or why not; nothing is written and no key is used. Needs the grant read. */
  public PreviewAnswer preview(PreviewBody body, Option... options) {
    return transport.call(
        PreviewAnswer.class,
        new Request("POST", "/api/v1/intents/preview", Repeats.ALWAYS)
            .body(body), options);
  }

  /** All intents that the filters leave, the one asked for last first, as a file: CSV, or an intent a line as JSON. Needs the grant read. */
  public FileContent export(String format, ExportQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/intents/export/" + Request.segment(format), Repeats.ALWAYS)
            .query(query), options);
  }

  /** All intents that the filters leave, the one asked for last first, as a file: CSV, or an intent a line as JSON. Needs the grant read. */
  public FileContent export(String format, Option... options) {
    return export(format, new ExportQuery(), options);
  }

  /** How many intents the filters leave, by status, and what their rows sum to. Needs the grant read. */
  public TotalsAnswer totals(TotalsQuery query, Option... options) {
    return transport.call(
        TotalsAnswer.class,
        new Request("GET", "/api/v1/intent-totals", Repeats.ALWAYS)
            .query(query), options);
  }

  /** How many intents the filters leave, by status, and what their rows sum to. Needs the grant read. */
  public TotalsAnswer totals(Option... options) {
    return totals(new TotalsQuery(), options);
  }

  /** The present state of an intent, its postings and events. Needs the grant read. */
  public GetAnswer get(String intentId, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/intents/" + Request.segment(intentId), Repeats.ALWAYS), options);
  }
}
