// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class SignIns {
  private final Transport transport;

  SignIns(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerSignInsItemPerson(
      @Member("id") String id,
      @Member("email") String email,
      @Member("name") String name
  ) {}

  public record ListAnswerSignInsItem(
      @Member("id") String id,
      @Member("at") String at,
      @Member("person") ListAnswerSignInsItemPerson person,
      @Member("outcome") String outcome,
      @Member("address") String address,
      @Member("user_agent") String userAgent
  ) {}

  public record ListAnswer(
      @Member("sign_ins") List<ListAnswerSignInsItem> signIns
  ) {}

  public static final class ListQuery {
    @Member("failed") private String failed;
    @Member("limit") private Long limit;

    public ListQuery failed(String value) {
      this.failed = value;
      return this;
    }

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  /** Recent sign-ins of members, and failed ones, newest first; of each member since they joined. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/sign-ins", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Recent sign-ins of members, and failed ones, newest first; of each member since they joined. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }
}
