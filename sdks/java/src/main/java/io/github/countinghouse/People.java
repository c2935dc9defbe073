// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class People {
  private final Transport transport;

  People(Transport transport) {
    this.transport = transport;
  }

  public record MembersAnswerMembersItem(
      @Member("id") String id,
      @Member("email") String email,
      @Member("name") String name,
      @Member("role") String role,
      @Member("joined_at") String joinedAt
  ) {}

  public record MembersAnswer(
      @Member("members") List<MembersAnswerMembersItem> members
  ) {}

  public record NamesAnswerPeopleItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("state") String state
  ) {}

  public record NamesAnswerServiceAccountsItem(
      @Member("id") String id,
      @Member("name") String name,
      @Member("active") Boolean active
  ) {}

  public record NamesAnswerApiKeysItem(
      @Member("id") String id,
      @Member("name") String name
  ) {}

  public record NamesAnswer(
      @Member("people") List<NamesAnswerPeopleItem> people,
      @Member("service_accounts") List<NamesAnswerServiceAccountsItem> serviceAccounts,
      @Member("api_keys") List<NamesAnswerApiKeysItem> apiKeys
  ) {}

  public record InvitesAnswerInvitesItem(
      @Member("id") String id,
      @Member("email") String email,
      @Member("role") String role,
      @Member("created_at") String createdAt,
      @Member("expires_at") String expiresAt
  ) {}

  public record InvitesAnswer(
      @Member("invites") List<InvitesAnswerInvitesItem> invites
  ) {}

  /** The members of the organisation. Needs the grant read. */
  public MembersAnswer members(Option... options) {
    return transport.call(
        MembersAnswer.class,
        new Request("GET", "/api/v1/members", Repeats.ALWAYS), options);
  }

  /** What to call everybody who ever belonged to the organisation, its service accounts and its API keys, by id. Needs the grant read. */
  public NamesAnswer names(Option... options) {
    return transport.call(
        NamesAnswer.class,
        new Request("GET", "/api/v1/actors", Repeats.ALWAYS), options);
  }

  /** Pending invitations, newest first. Needs the grant read. */
  public InvitesAnswer invites(Option... options) {
    return transport.call(
        InvitesAnswer.class,
        new Request("GET", "/api/v1/invites", Repeats.ALWAYS), options);
  }
}
