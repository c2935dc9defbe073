package io.github.countinghouse;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What speaks HTTP: address, credential, organisation, idempotency keys and repeats within one deadline.
 *
 * <p>A call is asked again only where that cannot do anything twice: it reads, or it carries an idempotency key, which stays the same, or
 * the server said that it did not begin. It never outlives its deadline.
 */
final class Transport {
  private static final long FIRST_WAIT_MS = 200;
  private static final long WAIT_MS_MAX = 5_000;
  private static final Set<String> NOT_BEGUN = Set.of("OVERLOADED", "RATE_LIMITED", "TOO_MANY_ATTEMPTS");
  private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]+)\"");

  private final String url;
  private final String apiKey;
  private final ClientSettings settings;
  // A redirect is no answer: the key goes to the address that was named and to no other.
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NEVER).build();

  Transport(String url, String apiKey, ClientSettings settings) {
    this.url = url.replaceAll("/+$", "");
    this.apiKey = apiKey;
    this.settings = settings;
  }

  /** What every attempt sends. */
  private record Sent(byte[] body, String contentType, String key) {}

  private record Answered(int status, HttpResponse<byte[]> response) {
    String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse(null);
    }
  }

  @SuppressWarnings("unchecked")
  <T> T call(Type type, Request request, Option... options) {
    Answered got = ask(request, options);
    try {
      return (T) Json.read(got.text(), type);
    } catch (Json.Malformed error) {
      String message = "The server answered in an unexpected shape.";
      throw new ApiException(ApiException.UNKNOWN, got.status(), message, got.header("x-request-id"), null, null, error);
    }
  }

  FileContent takeFile(Request request, Option... options) {
    Answered got = ask(request, options);
    String disposition = got.header("content-disposition");
    Matcher named = FILE_NAME.matcher(disposition == null ? "" : disposition);
    return new FileContent(named.find() ? named.group(1) : "file", got.response().body());
  }

  private Answered ask(Request request, Option[] options) {
    Sent sent = sentOf(request, options);
    long end = System.nanoTime() + settings.deadline().toNanos();
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(request, sent, Duration.ofNanos(end - System.nanoTime()));
      } catch (ApiException refused) {
        Duration wait = waitBefore(attempt, refused);
        boolean inTime = System.nanoTime() + wait.toNanos() < end;
        if (attempt >= settings.attempts() || !mayRepeat(request.repeats, refused) || !inTime) throw refused;
        pause(wait, refused);
      }
    }
  }

  private static void pause(Duration wait, ApiException refused) {
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw refused;
    }
  }

  private Answered attempt(Request request, Sent sent, Duration left) {
    HttpRequest.Builder asked = HttpRequest.newBuilder(URI.create(url + request.target())).header("authorization", "Bearer " + apiKey);
    if (sent.contentType() != null) asked.header("content-type", sent.contentType());
    if (settings.tenantId() != null) asked.header("x-tenant-id", settings.tenantId());
    if (sent.key() != null) asked.header("idempotency-key", sent.key());
    HttpRequest.BodyPublisher body =
        sent.body() == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(sent.body());
    CompletableFuture<HttpResponse<byte[]>> answering =
        http.sendAsync(asked.method(request.method, body).build(), HttpResponse.BodyHandlers.ofByteArray());
    try {
      HttpResponse<byte[]> response = answering.get(left.toNanos(), TimeUnit.NANOSECONDS);
      Answered got = new Answered(response.statusCode(), response);
      if (got.status() == 200 || isKnown(request.also.get(got.status()), got)) return got;
      throw errorOf(got);
    } catch (ExecutionException error) {
      throw ApiException.unreachable(error.getCause());
    } catch (TimeoutException error) {
      answering.cancel(true);
      throw ApiException.unreachable(error);
    } catch (InterruptedException error) {
      answering.cancel(true);
      Thread.currentThread().interrupt();
      throw ApiException.unreachable(error);
    }
  }

  /** Gives what a write names a key, where it has none. */
  private static Sent sentOf(Request request, Option[] options) {
    String key = null;
    for (Option option : options) key = option.idempotencyKey;
    if (request.file() != null) return form(request.file(), key);
    if (request.body() == null) return new Sent(null, null, key);
    Object tree = Json.tree(request.body());
    if (tree instanceof Map<?, ?> members) {
      if (request.repeats == Repeats.UNDER_ONE_KEY && key == null && members.get("idem_key") == null) key = newKey();
      if (request.repeats == Repeats.UNDER_KEYS && members.get("intents") instanceof List<?> intents) nameEach(intents);
    }
    return new Sent(Json.write(tree).getBytes(StandardCharsets.UTF_8), "application/json", key);
  }

  @SuppressWarnings("unchecked")
  private static void nameEach(List<?> intents) {
    for (Object each : intents) if (each instanceof Map<?, ?> intent) ((Map<String, Object>) intent).putIfAbsent("idem_key", newKey());
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  private static Sent form(FileContent file, String key) {
    String boundary = newKey();
    String name = file.name().replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("[\r\n]", " ");
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.writeBytes(
        ("--" + boundary + "\r\ncontent-disposition: form-data; name=\"file\"; filename=\"" + name
            + "\"\r\ncontent-type: application/octet-stream\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    form.writeBytes(file.content());
    form.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return new Sent(form.toByteArray(), "multipart/form-data; boundary=" + boundary, key);
  }

  /** Whether a status beside 200 carries an answer: one that has these members. */
  private static boolean isKnown(List<String> members, Answered got) {
    return members != null && told(got).keySet().containsAll(members);
  }

  private static Map<?, ?> told(Answered got) {
    try {
      return Json.parse(got.text()) instanceof Map<?, ?> members ? members : Map.of();
    } catch (Json.Malformed error) {
      return Map.of();
    }
  }

  private static ApiException errorOf(Answered got) {
    Map<?, ?> told = told(got);
    String code = firstText(told.get("code"), told.get("error"), ApiException.UNKNOWN);
    String message = firstText(told.get("message"), "Request failed (" + got.status() + ")");
    String requestId = firstText(told.get("requestId"), got.header("x-request-id"));
    return new ApiException(code, got.status(), message, requestId, told.get("details"), retryAfter(got), null);
  }

  private static String firstText(Object... candidates) {
    for (Object each : candidates) if (each instanceof String text && !text.isEmpty()) return text;
    return null;
  }

  private static Duration retryAfter(Answered got) {
    String said = got.header("retry-after");
    return said == null || !said.matches("[0-9]{1,9}") ? null : Duration.ofSeconds(Long.parseLong(said));
  }

  private static boolean mayRepeat(Repeats how, ApiException refused) {
    return switch (refused.status()) {
      case 0, 502, 503, 504 -> how != Repeats.NEVER || NOT_BEGUN.contains(refused.code());
      case 429 -> true;
      default -> false;
    };
  }

  private static Duration waitBefore(int attempt, ApiException refused) {
    if (refused.retryAfter() != null) return refused.retryAfter();
    long most = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS << Math.min(attempt - 1, 10));
    return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
  }
}
