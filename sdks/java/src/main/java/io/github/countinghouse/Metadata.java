// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Metadata {
  private final Transport transport;

  Metadata(Transport transport) {
    this.transport = transport;
  }

  public record OfIntentAnswerChangesItem(
      @Member("seq") Long seq,
      @Member("changed_at") String changedAt,
      @Member("actor_id") String actorId,
      @Member("changes") Map<String, String> changes
  ) {}

  public record OfIntentAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("changes") List<OfIntentAnswerChangesItem> changes,
      @Member("next") String next
  ) {}

  public static final class OfIntentQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public OfIntentQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public OfIntentQuery after(String value) {
      this.after = value;
      return this;
    }
  }

  public record AnnotateIntentAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AnnotateIntentAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AnnotateIntentAnswerDetails details
  ) {}

  public static final class AnnotateIntentBody {
    @Member(value = "metadata", always = true) private Map<String, String> metadata;

    public AnnotateIntentBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record OfAccountAnswerChangesItem(
      @Member("seq") Long seq,
      @Member("changed_at") String changedAt,
      @Member("actor_id") String actorId,
      @Member("changes") Map<String, String> changes
  ) {}

  public record OfAccountAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("changes") List<OfAccountAnswerChangesItem> changes,
      @Member("next") String next
  ) {}

  public static final class OfAccountQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public OfAccountQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public OfAccountQuery after(String value) {
      this.after = value;
      return this;
    }
  }

  public record AnnotateAccountAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AnnotateAccountAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AnnotateAccountAnswerDetails details
  ) {}

  public static final class AnnotateAccountBody {
    @Member(value = "metadata", always = true) private Map<String, String> metadata;

    public AnnotateAccountBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record OfEntityAnswerChangesItem(
      @Member("seq") Long seq,
      @Member("changed_at") String changedAt,
      @Member("actor_id") String actorId,
      @Member("changes") Map<String, String> changes
  ) {}

  public record OfEntityAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("changes") List<OfEntityAnswerChangesItem> changes,
      @Member("next") String next
  ) {}

  public static final class OfEntityQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public OfEntityQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public OfEntityQuery after(String value) {
      this.after = value;
      return this;
    }
  }

  public record AnnotateEntityAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AnnotateEntityAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AnnotateEntityAnswerDetails details
  ) {}

  public static final class AnnotateEntityBody {
    @Member(value = "metadata", always = true) private Map<String, String> metadata;

    public AnnotateEntityBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  public record OfPartyAnswerChangesItem(
      @Member("seq") Long seq,
      @Member("changed_at") String changedAt,
      @Member("actor_id") String actorId,
      @Member("changes") Map<String, String> changes
  ) {}

  public record OfPartyAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("changes") List<OfPartyAnswerChangesItem> changes,
      @Member("next") String next
  ) {}

  public static final class OfPartyQuery {
    @Member("limit") private Long limit;
    @Member("after") private String after;

    public OfPartyQuery limit(Long value) {
      this.limit = value;
      return this;
    }

    public OfPartyQuery after(String value) {
      this.after = value;
      return this;
    }
  }

  public record AnnotatePartyAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AnnotatePartyAnswer(
      @Member("metadata") Map<String, String> metadata,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AnnotatePartyAnswerDetails details
  ) {}

  public static final class AnnotatePartyBody {
    @Member(value = "metadata", always = true) private Map<String, String> metadata;

    public AnnotatePartyBody metadata(Map<String, String> value) {
      this.metadata = value;
      return this;
    }
  }

  /** The metadata of an intent, and its changes, the latest first. Needs the grant read. */
  public OfIntentAnswer ofIntent(String intentId, OfIntentQuery query, Option... options) {
    return transport.call(
        OfIntentAnswer.class,
        new Request("GET", "/api/v1/intents/" + Request.segment(intentId) + "/metadata", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The metadata of an intent, and its changes, the latest first. Needs the grant read. */
  public OfIntentAnswer ofIntent(String intentId, Option... options) {
    return ofIntent(intentId, new OfIntentQuery(), options);
  }

  /** Change metadata of an intent: the keys named, null removes one; what it posted stays as it is. Needs the grant post. */
  public AnnotateIntentAnswer annotateIntent(String intentId, AnnotateIntentBody body, Option... options) {
    return transport.call(
        AnnotateIntentAnswer.class,
        new Request("PATCH", "/api/v1/intents/" + Request.segment(intentId) + "/metadata", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The metadata of an account, and its changes, the latest first. Needs the grant read. */
  public OfAccountAnswer ofAccount(String id, OfAccountQuery query, Option... options) {
    return transport.call(
        OfAccountAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/metadata", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The metadata of an account, and its changes, the latest first. Needs the grant read. */
  public OfAccountAnswer ofAccount(String id, Option... options) {
    return ofAccount(id, new OfAccountQuery(), options);
  }

  /** Change metadata of an account: the keys named, null removes one. Needs the grant admin. */
  public AnnotateAccountAnswer annotateAccount(String id, AnnotateAccountBody body, Option... options) {
    return transport.call(
        AnnotateAccountAnswer.class,
        new Request("PATCH", "/api/v1/accounts/" + Request.segment(id) + "/metadata", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The metadata of an entity, and its changes, the latest first. Needs the grant read. */
  public OfEntityAnswer ofEntity(String id, OfEntityQuery query, Option... options) {
    return transport.call(
        OfEntityAnswer.class,
        new Request("GET", "/api/v1/entities/" + Request.segment(id) + "/metadata", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The metadata of an entity, and its changes, the latest first. Needs the grant read. */
  public OfEntityAnswer ofEntity(String id, Option... options) {
    return ofEntity(id, new OfEntityQuery(), options);
  }

  /** Change metadata of an entity: the keys named, null removes one. Needs the grant admin. */
  public AnnotateEntityAnswer annotateEntity(String id, AnnotateEntityBody body, Option... options) {
    return transport.call(
        AnnotateEntityAnswer.class,
        new Request("PATCH", "/api/v1/entities/" + Request.segment(id) + "/metadata", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The metadata of a party, and its changes, the latest first. Needs the grant read. */
  public OfPartyAnswer ofParty(String id, OfPartyQuery query, Option... options) {
    return transport.call(
        OfPartyAnswer.class,
        new Request("GET", "/api/v1/parties/" + Request.segment(id) + "/metadata", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The metadata of a party, and its changes, the latest first. Needs the grant read. */
  public OfPartyAnswer ofParty(String id, Option... options) {
    return ofParty(id, new OfPartyQuery(), options);
  }

  /** Change metadata of a party: the keys named, null removes one. Needs the grant admin. */
  public AnnotatePartyAnswer annotateParty(String id, AnnotatePartyBody body, Option... options) {
    return transport.call(
        AnnotatePartyAnswer.class,
        new Request("PATCH", "/api/v1/parties/" + Request.segment(id) + "/metadata", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }
}
