// Several servers on one database: as many callers as one server has, spread over two of them, on one organisation; and over four, on
// eight. One server decides for an organisation and the others hand on what they are asked, so none of it is to cost.

import { openFleet } from '@countinghouse/testkit/fleet';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
import { callersOf, measureHttp } from './http.ts';
import { type Row, relative } from './row.ts';

const ACCOUNTS = 100;
const CALLERS = 16;
const MANY = 8;

interface ServersSizes {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}
export const fullServers: ServersSizes = { rounds: 3, warmUpMs: 2_000, measureMs: 6_000 };
export const quickServers: ServersSizes = { rounds: 1, warmUpMs: 200, measureMs: 500 };

export async function measureServers({ rounds, warmUpMs, measureMs }: ServersSizes, note: (line: string) => void): Promise<readonly Row[]> {
  const fleet = await openFleet(4);
  const { servers } = fleet;
  try {
    const world = await openWorld(servers[0]?.url ?? '');
    const organisations: Organisation[] = [];
    for (let i = 0; i < MANY; i++) organisations.push(await world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS }));

    /** So many callers in all, in equal parts through some of the servers to some of the organisations. */
    const rate = async (through: number, to: number): Promise<number> => {
      const pairs = Array.from({ length: Math.max(through, to) }, (_, i) => ({
        server: servers[i % through],
        organisation: organisations[i % to],
      }));
      const rates = await Promise.all(
        pairs.map(({ server, organisation }) =>
          measureHttp({
            ...callersOf({ url: server?.url ?? '' }, organisation as Organisation, ACCOUNTS),
            connections: CALLERS / pairs.length,
            warmUpMs,
            measureMs,
          }),
        ),
      );
      return rates.reduce((sum, r) => sum + r.perSecond, 0);
    };
    const measured = {
      oneOne: [] as number[],
      twoOne: [] as number[],
      fourOne: [] as number[],
      oneMany: [] as number[],
      fourMany: [] as number[],
    };
    for (let round = 1; round <= rounds; round++) {
      measured.oneOne.push(await rate(1, 1));
      measured.twoOne.push(await rate(2, 1));
      measured.fourOne.push(await rate(4, 1));
      measured.oneMany.push(await rate(1, MANY));
      measured.fourMany.push(await rate(4, MANY));
      note(
        `round ${round}  ${Object.entries(measured)
          .map(([name, all]) => `${name} ${Math.round(all.at(-1) ?? 0)}/s`)
          .join('  ')}`,
      );
    }
    const best = (all: readonly number[]): number => Math.max(...all);
    const row = (name: string, title: string, all: readonly number[], one: readonly number[]): Row =>
      relative({ name, title, value: best(all), unit: '/s' }, { name: 'one server', value: best(one) }, { atLeast: 0.9 });
    return [
      row('servers-2-one', 'two servers, one organisation', measured.twoOne, measured.oneOne),
      row('servers-4-one', 'four servers, one organisation', measured.fourOne, measured.oneOne),
      row('servers-4-many', 'four servers, eight organisations', measured.fourMany, measured.oneMany),
    ];
  } finally {
    await fleet.close();
  }
}
