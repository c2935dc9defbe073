// People of the testkit's organisations who call the servers of a stage, each request with its answer kept in the history.

import http from 'node:http';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { Caller } from '@countinghouse/testkit/caller';
import type { Organisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import type { Organisation as PostingOrganisation } from '@countinghouse/testkit/world';
import { fleetOf } from './stage.ts';
import type { Frame } from './workload.ts';

export interface People {
  /** Makes people and organisations; what its people call goes to the servers of the stage, to each in its turn. */
  readonly server: TestServer;
  /** The organisation as workloads post into it: with an API key, at any of the servers. */
  posting(o: Organisation): Promise<PostingOrganisation>;
  close(): Promise<void>;
}

export async function openPeople(frame: Frame): Promise<People> {
  const fleet = fleetOf(frame);
  const { history } = frame;
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;
  const at = (): string => fleet.servers[turn++ % fleet.servers.length]?.url ?? '';
  const settings = { ...fleet.shared, TRUSTED_PROXIES: '127.0.0.1', EGRESS_ALLOW: '127.0.0.1' };
  const server = await openTestServer(fleet.where, settings, { remote: { at, note: (exchange) => history.note({ ...exchange }) } });
  return {
    server,
    posting: async (o) => {
      const { secret } = await makeProgram(server, o, 'post');
      const caller = new Caller(at(), agent, { authorization: `Bearer ${secret}`, 'x-tenant-id': o.tenantId });
      const { tenantId, fxSnapshotId, glAccountId } = o;
      return { tenantId, fxSnapshotId, glAccountId, accounts: new Map([['USD', ['CASH', 'BANK']]]), caller };
    },
    close: async () => {
      agent.destroy();
      await server.close();
    },
  };
}
