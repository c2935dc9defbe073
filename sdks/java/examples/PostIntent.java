import io.github.countinghouse.ApiException;
import io.github.countinghouse.Client;
import io.github.countinghouse.Intents;
import io.github.countinghouse.Pages;
import io.github.countinghouse.Snapshots;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Posts an intent and says what became of it; shows what a refusal says, and goes through a list page by page.
 *
 * <p>Run it with COUNTINGHOUSE_URL, COUNTINGHOUSE_API_KEY (grant post) and COUNTINGHOUSE_TENANT; CASH and BANK must be accounts in USD.
 */
public final class PostIntent {
  private static int found = 0;

  private static Intents.ExecuteBody intent(String id, String amount, String fxSnapshotId) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return new Intents.ExecuteBody()
        .intentId(id)
        .tenantId(System.getenv("COUNTINGHOUSE_TENANT"))
        .useCase("manual_post")
        .valueDate(LocalDate.ofInstant(now, ZoneOffset.UTC).toString())
        .proposedActions(
            List.of(
                new Intents.ExecuteBodyProposedActionsItem()
                    .debitAccount("CASH")
                    .creditAccount("BANK")
                    .amount(amount)
                    .currency("USD")))
        .snapshotIds(new Intents.ExecuteBodySnapshotIds().fx(fxSnapshotId))
        .consent(
            new Intents.ExecuteBodyConsent()
                .scope(List.of("ledger:post"))
                .grantedAt(now.minusSeconds(60).toString())
                .expiresAt(now.plus(1, ChronoUnit.DAYS).toString()));
  }

  public static void main(String[] args) {
    Client ledger = new Client(System.getenv("COUNTINGHOUSE_URL"), System.getenv("COUNTINGHOUSE_API_KEY"));
    String snapshot = ledger.snapshots.take(new Snapshots.TakeBody().kind("fx")).snapshot().id();
    String name = System.getenv("INTENT");

    // The key that names it is made by the client, and stays the same however often the call is repeated.
    System.out.println("posted: " + ledger.intents.execute(intent(name, "12.50", snapshot)).status());

    try {
      ledger.intents.execute(intent(name + "-wrong", "twelve", snapshot));
    } catch (ApiException refused) {
      String fields = String.join(", ", refused.fields().keySet());
      String id = refused.requestId() == null ? "no request id" : "request id";
      System.out.println("refused: " + refused.status() + " " + refused.code() + " " + fields + " " + id);
    }

    Pages.each(
        (String after) -> {
          Intents.ListAnswer page = ledger.intents.list(new Intents.ListQuery().status("executed").limit(1L).after(after));
          found += page.intents().size();
          return page.next();
        });
    System.out.println("executed: " + found);
  }
}
