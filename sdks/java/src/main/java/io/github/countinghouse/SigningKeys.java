// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class SigningKeys {
  private final Transport transport;

  SigningKeys(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerKeysItemPublicJwk(
      @Member("kty") String kty,
      @Member("crv") String crv,
      @Member("x") String x,
      @Member("y") String y
  ) {}

  public record ListAnswerKeysItem(
      @Member("kid") String kid,
      @Member("purpose") String purpose,
      @Member("label") String label,
      @Member("algorithm") String algorithm,
      @Member("created_at") String createdAt,
      @Member("active") Boolean active,
      @Member("status") String status,
      @Member("user_id") String userId,
      @Member("user_email") String userEmail,
      @Member("origin") String origin,
      @Member("retired_at") String retiredAt,
      @Member("public_jwk") ListAnswerKeysItemPublicJwk publicJwk
  ) {}

  public record ListAnswer(
      @Member("keys") List<ListAnswerKeysItem> keys
  ) {}

  /** Signing keys, the latest first: the chain’s and those of people. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/signing-keys", Repeats.ALWAYS), options);
  }
}
