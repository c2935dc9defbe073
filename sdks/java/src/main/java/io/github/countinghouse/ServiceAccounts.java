// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class ServiceAccounts {
  private final Transport transport;

  ServiceAccounts(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerServiceAccountsItemEntitiesItem(
      @Member("id") String id,
      @Member("code") String code,
      @Member("role") String role
  ) {}

  public record ListAnswerServiceAccountsItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("role") String role,
      @Member("status") String status,
      @Member("created_at") String createdAt,
      @Member("created_by") String createdBy,
      @Member("deactivated_at") String deactivatedAt,
      @Member("live_keys") Long liveKeys,
      @Member("last_used_at") String lastUsedAt,
      @Member("entities") List<ListAnswerServiceAccountsItemEntitiesItem> entities
  ) {}

  public record ListAnswer(
      @Member("service_accounts") List<ListAnswerServiceAccountsItem> serviceAccounts
  ) {}

  /** Service accounts, those in use first; each with its roles, and when its keys were last used. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/service-accounts", Repeats.ALWAYS), options);
  }
}
