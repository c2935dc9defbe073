// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Settings {
  private final Transport transport;

  Settings(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerSettingsPostingDefaultsConsent(
      @Member("scope") List<String> scope,
      @Member("reference") String reference,
      @Member("granted_at") String grantedAt
  ) {}

  public record GetAnswerSettingsPostingDefaults(
      @Member("consent") GetAnswerSettingsPostingDefaultsConsent consent,
      @Member("fx_snapshot") String fxSnapshot
  ) {}

  public record GetAnswerSettings(
      @Member("primary_contact_email") String primaryContactEmail,
      @Member("logo_url") String logoUrl,
      @Member("locale") String locale,
      @Member("signing_mode") String signingMode,
      @Member("enforce_signed_intents") Boolean enforceSignedIntents,
      @Member("jwks_url") String jwksUrl,
      @Member("interest_day_count") String interestDayCount,
      @Member("interest_counter_account_id") String interestCounterAccountId,
      @Member("reporting_currency") String reportingCurrency,
      @Member("fiscal_year_start") Long fiscalYearStart,
      @Member("four_eyes") Boolean fourEyes,
      @Member("second_factor_required") Boolean secondFactorRequired,
      @Member("posting_defaults") GetAnswerSettingsPostingDefaults postingDefaults,
      @Member("reporting_currency_open") Boolean reportingCurrencyOpen
  ) {}

  public record GetAnswerOrg(
      @Member("name") String name,
      @Member("read_only") Boolean readOnly,
      @Member("signing_mode") String signingMode
  ) {}

  public record GetAnswer(
      @Member("settings") GetAnswerSettings settings,
      @Member("org") GetAnswerOrg org
  ) {}

  /** The profile and settings of the organisation. Needs the grant read. */
  public GetAnswer get(Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/settings", Repeats.ALWAYS), options);
  }
}
