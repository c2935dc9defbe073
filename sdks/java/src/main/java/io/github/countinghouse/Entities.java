// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Entities {
  private final Transport transport;

  Entities(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerEntitiesItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name,
      @Member("base_currency") String baseCurrency,
      @Member("active") Boolean active,
      @Member("entity_role") String entityRole,
      @Member("members") Long members,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record ListAnswer(
      @Member("entities") List<ListAnswerEntitiesItem> entities,
      @Member("current_id") String currentId
  ) {}

  public static final class ListQuery {
    @Member("metadata") private Map<String, String> metadata;

    public ListQuery metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record CreateAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name,
      @Member("base_currency") String baseCurrency,
      @Member("active") Boolean active,
      @Member("entity_role") String entityRole,
      @Member("members") Long members,
      @Member("metadata") Map<String, String> metadata
  ) {}

  public record CreateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record CreateAnswer(
      @Member("entity") CreateAnswerEntity entity,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") CreateAnswerDetails details
  ) {}

  public static final class CreateBody {
    @Member(value = "code", always = true) private String code;
    @Member(value = "name", always = true) private String name;
    @Member(value = "base_currency", always = true) private String baseCurrency;
    @Member("metadata") private Map<String, String> metadata;

    public CreateBody code(String value) {
      this.code = value;
      return this;
    }

    public CreateBody name(String value) {
      this.name = value;
      return this;
    }

    public CreateBody baseCurrency(String value) {
      this.baseCurrency = value;
      return this;
    }

    public CreateBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record RenameAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record RenameAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") RenameAnswerDetails details
  ) {}

  public static final class RenameBody {
    @Member(value = "id", always = true) private String id;
    @Member(value = "name", always = true) private String name;

    public RenameBody id(String value) {
      this.id = value;
      return this;
    }

    public RenameBody name(String value) {
      this.name = value;
      return this;
    }
  }

  public record DeactivateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record DeactivateAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") DeactivateAnswerDetails details
  ) {}

  public static final class DeactivateBody {
    @Member(value = "id", always = true) private String id;

    public DeactivateBody id(String value) {
      this.id = value;
      return this;
    }
  }

  public record ReactivateAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record ReactivateAnswer(
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") ReactivateAnswerDetails details
  ) {}

  public static final class ReactivateBody {
    @Member(value = "id", always = true) private String id;

    public ReactivateBody id(String value) {
      this.id = value;
      return this;
    }
  }

  public record MembersAnswerMembersItem(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("email") String email,
      @Member("name") String name,
      @Member("role") String role
  ) {}

  public record MembersAnswerTenantMembersItem(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("email") String email,
      @Member("name") String name
  ) {}

  public record MembersAnswer(
      @Member("members") List<MembersAnswerMembersItem> members,
      @Member("tenant_members") List<MembersAnswerTenantMembersItem> tenantMembers
  ) {}

  public static final class MembersQuery {
    @Member(value = "entity_id", always = true) private String entityId;

    public MembersQuery entityId(String value) {
      this.entityId = value;
      return this;
    }
  }

  public record TrialBalanceAnswerEntity(
      @Member("id") String id,
      @Member("code") String code,
      @Member("name") String name
  ) {}

  public record TrialBalanceAnswerLinesItem(
      @Member("kind") String kind,
      @Member("code") String code,
      @Member("title") String title,
      @Member("currency") String currency,
      @Member("balance") String balance,
      @Member("balance_minor") String balanceMinor,
      @Member("minor_units") Long minorUnits
  ) {}

  public record TrialBalanceAnswer(
      @Member("entity") TrialBalanceAnswerEntity entity,
      @Member("lines") List<TrialBalanceAnswerLinesItem> lines
  ) {}

  /** The entities of the organisation, and the one that is active in this session. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/entities", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The entities of the organisation, and the one that is active in this session. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** Make an entity; its maker administers it. Needs the grant admin. */
  public CreateAnswer create(CreateBody body, Option... options) {
    return transport.call(
        CreateAnswer.class,
        new Request("POST", "/api/v1/entities", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Give an entity another name. Needs the grant admin. */
  public RenameAnswer rename(RenameBody body, Option... options) {
    return transport.call(
        RenameAnswer.class,
        new Request("POST", "/api/v1/entities/rename", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Stop postings to the accounts of an entity. Needs the grant admin. */
  public DeactivateAnswer deactivate(DeactivateBody body, Option... options) {
    return transport.call(
        DeactivateAnswer.class,
        new Request("POST", "/api/v1/entities/deactivate", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Undo a deactivation. Needs the grant admin. */
  public ReactivateAnswer reactivate(ReactivateBody body, Option... options) {
    return transport.call(
        ReactivateAnswer.class,
        new Request("POST", "/api/v1/entities/reactivate", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** Who has a role in an entity, and the members and service accounts of the organisation that could get one. Needs the grant read. */
  public MembersAnswer members(MembersQuery query, Option... options) {
    return transport.call(
        MembersAnswer.class,
        new Request("GET", "/api/v1/entities/members", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The balances of an entity’s accounts with its due-from and due-to lines; each currency sums to zero. Needs the grant read. */
  public TrialBalanceAnswer trialBalance(String id, Option... options) {
    return transport.call(
        TrialBalanceAnswer.class,
        new Request("GET", "/api/v1/entities/" + Request.segment(id) + "/trial-balance", Repeats.ALWAYS), options);
  }
}
