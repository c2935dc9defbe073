// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Tenants {
  private final Transport transport;

  Tenants(Transport transport) {
    this.transport = transport;
  }

  public record MineAnswerTenantsItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("role") String role,
      @Member("read_only") Boolean readOnly,
      @Member("broken") Boolean broken,
      @Member("capabilities") List<String> capabilities,
      @Member("reporting_currency") String reportingCurrency,
      @Member("signing_mode") String signingMode,
      @Member("enforce_signed_intents") Boolean enforceSignedIntents,
      @Member("second_factor_required") Boolean secondFactorRequired,
      @Member("barred") String barred,
      @Member("members") Long members,
      @Member("owners") Long owners
  ) {}

  public record MineAnswer(
      @Member("tenants") List<MineAnswerTenantsItem> tenants,
      @Member("current_id") String currentId,
      @Member("has_cookie") Boolean hasCookie,
      @Member("address") String address
  ) {}

  /** The organisations of the signed-in person. Needs the grant read. */
  public MineAnswer mine(Option... options) {
    return transport.call(
        MineAnswer.class,
        new Request("GET", "/api/v1/tenants", Repeats.ALWAYS), options);
  }
}
