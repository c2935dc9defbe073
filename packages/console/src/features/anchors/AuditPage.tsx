import { anchors } from '@countinghouse/contract/features/anchors';
import { witnesses } from '@countinghouse/contract/features/witnesses';
import { Skeleton } from '@mantine/core';
import { IconAnchor } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { keyOf, q, readAgain } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { AnchorsTable } from '../../ui/table/AnchorsTable.tsx';
import classes from './AuditPage.module.css';
import { proveEvent } from './answer.ts';
import { CompareAnchors } from './CompareAnchors.tsx';
import { PinKey } from './PinKey.tsx';
import { ProofAnswer } from './ProofAnswer.tsx';
import { ProveEvent } from './ProveEvent.tsx';
import { AuditSearch } from './search.ts';

const PENDING_POLL_MS = 2_000;
const SKELETON_HEIGHT_PX = 200;

/** `children`: what else the trail is searched and checked with. */
export function AuditPage({ children }: { readonly children: ReactNode }) {
  const [{ seq, from, to }, setSearch] = useUrlState(AuditSearch);
  const permission = useWritePermission(anchors.make);
  const queries = useQueryClient();
  const tenantId = useActiveTenant()?.id ?? '';
  const proveAgain = (): void => {
    for (const route of [anchors.proof, anchors.consistency]) void readAgain(queries, { queryKey: keyOf(route) });
  };
  const proved = useQuery({
    queryKey: [...keyOf(anchors.proof), seq],
    enabled: seq !== undefined,
    queryFn: () => proveEvent(tenantId, seq ?? 0),
  });
  // Until every anchor is kept outside of the database.
  const source = useQuery({
    ...q(anchors.list, { query: {} }),
    refetchInterval: ({ state }) => (state.data?.anchors.some((a) => a.anchor_ref === null) === true ? PENDING_POLL_MS : false),
  });
  const all = source.data?.anchors ?? [];
  const make = useWrite(anchors.make, {
    input: () => ({ body: {} }),
    said: ({ anchor, made }) => (made ? `Anchored ${anchor.to_seq} events` : 'The log has not grown since its last anchor'),
    touches: [anchors, witnesses],
  });
  const button = (
    <GuardedButton permission={permission} leftSection={<IconAnchor size={14} />} loading={make.isPending} onClick={() => make.mutate()}>
      Anchor now
    </GuardedButton>
  );
  return (
    <Page>
      <PageHeader
        title="Audit trail"
        description="Hourly anchoring roots are written. CSV/PDF exports, inclusion proofs and replay comparison: what was done can be shown here, without trust in the server."
        actions={button}
      />
      <div className={classes['proofs']}>
        <ProveEvent key={seq} seq={seq} isProving={proved.isFetching} onProve={(next) => setSearch({ seq: next })} />
        <CompareAnchors tenantId={tenantId} all={all} from={from} to={to} onChoose={setSearch} />
      </div>
      {seq === undefined ? null : proved.isError ? (
        <Panel title="Proof">
          {proved.error instanceof ApiError && proved.error.code === 'NOT_FOUND' ? (
            <EmptyState icon={IconAnchor} title={`The log has no event ${seq}`}>
              The seq of an event is on the events stream, and on every receipt.
            </EmptyState>
          ) : (
            <ErrorState title="Could not prove the event" error={proved.error} onRetry={() => void proved.refetch()} />
          )}
        </Panel>
      ) : proved.data === undefined ? (
        <Skeleton height={SKELETON_HEIGHT_PX} />
      ) : (
        <ProofAnswer answer={proved.data} />
      )}
      <PinKey key={tenantId} tenantId={tenantId} onChange={proveAgain} />
      {children}
      <Panel title="Anchors" flush>
        {source.isError ? (
          <ErrorState title="Could not load the anchors" error={source.error} onRetry={() => void source.refetch()} />
        ) : source.isPending ? (
          <Skeleton height={SKELETON_HEIGHT_PX} m="md" />
        ) : all.length === 0 ? (
          <EmptyState icon={IconAnchor} title="No anchors yet" action={button}>
            The first is made within the hour, or at once by hand.
          </EmptyState>
        ) : (
          <AnchorsTable label="Anchors" anchors={all} />
        )}
      </Panel>
    </Page>
  );
}
