// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Controls {
  private final Transport transport;

  Controls(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerControlsItemLastAttestation(
      @Member("seq") Long seq,
      @Member("version") Long version,
      @Member("status") String status,
      @Member("evidence") String evidence,
      @Member("attested_at") String attestedAt,
      @Member("attested_by") String attestedBy
  ) {}

  public record ListAnswerControlsItem(
      @Member("version") Long version,
      @Member("name") String name,
      @Member("spec") Map<String, Object> spec,
      @Member("registered_at") String registeredAt,
      @Member("registered_by") String registeredBy,
      @Member("seq") Long seq,
      @Member("id") String id,
      @Member("hook") String hook,
      @Member("expr") String expr,
      @Member("created_at") String createdAt,
      @Member("retired_at") String retiredAt,
      @Member("retired_by") String retiredBy,
      @Member("attest_every_days") Long attestEveryDays,
      @Member("due_on") String dueOn,
      @Member("due") String due,
      @Member("last_attestation") ListAnswerControlsItemLastAttestation lastAttestation
  ) {}

  public record ListAnswer(
      @Member("controls") List<ListAnswerControlsItem> controls
  ) {}

  public record GetAnswerControlLastAttestation(
      @Member("seq") Long seq,
      @Member("version") Long version,
      @Member("status") String status,
      @Member("evidence") String evidence,
      @Member("attested_at") String attestedAt,
      @Member("attested_by") String attestedBy
  ) {}

  public record GetAnswerControl(
      @Member("version") Long version,
      @Member("name") String name,
      @Member("spec") Map<String, Object> spec,
      @Member("registered_at") String registeredAt,
      @Member("registered_by") String registeredBy,
      @Member("seq") Long seq,
      @Member("id") String id,
      @Member("hook") String hook,
      @Member("expr") String expr,
      @Member("created_at") String createdAt,
      @Member("retired_at") String retiredAt,
      @Member("retired_by") String retiredBy,
      @Member("attest_every_days") Long attestEveryDays,
      @Member("due_on") String dueOn,
      @Member("due") String due,
      @Member("last_attestation") GetAnswerControlLastAttestation lastAttestation
  ) {}

  public record GetAnswerVersionsItem(
      @Member("version") Long version,
      @Member("name") String name,
      @Member("spec") Map<String, Object> spec,
      @Member("registered_at") String registeredAt,
      @Member("registered_by") String registeredBy,
      @Member("seq") Long seq
  ) {}

  public record GetAnswerAttestationsItem(
      @Member("seq") Long seq,
      @Member("version") Long version,
      @Member("status") String status,
      @Member("evidence") String evidence,
      @Member("attested_at") String attestedAt,
      @Member("attested_by") String attestedBy
  ) {}

  public record GetAnswer(
      @Member("control") GetAnswerControl control,
      @Member("versions") List<GetAnswerVersionsItem> versions,
      @Member("attestations") List<GetAnswerAttestationsItem> attestations
  ) {}

  /** Every control, the retired ones last, with what is due. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/controls", Repeats.ALWAYS), options);
  }

  /** A control with its versions and attestations, newest first. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/controls/" + Request.segment(id), Repeats.ALWAYS), options);
  }
}
