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

  public record AddAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AddAnswer(
      @Member("attachment") AddAnswerAttachment attachment,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AddAnswerDetails details
  ) {}

  public record ListOfAccountAnswerAttachmentsItem(
      @Member("sha256") String sha256,
      @Member("size") Long size,
      @Member("content_type") String contentType,
      @Member("name") String name,
      @Member("added_at") String addedAt,
      @Member("added_by") String addedBy,
      @Member("seq") Long seq,
      @Member("stored") Boolean stored
  ) {}

  public record ListOfAccountAnswer(
      @Member("attachments") List<ListOfAccountAnswerAttachmentsItem> attachments
  ) {}

  public record AddToAccountAnswerAttachment(
      @Member("sha256") String sha256,
      @Member("size") Long size,
      @Member("content_type") String contentType,
      @Member("name") String name,
      @Member("added_at") String addedAt,
      @Member("added_by") String addedBy,
      @Member("seq") Long seq,
      @Member("stored") Boolean stored
  ) {}

  public record AddToAccountAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AddToAccountAnswer(
      @Member("attachment") AddToAccountAnswerAttachment attachment,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AddToAccountAnswerDetails details
  ) {}

  public record ListOfPartyAnswerAttachmentsItem(
      @Member("sha256") String sha256,
      @Member("size") Long size,
      @Member("content_type") String contentType,
      @Member("name") String name,
      @Member("added_at") String addedAt,
      @Member("added_by") String addedBy,
      @Member("seq") Long seq,
      @Member("stored") Boolean stored
  ) {}

  public record ListOfPartyAnswer(
      @Member("attachments") List<ListOfPartyAnswerAttachmentsItem> attachments
  ) {}

  public record AddToPartyAnswerAttachment(
      @Member("sha256") String sha256,
      @Member("size") Long size,
      @Member("content_type") String contentType,
      @Member("name") String name,
      @Member("added_at") String addedAt,
      @Member("added_by") String addedBy,
      @Member("seq") Long seq,
      @Member("stored") Boolean stored
  ) {}

  public record AddToPartyAnswerDetails(
      @Member("eligible") Long eligible
  ) {}

  public record AddToPartyAnswer(
      @Member("attachment") AddToPartyAnswerAttachment attachment,
      @Member("ok") Boolean ok,
      @Member("status") String status,
      @Member("approval_id") String approvalId,
      @Member("details") AddToPartyAnswerDetails details
  ) {}

  public record ListOfPeriodAnswerAttachmentsItem(
      @Member("sha256") String sha256,
      @Member("size") Long size,
      @Member("content_type") String contentType,
      @Member("name") String name,
      @Member("added_at") String addedAt,
      @Member("added_by") String addedBy,
      @Member("seq") Long seq,
      @Member("stored") Boolean stored
  ) {}

  public record ListOfPeriodAnswer(
      @Member("attachments") List<ListOfPeriodAnswerAttachmentsItem> attachments
  ) {}

  /** The files on an intent. Needs the grant read. */
  public ListAnswer list(String intentId, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/intents/" + Request.segment(intentId) + "/attachments", Repeats.ALWAYS), options);
  }

  /** Attach a file of at most 10 MB to an intent: multipart/form-data with one part called file. Needs the grant post. */
  public AddAnswer add(String intentId, FileContent file, Option... options) {
    return transport.call(
        AddAnswer.class,
        new Request("POST", "/api/v1/intents/" + Request.segment(intentId) + "/attachments", Repeats.NEVER)
            .file(file)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The content of a file on an intent, its hash checked before the first byte. Needs the grant read. */
  public FileContent download(String intentId, String sha256, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/intents/" + Request.segment(intentId) + "/attachments/" + Request.segment(sha256), Repeats.ALWAYS), options);
  }

  /** The files on an account. Needs the grant read. */
  public ListOfAccountAnswer listOfAccount(String id, Option... options) {
    return transport.call(
        ListOfAccountAnswer.class,
        new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/attachments", Repeats.ALWAYS), options);
  }

  /** Attach a file of at most 10 MB to an account: multipart/form-data with one part called file. Needs the grant admin. */
  public AddToAccountAnswer addToAccount(String id, FileContent file, Option... options) {
    return transport.call(
        AddToAccountAnswer.class,
        new Request("POST", "/api/v1/accounts/" + Request.segment(id) + "/attachments", Repeats.NEVER)
            .file(file)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The content of a file on an account, its hash checked before the first byte. Needs the grant read. */
  public FileContent downloadFromAccount(String id, String sha256, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/accounts/" + Request.segment(id) + "/attachments/" + Request.segment(sha256), Repeats.ALWAYS), options);
  }

  /** The files on a party. Needs the grant read. */
  public ListOfPartyAnswer listOfParty(String id, Option... options) {
    return transport.call(
        ListOfPartyAnswer.class,
        new Request("GET", "/api/v1/parties/" + Request.segment(id) + "/attachments", Repeats.ALWAYS), options);
  }

  /** Attach a file of at most 10 MB to a party: multipart/form-data with one part called file. Needs the grant admin. */
  public AddToPartyAnswer addToParty(String id, FileContent file, Option... options) {
    return transport.call(
        AddToPartyAnswer.class,
        new Request("POST", "/api/v1/parties/" + Request.segment(id) + "/attachments", Repeats.NEVER)
            .file(file)
            .also(202, "ok", "status", "approval_id", "details"), options);
  }

  /** The content of a file on a party, its hash checked before the first byte. Needs the grant read. */
  public FileContent downloadFromParty(String id, String sha256, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/parties/" + Request.segment(id) + "/attachments/" + Request.segment(sha256), Repeats.ALWAYS), options);
  }

  /** The files on a period. Needs the grant read. */
  public ListOfPeriodAnswer listOfPeriod(String id, Option... options) {
    return transport.call(
        ListOfPeriodAnswer.class,
        new Request("GET", "/api/v1/periods/" + Request.segment(id) + "/attachments", Repeats.ALWAYS), options);
  }

  /** The content of a file on a period, its hash checked before the first byte. Needs the grant read. */
  public FileContent downloadFromPeriod(String id, String sha256, Option... options) {
    return transport.takeFile(new Request("GET", "/api/v1/periods/" + Request.segment(id) + "/attachments/" + Request.segment(sha256), Repeats.ALWAYS), options);
  }
}
