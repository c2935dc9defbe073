// Written by npm run reference from docs/reference/openapi.json. Nobody edits it.
package io.github.countinghouse;

import java.util.List;
import java.util.Map;

/** The calls of this feature. */
public final class Imports {
  private final Transport transport;

  Imports(Transport transport) {
    this.transport = transport;
  }

  public record CheckAnswerImportCounts(
      @Member("intents") Long intents,
      @Member("ready") Long ready,
      @Member("duplicate") Long duplicate,
      @Member("rejected") Long rejected,
      @Member("invalid") Long invalid,
      @Member("posted") Long posted,
      @Member("executed") Long executed,
      @Member("held") Long held,
      @Member("failed") Long failed
  ) {}

  public record CheckAnswerImport(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("file_name") String fileName,
      @Member("status") String status,
      @Member("created_by") String createdBy,
      @Member("created_at") String createdAt,
      @Member("posted_by") String postedBy,
      @Member("finished_at") String finishedAt,
      @Member("counts") CheckAnswerImportCounts counts
  ) {}

  public record CheckAnswer(
      @Member("import") CheckAnswerImport import_
  ) {}

  public static final class CheckBody {
    @Member(value = "kind", always = true) private String kind;
    @Member("file_name") private String fileName;
    @Member(value = "content", always = true) private String content;
    @Member("decimal_comma") private Boolean decimalComma;
    @Member("value_date") private String valueDate;
    @Member("counter_accounts") private Map<String, String> counterAccounts;

    public CheckBody kind(String value) {
      this.kind = value;
      return this;
    }

    public CheckBody fileName(String value) {
      this.fileName = value;
      return this;
    }

    public CheckBody content(String value) {
      this.content = value;
      return this;
    }

    public CheckBody decimalComma(Boolean value) {
      this.decimalComma = value;
      return this;
    }

    public CheckBody valueDate(String value) {
      this.valueDate = value;
      return this;
    }

    public CheckBody counterAccounts(Map<String, String> value) {
      this.counterAccounts = value;
      return this;
    }
  }

  public record ListAnswerImportsItemCounts(
      @Member("intents") Long intents,
      @Member("ready") Long ready,
      @Member("duplicate") Long duplicate,
      @Member("rejected") Long rejected,
      @Member("invalid") Long invalid,
      @Member("posted") Long posted,
      @Member("executed") Long executed,
      @Member("held") Long held,
      @Member("failed") Long failed
  ) {}

  public record ListAnswerImportsItem(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("file_name") String fileName,
      @Member("status") String status,
      @Member("created_by") String createdBy,
      @Member("created_at") String createdAt,
      @Member("posted_by") String postedBy,
      @Member("finished_at") String finishedAt,
      @Member("counts") ListAnswerImportsItemCounts counts
  ) {}

  public record ListAnswer(
      @Member("imports") List<ListAnswerImportsItem> imports
  ) {}

  public static final class ListQuery {
    @Member("limit") private Long limit;

    public ListQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record GetAnswerImportCounts(
      @Member("intents") Long intents,
      @Member("ready") Long ready,
      @Member("duplicate") Long duplicate,
      @Member("rejected") Long rejected,
      @Member("invalid") Long invalid,
      @Member("posted") Long posted,
      @Member("executed") Long executed,
      @Member("held") Long held,
      @Member("failed") Long failed
  ) {}

  public record GetAnswerImport(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("file_name") String fileName,
      @Member("status") String status,
      @Member("created_by") String createdBy,
      @Member("created_at") String createdAt,
      @Member("posted_by") String postedBy,
      @Member("finished_at") String finishedAt,
      @Member("counts") GetAnswerImportCounts counts
  ) {}

  public record GetAnswerIntentsItem(
      @Member("line") Long line,
      @Member("lines") Long lines,
      @Member("reference") String reference,
      @Member("summary") String summary,
      @Member("fate") String fate,
      @Member("code") String code,
      @Member("message") String message,
      @Member("result") String result,
      @Member("intent_id") String intentId,
      @Member("seq") Long seq
  ) {}

  public record GetAnswer(
      @Member("import") GetAnswerImport import_,
      @Member("intents") List<GetAnswerIntentsItem> intents,
      @Member("next") String next
  ) {}

  public static final class GetQuery {
    @Member("fate") private String fate;
    @Member("q") private String q;
    @Member("after") private Long after;
    @Member("limit") private Long limit;

    public GetQuery fate(String value) {
      this.fate = value;
      return this;
    }

    public GetQuery q(String value) {
      this.q = value;
      return this;
    }

    public GetQuery after(Long value) {
      this.after = value;
      return this;
    }

    public GetQuery limit(Long value) {
      this.limit = value;
      return this;
    }
  }

  public record PostAnswerImportCounts(
      @Member("intents") Long intents,
      @Member("ready") Long ready,
      @Member("duplicate") Long duplicate,
      @Member("rejected") Long rejected,
      @Member("invalid") Long invalid,
      @Member("posted") Long posted,
      @Member("executed") Long executed,
      @Member("held") Long held,
      @Member("failed") Long failed
  ) {}

  public record PostAnswerImport(
      @Member("id") String id,
      @Member("kind") String kind,
      @Member("file_name") String fileName,
      @Member("status") String status,
      @Member("created_by") String createdBy,
      @Member("created_at") String createdAt,
      @Member("posted_by") String postedBy,
      @Member("finished_at") String finishedAt,
      @Member("counts") PostAnswerImportCounts counts
  ) {}

  public record PostAnswer(
      @Member("import") PostAnswerImport import_
  ) {}

  /** Read a file of intents and say what each would come to; nothing is posted. Needs the grant propose. */
  public CheckAnswer check(CheckBody body, Option... options) {
    return transport.call(
        CheckAnswer.class,
        new Request("POST", "/api/v1/imports/check", Repeats.NEVER)
            .body(body), options);
  }

  /** Imports, newest first. Needs the grant read. */
  public ListAnswer list(ListQuery query, Option... options) {
    return transport.call(
        ListAnswer.class,
        new Request("GET", "/api/v1/imports", Repeats.ALWAYS)
            .query(query), options);
  }

  /** Imports, newest first. Needs the grant read. */
  public ListAnswer list(Option... options) {
    return list(new ListQuery(), options);
  }

  /** How far an import got, and a page of its intents. Needs the grant read. */
  public GetAnswer get(String id, GetQuery query, Option... options) {
    return transport.call(
        GetAnswer.class,
        new Request("GET", "/api/v1/imports/" + Request.segment(id), Repeats.ALWAYS)
            .query(query), options);
  }

  /** How far an import got, and a page of its intents. Needs the grant read. */
  public GetAnswer get(String id, Option... options) {
    return get(id, new GetQuery(), options);
  }

  /** Post what is ready, in your name; again after an end it goes on with what is left. Needs the grant propose. */
  public PostAnswer post(String id, Option... options) {
    return transport.call(
        PostAnswer.class,
        new Request("POST", "/api/v1/imports/" + Request.segment(id) + "/post", Repeats.NEVER), options);
  }
}
