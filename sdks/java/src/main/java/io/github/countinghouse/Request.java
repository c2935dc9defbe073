package io.github.countinghouse;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A call that is to be made. */
final class Request {
  final String method;
  final Repeats repeats;
  /** Statuses beside 200 that carry an answer, each with the members by which it is known from a refusal. */
  final Map<Integer, List<String>> also = new LinkedHashMap<>();
  private final String path;
  private Object query;
  private Object body;
  private FileContent file;

  Request(String method, String path, Repeats repeats) {
    this.method = method;
    this.path = path;
    this.repeats = repeats;
  }

  Request query(Object value) {
    this.query = value;
    return this;
  }

  Request body(Object value) {
    this.body = value;
    return this;
  }

  Request file(FileContent value) {
    this.file = value;
    return this;
  }

  Request also(int status, String... members) {
    also.put(status, List.of(members));
    return this;
  }

  Object body() {
    return body;
  }

  FileContent file() {
    return file;
  }

  /** A part of a path. */
  static String segment(String value) {
    return encode(value).replace("+", "%20");
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** Path and query: what is not set is left out, a map is name[key]=value. */
  String target() {
    StringBuilder asked = new StringBuilder();
    if (query != null && Json.tree(query) instanceof Map<?, ?> members)
      members.forEach((name, value) -> {
        if (value instanceof Map<?, ?> parts) parts.forEach((key, part) -> add(asked, name + "[" + key + "]", part));
        else if (value != null) add(asked, String.valueOf(name), value);
      });
    return path + asked;
  }

  private static void add(StringBuilder asked, String name, Object value) {
    asked.append(asked.isEmpty() ? '?' : '&').append(encode(name)).append('=').append(encode(String.valueOf(value)));
  }
}
