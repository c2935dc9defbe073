// Posts an intent and says what became of it; shows what a refusal says, and goes through a list page by page.
//
// Run it with COUNTINGHOUSE_URL, COUNTINGHOUSE_API_KEY (grant post) and COUNTINGHOUSE_TENANT; CASH and BANK must be accounts in USD.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	countinghouse "github.com/countinghouse/countinghouse/sdks/go"
)

func main() {
	ctx := context.Background()
	ledger := countinghouse.NewClient(os.Getenv("COUNTINGHOUSE_URL"), os.Getenv("COUNTINGHOUSE_API_KEY"))
	taken, err := ledger.Snapshots.Take(ctx, countinghouse.SnapshotsTakeBody{Kind: "fx"})
	if err != nil {
		log.Fatal(err)
	}
	now := time.Now().UTC()
	intent := func(id, amount string) countinghouse.IntentsExecuteBody {
		return countinghouse.IntentsExecuteBody{
			IntentId:  id,
			TenantId:  os.Getenv("COUNTINGHOUSE_TENANT"),
			UseCase:   "manual_post",
			ValueDate: now.Format("2006-01-02"),
			ProposedActions: []countinghouse.IntentsExecuteBodyProposedActionsItem{
				{DebitAccount: "CASH", CreditAccount: "BANK", Amount: amount, Currency: "USD"},
			},
			SnapshotIds: &countinghouse.IntentsExecuteBodySnapshotIds{Fx: &taken.Snapshot.Id},
			Consent: countinghouse.IntentsExecuteBodyConsent{
				Scope:     []string{"ledger:post"},
				GrantedAt: now.Add(-time.Minute).Format(time.RFC3339),
				ExpiresAt: now.Add(24 * time.Hour).Format(time.RFC3339),
			},
		}
	}
	name := os.Getenv("INTENT")

	// The key that names it is made by the client, and stays the same however often the call is repeated.
	receipt, err := ledger.Intents.Execute(ctx, countinghouse.IntentsExecuteQuery{}, intent(name, "12.50"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("posted:", receipt.Status)

	_, err = ledger.Intents.Execute(ctx, countinghouse.IntentsExecuteQuery{}, intent(name+"-wrong", "twelve"))
	var refused *countinghouse.Error
	if !errors.As(err, &refused) {
		log.Fatal("a wrong amount was not refused")
	}
	var fields []string
	for field := range refused.Fields() {
		fields = append(fields, field)
	}
	id := "request id"
	if refused.RequestID == "" {
		id = "no request id"
	}
	fmt.Println("refused:", refused.Status, refused.Code, strings.Join(fields, ", "), id)

	found := 0
	err = countinghouse.EachPage(func(after *string) (*string, error) {
		query := countinghouse.IntentsListQuery{
			Status: countinghouse.Ptr("executed"),
			Limit:  countinghouse.Ptr(int64(1)),
			After:  after,
		}
		page, err := ledger.Intents.List(ctx, query)
		if err != nil {
			return nil, err
		}
		found += len(page.Intents)
		return page.Next, nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("executed:", found)
}
