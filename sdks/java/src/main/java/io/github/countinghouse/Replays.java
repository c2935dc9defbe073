// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Replays {
  private final Transport transport;

  Replays(Transport transport) {
    this.transport = transport;
  }

  public record LatestAnswerReplayResultChainFault(
      @Member("seq") Long seq,
      @Member("what") String what
  ) {}

  public record LatestAnswerReplayResultVerdictFaultsItem(
      @Member("seq") Long seq,
      @Member("what") String what
  ) {}

  public record LatestAnswerReplayResultDifferencesItemCellsItem(
      @Member("column") String column,
      @Member("stored") Object stored,
      @Member("replayed") Object replayed
  ) {}

  public record LatestAnswerReplayResultDifferencesItem(
      @Member("table") String table,
      @Member("key") Map<String, Object> key,
      @Member("what") String what,
      @Member("cells") List<LatestAnswerReplayResultDifferencesItemCellsItem> cells
  ) {}

  public record LatestAnswerReplayResult(
      @Member("equal") Boolean equal,
      @Member("events") Long events,
      @Member("postings") Long postings,
      @Member("chain_fault") LatestAnswerReplayResultChainFault chainFault,
      @Member("verdict_faults") List<LatestAnswerReplayResultVerdictFaultsItem> verdictFaults,
      @Member("differences") List<LatestAnswerReplayResultDifferencesItem> differences
  ) {}

  public record LatestAnswerReplay(
      @Member("id") String id,
      @Member("state") String state,
      @Member("asked_by") String askedBy,
      @Member("asked_at") String askedAt,
      @Member("started_at") String startedAt,
      @Member("ended_at") String endedAt,
      @Member("step") String step,
      @Member("done") Long done,
      @Member("total") Long total,
      @Member("events_per_second") Long eventsPerSecond,
      @Member("result") LatestAnswerReplayResult result
  ) {}

  public record LatestAnswer(
      @Member("replay") LatestAnswerReplay replay
  ) {}

  /** How far the last replay is, or what it found. Needs the grant read. */
  public LatestAnswer latest(Option... options) {
    return transport.call(
        LatestAnswer.class,
        new Request("GET", "/api/v1/replays/latest", Repeats.ALWAYS), options);
  }
}
