// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class SavedViews {
  private final Transport transport;

  SavedViews(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerViewsItem(
      @Member("list") String list,
      @Member("name") String name,
      @Member("search") Map<String, String> search,
      @Member("id") String id
  ) {}

  public record ListAnswer(
      @Member("views") List<ListAnswerViewsItem> views
  ) {}

  /** The views of lists that the caller has saved, by list and name. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/saved-views", Repeats.ALWAYS), options);
  }
}
