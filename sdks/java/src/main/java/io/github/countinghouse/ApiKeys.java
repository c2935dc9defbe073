// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class ApiKeys {
  private final Transport transport;

  ApiKeys(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerApiKeysItemServiceAccount(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record ListAnswerApiKeysItemOldSecret(
      @Member("hint") String hint,
      @Member("ends_at") String endsAt,
      @Member("last_used_at") String lastUsedAt
  ) {}

  public record ListAnswerApiKeysItemAllowListItem(
      @Member("network") String network,
      @Member("note") String note
  ) {}

  public record ListAnswerApiKeysItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("grant") String grant,
      @Member("hint") String hint,
      @Member("user_id") String userId,
      @Member("user_email") String userEmail,
      @Member("service_account") ListAnswerApiKeysItemServiceAccount serviceAccount,
      @Member("user_role") String userRole,
      @Member("created_at") String createdAt,
      @Member("expires_at") String expiresAt,
      @Member("revoked_at") String revokedAt,
      @Member("last_used_at") String lastUsedAt,
      @Member("rotated_at") String rotatedAt,
      @Member("secret_last_used_at") String secretLastUsedAt,
      @Member("old_secret") ListAnswerApiKeysItemOldSecret oldSecret,
      @Member("rate_per_minute") Long ratePerMinute,
      @Member("allow_list") List<ListAnswerApiKeysItemAllowListItem> allowList,
      @Member("status") String status
  ) {}

  public record ListAnswer(
      @Member("api_keys") List<ListAnswerApiKeysItem> apiKeys
  ) {}

  public record OwnAnswerApiKeyServiceAccount(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record OwnAnswerApiKeyOldSecret(
      @Member("hint") String hint,
      @Member("ends_at") String endsAt,
      @Member("last_used_at") String lastUsedAt
  ) {}

  public record OwnAnswerApiKeyAllowListItem(
      @Member("network") String network,
      @Member("note") String note
  ) {}

  public record OwnAnswerApiKey(
      @Member("id") String id,
      @Member("name") String name,
      @Member("grant") String grant,
      @Member("hint") String hint,
      @Member("user_id") String userId,
      @Member("user_email") String userEmail,
      @Member("service_account") OwnAnswerApiKeyServiceAccount serviceAccount,
      @Member("user_role") String userRole,
      @Member("created_at") String createdAt,
      @Member("expires_at") String expiresAt,
      @Member("revoked_at") String revokedAt,
      @Member("last_used_at") String lastUsedAt,
      @Member("rotated_at") String rotatedAt,
      @Member("secret_last_used_at") String secretLastUsedAt,
      @Member("old_secret") OwnAnswerApiKeyOldSecret oldSecret,
      @Member("rate_per_minute") Long ratePerMinute,
      @Member("allow_list") List<OwnAnswerApiKeyAllowListItem> allowList,
      @Member("status") String status
  ) {}

  public record OwnAnswer(
      @Member("tenant_id") String tenantId,
      @Member("api_key") OwnAnswerApiKey apiKey
  ) {}

  /** API keys, the latest first; those that ended too. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/api-keys", Repeats.ALWAYS), options);
  }

  /** The API key that this is asked with, and what it may do; null where it is asked without one. Needs the grant read. */
  public OwnAnswer own(Option... options) {
    return transport.call(
        OwnAnswer.class,
        new Request("GET", "/api/v1/api-key", Repeats.ALWAYS), options);
  }
}
