import { type EvidenceBundle, evidence } from '@countinghouse/contract/features/evidence';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconDownload, IconLink, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keyOf, q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { showBytes } from '../../lib/values/bytes.ts';
import { saveFile } from '../../lib/values/csv.ts';
import { minorUnitsIn } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { IntentLink } from '../../ui/value/IntentLink.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { Verdict } from '../../ui/value/verdict/Verdict.tsx';
import { AnchorState } from './AnchorState.tsx';
import { amountsOf, statusOfBundle, subjectOf } from './bundles.ts';
import { openBundle } from './content.ts';

const SKELETON_HEIGHT_PX = 240;

/** What the rows of its intent come to, a currency each. */
function Amounts({ bundle }: { readonly bundle: EvidenceBundle }) {
  const currencies = useCurrencies();
  return amountsOf(bundle).map(({ currency, amountE8 }) => (
    <div key={currency}>
      <Money amountE8={amountE8} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} showCurrency />
    </div>
  ));
}

/** What a bundle says, with its hash derived in this browser. */
function Content({ bundle }: { readonly bundle: EvidenceBundle }) {
  const { id, content_sha256 } = bundle;
  const source = useQuery({ queryKey: [...keyOf(evidence.get), id, 'content'], queryFn: () => openBundle(id), retry: false });
  const copy = useAct(
    async () => {
      const { evidence: fresh } = await call(evidence.get, { params: { id } });
      await navigator.clipboard.writeText(fresh.uri);
    },
    {
      said: 'Address copied. It opens the bundle for 5 minutes, for anyone who has it',
    },
  );
  const opened = source.data;
  const holds = opened?.found === content_sha256;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={14} />}
          loading={source.isFetching}
          onClick={() => void source.refetch()}
        >
          Verify hash
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          disabled={!holds}
          onClick={() => opened !== undefined && saveFile(opened.name, opened.content)}
        >
          Download
        </Button>
        <Button variant="default" leftSection={<IconLink size={14} />} loading={copy.isPending} onClick={() => copy.mutate()}>
          Copy address
        </Button>
      </Group>
      {source.isError ? (
        <ErrorState title="Could not open the bundle" error={source.error} onRetry={() => void source.refetch()} />
      ) : opened === undefined ? (
        <Skeleton height={SKELETON_HEIGHT_PX} />
      ) : (
        <>
          <Verdict is={holds ? 'consistent' : 'contradicted'}>
            {holds
              ? `Verified in this browser: the ${showBytes(opened.content.size)} that arrived have the SHA-256 of the vault.`
              : 'What arrived is not what was written: it has another SHA-256, and is not saved.'}
          </Verdict>
          {holds ? null : <Facts facts={[['SHA-256 of what arrived', <Hash key="f" value={opened.found} what="SHA-256 found" whole />]]} />}
          {opened.value === null ? null : <JsonViewer value={opened.value} what="bundle" />}
        </>
      )}
    </Stack>
  );
}

/** One bundle beside the list. It may be older than what is listed. */
export function EvidencePanel({
  id,
  listed,
  onClose,
}: {
  readonly id: string;
  readonly listed: EvidenceBundle | undefined;
  readonly onClose: () => void;
}) {
  const source = useQuery({ ...q(evidence.get, { params: { id } }), enabled: listed === undefined });
  const bundle = listed ?? source.data?.evidence;
  return (
    <SidePanel
      title={bundle === undefined ? 'Evidence' : `Evidence of ${bundle.intent_id === null ? subjectOf(bundle) : 'an intent'}`}
      onClose={onClose}
    >
      {bundle === undefined ? (
        source.isError ? (
          <ErrorState title="Could not load the bundle" error={source.error} onRetry={() => void source.refetch()} />
        ) : (
          <Skeleton height={SKELETON_HEIGHT_PX} />
        )
      ) : (
        <Stack gap="md">
          <Facts
            facts={[
              ['About', bundle.narrative],
              [bundle.intent_id === null ? 'Kind' : 'Use case', subjectOf(bundle)],
              ['Amount', bundle.amounts.length === 0 ? null : <Amounts key="m" bundle={bundle} />],
              ['Status', <StatusBadge key="s" status={statusOfBundle(bundle)} />],
              ['Intent', bundle.intent_id === null ? null : <IntentLink key="i" id={bundle.intent_id} />],
              ['Bundle', <Hash key="n" value={bundle.name} what="name" whole />],
              [
                'Event',
                <TextLink key="e" to={paths.events} search={{ open: String(bundle.seq) }}>
                  {bundle.seq}
                </TextLink>,
              ],
              ['Written', <Timestamp key="w" at={bundle.created_at} />],
              ['Content', `${bundle.content_type}, ${showBytes(bundle.size)}`],
              ['SHA-256', <Hash key="h" value={bundle.content_sha256} what="SHA-256" whole />],
              [
                'Anchor',
                <Group key="a" gap={6}>
                  <AnchorState bundle={bundle} />
                  <TextLink to={paths.audit} search={{ seq: String(bundle.seq) }}>
                    Prove the event
                  </TextLink>
                </Group>,
              ],
            ]}
          />
          <Content key={bundle.id} bundle={bundle} />
        </Stack>
      )}
    </SidePanel>
  );
}
