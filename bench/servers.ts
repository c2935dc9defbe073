// Several servers on one database: as many callers as a server that stands alone has, spread over two of them, on one organisation, of which
// one decides for it; over four; and over four, on eight organisations. The others hand on what they are asked, so none of it is to cost.

import { chooseLeader } from '@countinghouse/store/cluster/choose-leader';
import { type Fleet, type FleetServer, openFleet } from '@countinghouse/testkit/fleet';
import { type Organisation, openWorld, type World } from '@countinghouse/testkit/world';
import { callersOf, measureHttp } from './http.ts';
import { type Row, relative } from './row.ts';

const CALLERS = 16;

interface ServersSizes {
  readonly rounds: number;
  /** Of the larger fleet. */
  readonly servers: number;
  readonly organisations: number;
  readonly accounts: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}
export const fullServers: ServersSizes = { rounds: 3, servers: 4, organisations: 8, accounts: 100, warmUpMs: 2_000, measureMs: 6_000 };
export const quickServers: ServersSizes = { rounds: 1, servers: 2, organisations: 2, accounts: 10, warmUpMs: 100, measureMs: 500 };

export async function measureServers({ rounds, ...sizes }: ServersSizes, note: (line: string) => void): Promise<readonly Row[]> {
  const fleets = await Promise.all([openFleet(1), openFleet(sizes.servers)]);
  try {
    const [alone, four] = [await openGround(fleets[0], sizes), await openGround(fleets[1], sizes)];
    const rate = ({ servers, organisations }: Ground, through: number, to: number): Promise<number> =>
      measureThrough(servers.slice(0, through), organisations.slice(0, to), sizes);
    const measured = {
      oneOne: [] as number[],
      twoOne: [] as number[],
      fourOne: [] as number[],
      oneMany: [] as number[],
      fourMany: [] as number[],
    };
    for (let round = 1; round <= rounds; round++) {
      measured.oneOne.push(await rate(alone, 1, 1));
      measured.twoOne.push(await rate(four, 2, 1));
      measured.fourOne.push(await rate(four, 4, 1));
      measured.oneMany.push(await rate(alone, 1, sizes.organisations));
      measured.fourMany.push(await rate(four, 4, sizes.organisations));
      note(
        `round ${round}  ${Object.entries(measured)
          .map(([name, all]) => `${name} ${Math.round(all.at(-1) ?? 0)}/s`)
          .join('  ')}`,
      );
    }
    const best = (all: readonly number[]): number => Math.max(...all);
    const row = (name: string, title: string, all: readonly number[], one: readonly number[]): Row =>
      relative({ name, title, value: best(all), unit: '/s' }, { name: 'one server alone', value: best(one) }, { atLeast: 0.9 });
    return [
      row('servers-2-one', 'two servers, one organisation', measured.twoOne, measured.oneOne),
      row('servers-4-one', 'four servers, one organisation', measured.fourOne, measured.oneOne),
      row('servers-4-many', 'four servers, eight organisations', measured.fourMany, measured.oneMany),
    ];
  } finally {
    await Promise.all(fleets.map((fleet) => fleet.close()));
  }
}

/** Servers, and organisations on them; the first server leads the first organisation. */
interface Ground {
  readonly servers: readonly FleetServer[];
  readonly organisations: readonly Organisation[];
}

async function openGround({ servers, where }: Fleet, sizes: Pick<ServersSizes, 'organisations' | 'accounts'>): Promise<Ground> {
  const world = await openWorld({ url: servers[0]?.url ?? '', where });
  const organisations = await Promise.all(
    Array.from({ length: sizes.organisations }, () => world.makeOrganisation({ currencies: ['USD'], accountsEach: sizes.accounts })),
  );
  const leads = await findLeader(world, organisations[0]?.tenantId ?? '');
  return { servers: [...servers].sort((a, b) => Number(leads(b)) - Number(leads(a))), organisations };
}

async function findLeader(world: World, tenantId: string): Promise<(server: FleetServer) => boolean> {
  const there = await world.query<{ id: string; port: number }>('select id, port from cluster.servers', []);
  const leader = chooseLeader(
    tenantId,
    there.map(({ id }) => id),
  );
  const port = there.find(({ id }) => id === leader)?.port;
  return ({ clusterPort }) => clusterPort === port;
}

/** Intents a second of all callers, in equal parts through these servers to these organisations. */
async function measureThrough(
  servers: readonly FleetServer[],
  organisations: readonly Organisation[],
  { accounts, warmUpMs, measureMs }: Pick<ServersSizes, 'accounts' | 'warmUpMs' | 'measureMs'>,
): Promise<number> {
  const pairs = Math.max(servers.length, organisations.length);
  const rates = await Promise.all(
    Array.from({ length: pairs }, (_, i) => {
      const url = servers[i % servers.length]?.url ?? '';
      const organisation = organisations[i % organisations.length] as Organisation;
      return measureHttp({ ...callersOf({ url }, organisation, accounts), connections: CALLERS / pairs, warmUpMs, measureMs });
    }),
  );
  return rates.reduce((sum, r) => sum + r.perSecond, 0);
}
