// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Approvals {
  private final Transport transport;

  Approvals(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerApprovalsItemHeldForRatesItem(
      @Member("currency") String currency,
      @Member("rate") String rate
  ) {}

  public record ListAnswerApprovalsItemHeldFor(
      @Member("code") String code,
      @Member("limit") String limit,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("rates") List<ListAnswerApprovalsItemHeldForRatesItem> rates
  ) {}

  public record ListAnswerApprovalsItemAmountsItem(
      @Member("currency") String currency,
      @Member("amount") String amount
  ) {}

  public record ListAnswerApprovalsItem(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("status") String status,
      @Member("reason") String reason,
      @Member("held_for") ListAnswerApprovalsItemHeldFor heldFor,
      @Member("subject") String subject,
      @Member("summary") String summary,
      @Member("amounts") List<ListAnswerApprovalsItemAmountsItem> amounts,
      @Member("intent_id") String intentId,
      @Member("maker_id") String makerId,
      @Member("maker") String maker,
      @Member("created_at") String createdAt,
      @Member("created_seq") Long createdSeq,
      @Member("expires_at") String expiresAt,
      @Member("payload_hash") String payloadHash,
      @Member("needed") Long needed,
      @Member("approved") Long approved,
      @Member("eligible") Long eligible,
      @Member("decided_at") String decidedAt,
      @Member("decided_by") String decidedBy,
      @Member("decider") String decider,
      @Member("comment") String comment,
      @Member("barred") String barred
  ) {}

  public record ListAnswer(
      @Member("approvals") List<ListAnswerApprovalsItem> approvals,
      @Member("waiting") Long waiting,
      @Member("as_of") Long asOf,
      @Member("next") String next
  ) {}

  public static final class ListQuery {
    @Member("status") private String status;
    @Member("q") private String q;
    @Member("after") private Long after;
    @Member("limit") private Long limit;

    public ListQuery status(String value) {
      this.status = value;
      return this;
    }

    public ListQuery q(String value) {
      this.q = value;
      return this;
    }

    public ListQuery after(Long value) {
      this.after = value;
      return this;
    }

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record GetAnswerApprovalHeldForRatesItem(
      @Member("currency") String currency,
      @Member("rate") String rate
  ) {}

  public record GetAnswerApprovalHeldFor(
      @Member("code") String code,
      @Member("limit") String limit,
      @Member("amount") String amount,
      @Member("currency") String currency,
      @Member("rates") List<GetAnswerApprovalHeldForRatesItem> rates
  ) {}

  public record GetAnswerApprovalAmountsItem(
      @Member("currency") String currency,
      @Member("amount") String amount
  ) {}

  public record GetAnswerApproval(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("status") String status,
      @Member("reason") String reason,
      @Member("held_for") GetAnswerApprovalHeldFor heldFor,
      @Member("subject") String subject,
      @Member("summary") String summary,
      @Member("amounts") List<GetAnswerApprovalAmountsItem> amounts,
      @Member("intent_id") String intentId,
      @Member("maker_id") String makerId,
      @Member("maker") String maker,
      @Member("created_at") String createdAt,
      @Member("created_seq") Long createdSeq,
      @Member("expires_at") String expiresAt,
      @Member("payload_hash") String payloadHash,
      @Member("needed") Long needed,
      @Member("approved") Long approved,
      @Member("eligible") Long eligible,
      @Member("decided_at") String decidedAt,
      @Member("decided_by") String decidedBy,
      @Member("decider") String decider,
      @Member("comment") String comment,
      @Member("barred") String barred
  ) {}

  public record GetAnswerRowsItem(
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

  public record GetAnswerVotesItem(
      @Member("user_id") String userId,
      @Member("name") String name,
      @Member("comment") String comment,
      @Member("at") String at,
      @Member("seq") Long seq
  ) {}

  public record GetAnswerPreviewAccountsItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("currency") String currency,
      @Member("minor_units") Long minorUnits,
      @Member("before") String before,
      @Member("before_minor") String beforeMinor,
      @Member("after") String after,
      @Member("after_minor") String afterMinor,
      @Member("held_before") String heldBefore,
      @Member("held_before_minor") String heldBeforeMinor,
      @Member("held_after") String heldAfter,
      @Member("held_after_minor") String heldAfterMinor
  ) {}

  public record GetAnswerPreviewChangesItem(
      @Member("what") String what,
      @Member("before") String before,
      @Member("after") String after
  ) {}

  public record GetAnswerPreviewLimitsItem(
      @Member("key") String key,
      @Member("value") String value_,
      @Member("used") String used
  ) {}

  public record GetAnswerPreviewPoliciesItem(
      @Member("name") String name,
      @Member("verdict") String verdict
  ) {}

  public record GetAnswerPreview(
      @Member("outcome") String outcome,
      @Member("code") String code,
      @Member("message") String message,
      @Member("accounts") List<GetAnswerPreviewAccountsItem> accounts,
      @Member("changes") List<GetAnswerPreviewChangesItem> changes,
      @Member("limits") List<GetAnswerPreviewLimitsItem> limits,
      @Member("policies") List<GetAnswerPreviewPoliciesItem> policies
  ) {}

  public record GetAnswerEventsItemHeadSignature(
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("event_ts") String eventTs,
      @Member("kid") String kid,
      @Member("signature") String signature
  ) {}

  public record GetAnswerEventsItem(
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
      @Member("head_signature") GetAnswerEventsItemHeadSignature headSignature,
      @Member("hash_version") Long hashVersion,
      @Member("intent_status") String intentStatus,
      @Member("payload") Map<String, Object> payload
  ) {}

  public record GetAnswer(
      @Member("approval") GetAnswerApproval approval,
      @Member("payload") Map<String, Object> payload,
      @Member("rows") List<GetAnswerRowsItem> rows,
      @Member("votes") List<GetAnswerVotesItem> votes,
      @Member("preview") GetAnswerPreview preview,
      @Member("events") List<GetAnswerEventsItem> events
  ) {}

  /** What waits for a second person, or waited, newest first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/approvals", Repeats.ALWAYS)
            .query(query), options);
  }

  /** What waits for a second person, or waited, newest first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** What exactly waits, with its hash, and what approving it would come to now. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/approvals/" + Request.segment(id), Repeats.ALWAYS), options);
  }
}
