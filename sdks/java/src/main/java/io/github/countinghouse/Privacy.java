// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

/** The calls of this feature. */
public final class Privacy {
  private final Transport transport;

  Privacy(Transport transport) {
    this.transport = transport;
  }

  public record StatusAnswerPrivacy(
      @Member("tokenised") Boolean tokenised,
      @Member("key_version") Long keyVersion,
      @Member("records") Long records,
      @Member("plain") Long plain,
      @Member("behind") Long behind,
      @Member("sign_in_emails") Long signInEmails,
      @Member("encryption") String encryption,
      @Member("erasures") Long erasures,
      @Member("tokenised_at") String tokenisedAt,
      @Member("rotated_at") String rotatedAt,
      @Member("reencrypted_at") String reencryptedAt,
      @Member("erased_at") String erasedAt,
      @Member("references") String references,
      @Member("references_set_at") String referencesSetAt
  ) {}

  public record StatusAnswer(
      @Member("privacy") StatusAnswerPrivacy privacy
  ) {}

  /** How personal words are kept, and how far their encryption is. Needs the grant read. */
  public StatusAnswer status(Option... options) {
    return transport.call(
        StatusAnswer.class,
        new Request("GET", "/api/v1/privacy", Repeats.ALWAYS), options);
  }
}
