// What webhooks cost whoever posts: one poster in an organisation of which an endpoint and the two of the audit export are sent every event,
// and in one without, in turns.

import { randomBytes } from 'node:crypto';
import { okBody } from '@countinghouse/testkit/caller';
import { until } from '@countinghouse/testkit/sending';
import { openWebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
import { callersOf, measureHttp } from './http.ts';
import { type Row, relative } from './row.ts';

const ACCOUNTS = 100;
const GOAL = 2;

export interface WebhooksSize {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Throws where nothing is sent. */
export async function measureWebhooks({ rounds, ...times }: WebhooksSize, note: (line: string) => void): Promise<readonly Row[]> {
  const [world, receiver] = [
    await openWorld(null, { EGRESS_ALLOW: '127.0.0.1' }),
    await openWebhookReceiver(`whsec_${randomBytes(32).toString('base64')}`),
  ];
  try {
    const make = (): Promise<Organisation> => world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS });
    const [told, untold] = [await make(), await make()];
    const made = okBody(await told.caller.post('/api/v1/webhooks', { name: 'bench', url: receiver.url })) as { readonly secret: string };
    // Until then it trusts a secret that nobody has: nothing of this endpoint was sent.
    receiver.trust(made.secret);
    // The two endpoints of the audit export beside it.
    const to = { webhookUrl: receiver.url, secret: made.secret, secondaryUrl: receiver.url, secondarySecret: made.secret };
    okBody(await told.caller.post('/api/internal/audit/export/config', to));
    // What sends is started by the first event that is due.
    await until('the endpoint is sent something', () => receiver.effect.length > 0);
    const p99Of = async (organisation: Organisation): Promise<number> =>
      (await measureHttp({ ...callersOf(world, organisation, ACCOUNTS), connections: 1, ...times })).p99Ms ?? Number.NaN;
    const found: { readonly value: number; readonly baseline: number }[] = [];
    for (let round = 1; round <= rounds; round++) {
      const pair = { baseline: await p99Of(untold), value: await p99Of(told) };
      found.push(pair);
      note(`round ${round}  p99 ${pair.baseline.toFixed(1)} ms, with a webhook ${pair.value.toFixed(1)} ms`);
    }
    const sent = receiver.effect.length;
    const ratio = (of: (typeof found)[number]): number => of.value / of.baseline;
    const { value, baseline } = found.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor((rounds - 1) / 2)] ??
      found[0] ?? { value: Number.NaN, baseline: Number.NaN };
    return [
      relative(
        {
          name: 'webhooks',
          title: 'p99 of one poster, whose every event goes to a webhook and the audit export',
          value,
          unit: 'ms',
          note: `${sent} events sent`,
        },
        { name: 'without', value: baseline },
        { atMost: GOAL },
      ),
    ];
  } finally {
    await receiver.close();
    await world.close();
  }
}
