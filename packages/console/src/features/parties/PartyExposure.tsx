import { type PartyPosition, parties } from '@countinghouse/contract/features/parties';
import { ActionIcon, Progress } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import { ChangeExposureLimit } from './ChangeExposureLimit.tsx';
import { usedOf } from './exposure.ts';
import classes from './Party.module.css';

interface PartyExposureProps {
  readonly partyId: string;
  readonly exposure: PartyPosition['exposure'];
}

/** How much they may owe, and how much of it they do: used, free, or exceeded. It warns, and refuses nothing. */
export function PartyExposure({ partyId, exposure }: PartyExposureProps) {
  const [opened, setOpened] = useState(false);
  const permission = useWritePermission(parties.setExposureLimit);
  return (
    <section className={classes['sum']} aria-label="Exposure limit">
      <div className={classes['head']}>
        <h2>Exposure limit</h2>
        {permission.allowed ? (
          <ActionIcon size={20} aria-label="Change the exposure limit" onClick={() => setOpened(true)}>
            <IconPencil size={14} />
          </ActionIcon>
        ) : null}
      </div>
      {exposure === null ? <p className="dimmed">None is set</p> : <Exposure exposure={exposure} />}
      <ChangeExposureLimit
        key={`${exposure?.currency} ${exposure?.limit}`}
        partyId={partyId}
        exposure={exposure}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </section>
  );
}

function Exposure({ exposure }: { readonly exposure: NonNullable<PartyPosition['exposure']> }) {
  const { currency, minorUnits } = exposure;
  const limitE8 = readMinorE8(exposure.limit, minorUnits);
  const money = (amountE8: bigint) => <Money amountE8={amountE8} minorUnits={minorUnits} currency={currency} showCurrency />;
  const used = usedOf(exposure);
  return (
    <>
      <div className={classes['amounts']}>
        <strong className={classes['limit']}>
          <Money amountE8={limitE8} minorUnits={minorUnits} currency={currency} showCurrency fit />
        </strong>
      </div>
      {used === null ? (
        <small className="dimmed">What they owe has no rate to {currency}: set one to see how much is used.</small>
      ) : (
        <>
          <Progress
            my={6}
            size="sm"
            color={used.isExceeded ? 'red' : 'brand'}
            value={Math.min(100, used.percent)}
            aria-label={`${used.percent} % used`}
          />
          <small className={classes['used']} data-exceeded={used.isExceeded}>
            <span>{used.percent} % used</span>
            <span>
              {used.isExceeded ? 'Exceeded by ' : 'Free '}
              {money(used.isExceeded ? -used.freeE8 : used.freeE8)}
            </span>
          </small>
        </>
      )}
    </>
  );
}
