// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class AllowLists {
  private final Transport transport;

  AllowLists(Transport transport) {
    this.transport = transport;
  }

  public record GetAnswerNetworksItem(
      @Member("network") String network,
      @Member("note") String note
  ) {}

  public record GetAnswer(
      @Member("networks") List<GetAnswerNetworksItem> networks,
      @Member("address") String address
  ) {}

  /** The addresses and networks that the organisation takes calls from; none: it takes them from everywhere. Needs the grant read. */
  public GetAnswer get(Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/allow-list", Repeats.ALWAYS), options);
  }
}
