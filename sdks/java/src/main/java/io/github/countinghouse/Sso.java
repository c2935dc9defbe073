// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Sso {
  private final Transport transport;

  Sso(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerNextSaml(
      @Member("id") String id,
      @Member("entity_id") String entityId,
      @Member("acs_url") String acsUrl
  ) {}

  public record ListAnswerConnectionsItemSamlCertificatesItem(
      @Member("sha256") String sha256,
      @Member("pem") String pem,
      @Member("not_after") String notAfter
  ) {}

  public record ListAnswerConnectionsItemSaml(
      @Member("sign_on_url") String signOnUrl,
      @Member("certificates") List<ListAnswerConnectionsItemSamlCertificatesItem> certificates,
      @Member("email_attribute") String emailAttribute,
      @Member("name_attribute") String nameAttribute,
      @Member("subject_attribute") String subjectAttribute,
      @Member("entity_id") String entityId,
      @Member("acs_url") String acsUrl
  ) {}

  public record ListAnswerConnectionsItemRolesItem(
      @Member("group") String group,
      @Member("role") String role
  ) {}

  public record ListAnswerConnectionsItemDomainsItemRecord(
      @Member("name") String name,
      @Member("value") String value_
  ) {}

  public record ListAnswerConnectionsItemDomainsItem(
      @Member("domain") String domain,
      @Member("verified_at") String verifiedAt,
      @Member("record") ListAnswerConnectionsItemDomainsItemRecord record
  ) {}

  public record ListAnswerConnectionsItemDirectory(
      @Member("token_set_at") String tokenSetAt,
      @Member("token_set_by") String tokenSetBy
  ) {}

  public record ListAnswerConnectionsItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("protocol") String protocol,
      @Member("issuer") String issuer,
      @Member("client_id") String clientId,
      @Member("scope") String scope,
      @Member("saml") ListAnswerConnectionsItemSaml saml,
      @Member("groups_claim") String groupsClaim,
      @Member("roles") List<ListAnswerConnectionsItemRolesItem> roles,
      @Member("default_role") String defaultRole,
      @Member("second_factor") String secondFactor,
      @Member("enabled") Boolean enabled,
      @Member("required") Boolean required,
      @Member("owners_by_password") Boolean ownersByPassword,
      @Member("created_at") String createdAt,
      @Member("created_by") String createdBy,
      @Member("domains") List<ListAnswerConnectionsItemDomainsItem> domains,
      @Member("directory") ListAnswerConnectionsItemDirectory directory
  ) {}

  public record ListAnswer(
      @Member("redirect_uri") String redirectUri,
      @Member("scim_url") String scimUrl,
      @Member("next_saml") ListAnswerNextSaml nextSaml,
      @Member("connections") List<ListAnswerConnectionsItem> connections
  ) {}

  /** Connections of single sign-on with their domains, the address that a provider sends people back to, and where directories call. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/sso/connections", Repeats.ALWAYS), options);
  }
}
