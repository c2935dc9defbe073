// What the palette offers of intents: searched by the server, by narrative, account or id, or by an amount.
import { intents } from '@countinghouse/contract/features/intents';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createElement } from 'react';
import { logRowOf, searchOf } from '../../../features/intents/log/log.ts';
import { given, q } from '../../../lib/calls/query.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useActiveTenant } from '../../../lib/session/use-tenant.ts';
import { titleOf } from '../../../lib/values/intent/title.ts';
import { showDay } from '../../../lib/values/time.ts';
import { FirstAmount } from '../../../ui/money/FirstAmount.tsx';
import { sentenceCase } from '../../../ui/value/status.ts';
import type { PaletteGroup } from './entry.ts';

const WORD_LENGTH_MIN = 2;
const SHOWN = 8;
const TYPING_MS = 200;
const intentId = /^[A-Za-z0-9._:-]{6,64}$/;

export function useIntentEntries(query: string, opened: boolean): PaletteGroup {
  const navigate = useNavigate();
  const tenant = useActiveTenant();
  const typed = query.trim();
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const enabled = opened && tenant !== null && asked.length >= WORD_LENGTH_MIN;
  const currencies = useCurrencies();
  const { data } = useQuery({ ...q(intents.list, { query: given({ ...searchOf(asked), limit: SHOWN }) }), enabled });
  // A bare number is looked for in words, and as an amount too.
  const ofAmount = useQuery({
    ...q(intents.list, { query: given({ ...searchOf(asked, true), limit: SHOWN }) }),
    enabled: enabled && !('q' in searchOf(asked, true)),
  }).data;
  const open = (id: string) => () => void navigate({ to: paths.intent, params: { intentId: id } });
  const known = new Map([...(data?.intents ?? []), ...(ofAmount?.intents ?? [])].map((intent) => [intent.intent_id, intent]));
  const found = (typed.length < WORD_LENGTH_MIN ? [] : [...known.values()]).map((intent) => {
    const route = intent.debit_code === null || intent.credit_code === null ? [] : [`${intent.debit_code} to ${intent.credit_code}`];
    return {
      id: intent.intent_id,
      label: titleOf(logRowOf(intent).payload, () => null),
      end: createElement(FirstAmount, { amounts: logRowOf(intent).amounts, currencies }),
      description: [...route, showDay(intent.value_date), sentenceCase(intent.status)].join(' · '),
      icon: IconFileCheck,
      run: open(intent.intent_id),
    };
  });
  // An id of which the log has nothing leads to the page that says so.
  const named =
    found.length === 0 && intentId.test(typed) && /\d/.test(typed)
      ? [{ id: typed, label: typed, icon: IconFileCheck, run: open(typed) }]
      : [];
  return { group: 'Intents', entries: [...found, ...named] };
}
