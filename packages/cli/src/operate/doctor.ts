// One look at everything that must be right for the server to work, each with what to do about it.

import os from 'node:os';
import { shownSetting } from '@countinghouse/server/secret-settings';
import { settings } from '@countinghouse/server/settings';
import { memoryPlan } from '@countinghouse/server/work/memory';
import { connect } from '@countinghouse/store/connection';
import { memoryOf } from '@countinghouse/store/embedded/buffers';
import { checkChain } from '@countinghouse/store/features/health/chain';
import { getInstance } from '@countinghouse/store/instance';
import { Keyring } from '@countinghouse/store/keys/keyring';
import { openKms } from '@countinghouse/store/keys/open-kms';
import { countMail } from '@countinghouse/store/mail-outbox';
import { listExcessPrivileges, listHeads } from '@countinghouse/store/operate/heads';
import { loadState } from '@countinghouse/store/writer/load-state';
import { answer, withDatabase } from './database.ts';

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

const MB = 2 ** 20;

/** What a server takes of the memory, of which this program has the same options. */
function tellMemory(boundBytes: number): string {
  const [mb, thereMb] = [boundBytes, memoryOf(os.totalmem(), process.constrainedMemory())].map((bytes) => Math.round(bytes / MB)) as [
    number,
    number,
  ];
  const told = `a server with the heap of this program takes at most ${mb} MB, of ${thereMb} MB that there are`;
  return mb <= thereMb ? told : `${told}: NODE_OPTIONS=--max-old-space-size=512 bounds it to 2416 MB`;
}

export function doctor(json: boolean): Promise<number> {
  return withDatabase(async ({ config, where, serverRuns }) => {
    const findings: Finding[] = [];
    const find = (what: string, ok: boolean, detail: string): void => {
      findings.push({ what, ok, detail });
    };
    find(
      'settings',
      true,
      `data in ${config.dataDir}, ${config.databaseUrl === null ? 'embedded PostgreSQL' : 'a PostgreSQL of its own'}${serverRuns ? ', a server runs' : ''}`,
    );
    for (const { name } of settings) {
      const shown = shownSetting(name, process.env);
      if (shown !== null) find(`setting ${name}`, true, shown);
    }
    find('memory', true, tellMemory(memoryPlan().boundBytes));
    const client = await connect(where, 'writer', { statement_timeout: 0 });
    try {
      find('database', true, `PostgreSQL ${(await getInstance(client)).version}, schema up to date`);
      const excess = await listExcessPrivileges(client);
      find('privileges', excess.length === 0, excess.length === 0 ? 'the log is append-only' : excess.join('; '));
      const mail = await countMail(client);
      find(
        'mail',
        mail.failed === 0,
        `${mail.waiting} to be sent${mail.failed === 0 ? '' : `, ${mail.failed} could not be: see \`countinghouse mail list\``}`,
      );
      const keyring = new Keyring(openKms(config));
      for (const { tenant_id, seq } of await listHeads(client)) {
        const chain = await checkChain(client, tenant_id);
        const [fault] = chain.faults;
        find(
          `chain ${tenant_id}`,
          fault === undefined,
          fault === undefined ? `${seq} events` : `breaks at seq ${fault.seq}: ${fault.what}`,
        );
        const state = await loadState(client, tenant_id);
        for (const key of state.signingKeys.values()) {
          if (key.purpose !== 'chain' || key.status !== 'ACTIVE') continue;
          const usable = await keyring.load(client, tenant_id, key.kid).then(
            () => null,
            (error: Error) => error.message,
          );
          find(`chain key ${tenant_id}`, usable === null, usable ?? `${key.kid} can sign`);
        }
      }
    } finally {
      await client.end();
    }
    answer(json, findings.map((f) => `${f.ok ? 'ok  ' : 'BAD '} ${f.what}: ${f.detail}`).join('\n'), { findings });
    return findings.every((f) => f.ok) ? 0 : 1;
  });
}
