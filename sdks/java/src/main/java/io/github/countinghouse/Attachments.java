// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;

/** The calls of this feature. */
public final class Attachments {
  private final Transport transport;

  Attachments(Transport transport) {
    this.transport = transport;
  }

  public record ListAnswerAttachmentsItem(
      @Member("sha256") String sha256,
      @Member("size") Long size,
      @Member("content_type") String contentType,
      @Member("name") String name,
      @Member("added_at") String addedAt,
      @Member("added_by") String addedBy,
      @Member("seq") Long seq,
      @Member("stored") Boolean stored
  ) {}

  public record ListAnswer(
      @Member("attachments") List<ListAnswerAttachmentsItem> attachments
  ) {}

  public record AddAnswerAttachment(
      @Member("sha256") String sha256,
      @Member("size") Long size,
      @Member("content_type") String contentType,
      @Member("name") String name,
      @Member("added_at") String addedAt,
      @Member("added_by") String addedBy,
      @Member("seq") Long seq,
      @Member("stored") Boolean stored
  ) {}

  public record AddAnswer(
      @Member("attachment") AddAnswerAttachment attachment
  ) {}

  /** The files on an intent. Needs the grant read. */
  public ListAnswer list(String intentId, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/internal/intents/" + Request.segment(intentId) + "/attachments", Repeats.ALWAYS), options);
  }

  /** Attach a file of at most 10 MB to an intent: multipart/form-data with one part called file. Needs the grant post. */
  public AddAnswer add(String intentId, FileContent file, Option... options) {
    return transport.call(
        AddAnswer.class,
        new Request("POST", "/api/internal/intents/" + Request.segment(intentId) + "/attachments", Repeats.NEVER)
            .file(file), options);
  }

  /** The content of a file on an intent, its hash checked before the first byte. Needs the grant read. */
  public FileContent download(String intentId, String sha256, Option... options) {
    return transport.takeFile(new Request("GET", "/api/internal/intents/" + Request.segment(intentId) + "/attachments/" + Request.segment(sha256), Repeats.ALWAYS), options);
  }
}
