// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class AccessReviews {
  private final Transport transport;

  AccessReviews(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerRightsItem(
      @Member("kind") String kind,
      @Member("user_id") String userId,
      @Member("user_email") String userEmail,
      @Member("service_account") String serviceAccount,
      @Member("right") String right,
      @Member("object") String object,
      @Member("object_id") String objectId,
      @Member("in_force") Boolean inForce,
      @Member("since") String since,
      @Member("seq") Long seq,
      @Member("given_by") String givenBy,
      @Member("given_by_email") String givenByEmail,
      @Member("given_by_service_account") String givenByServiceAccount,
      @Member("until") String until,
      @Member("networks") List<String> networks
  ) {}

  public record GetAnswer(
      @Member("on") String on,
      @Member("seq") Long seq,
      @Member("event_hash") String eventHash,
      @Member("rights") List<GetAnswerRightsItem> rights
  ) {}

  public static final class GetQuery {
    @Member("on") private String on;

    public GetQuery on(String value) {
      this.on = value;
      return this;
    }
  }

  public static final class CsvQuery {
    @Member("on") private String on;

    public CsvQuery on(String value) {
      this.on = value;
      return this;
    }
  }

  /** Who held which right at the end of a day: roles of people and service accounts, API keys and signing keys, from the events up to then. Needs the grant read. */
  public GetAnswer get(GetQuery query, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/access-review", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Who held which right at the end of a day: roles of people and service accounts, API keys and signing keys, from the events up to then. Needs the grant read. */
  public GetAnswer get(Option... options) {
    return get(new GetQuery(), options);
  }

  /** The same as a file. Needs the grant read. */
  public FileContent csv(CsvQuery query, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/access-review.csv", Repeats.ALWAYS)
            .query(query), options);
  }

  /** The same as a file. Needs the grant read. */
  public FileContent csv(Option... options) {
    return csv(new CsvQuery(), options);
  }
}
