// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

/** The calls of this feature. */
public final class Branding {
  private final Transport transport;

  Branding(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerBranding(
      @Member("display_name") String displayName,
      @Member("logo_url") String logoUrl,
      @Member("primary_color") String primaryColor,
      @Member("accent_color") String accentColor
  ) {}

  public record GetAnswer(
      @Member("branding") GetAnswerBranding branding
  ) {}

  public record SetAnswerBranding(
      @Member("display_name") String displayName,
      @Member("logo_url") String logoUrl,
      @Member("primary_color") String primaryColor,
      @Member("accent_color") String accentColor
  ) {}

  public record SetAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record SetAnswer(
      @Member("branding") SetAnswerBranding branding,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") SetAnswerDetails details
  ) {}

  public static final class SetBody {
    @Member("display_name") private String displayName;
    @Member("logo_url") private String logoUrl;
    @Member("primary_color") private String primaryColor;
    @Member("accent_color") private String accentColor;

    public SetBody displayName(String value) {
      this.displayName = value;
      return this;
    }

    public SetBody logoUrl(String value) {
      this.logoUrl = value;
      return this;
    }

    public SetBody primaryColor(String value) {
      this.primaryColor = value;
      return this;
    }

    public SetBody accentColor(String value) {
      this.accentColor = value;
      return this;
    }
  }

  /** The branding of the organisation. Needs the grant read. */
  public GetAnswer get(Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/branding", Repeats.ALWAYS), options);
  }

  /** Set the branding: what is absent or null is cleared. Needs the grant admin. */
  public SetAnswer set(SetBody body, Option... options) {
    return transport.call(
        SetAnswer.class,
        new Request("POST", "/api/v1/branding", Repeats.NEVER)
            .body(body)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }
}
