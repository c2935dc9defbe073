// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class SecondFactors {
  private final Transport transport;

  SecondFactors(Transport transport) {
    this.transport = transport;
  }

  public record MembersAnswerMembersItem(
      @Member("id") String id,
      @Member("email") String email,
      @Member("name") String name,
      @Member("role") String role,
      @Member("active") Boolean active,
      @Member("passkeys") Long passkeys,
      @Member("last_sign_in_at") String lastSignInAt
  ) {}

  public record MembersAnswer(
      @Member("required") Boolean required,
      @Member("members") List<MembersAnswerMembersItem> members
  ) {}

  /** Which members have a second factor or passkeys, and when they signed in last. Needs the grant read. */
  public MembersAnswer members(Option... options) {
    return transport.call(
        MembersAnswer.class,
        new Request("GET", "/api/v1/second-factors", Repeats.ALWAYS), options);
  }
}
