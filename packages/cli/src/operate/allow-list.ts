import { Uuid } from '@countinghouse/contract/fields';
import { showHidden } from '@countinghouse/contract/plain-text';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { openServices } from '@countinghouse/server/open';
import { openPool } from '@countinghouse/store/connection';
import { findAllowList } from '@countinghouse/store/features/allow-lists/reads';
import { read } from '@countinghouse/store/reader';
import { answer, withDatabase } from './database.ts';

const idOf = (named: string): string => {
  const tenantId = Uuid.safeParse(named).data;
  if (tenantId === undefined) throw new Error(`There is no organisation ${named}.`);
  return tenantId;
};

/** Writes a line a network to the standard output, with its note, or one JSON object. */
export function showAllowList(named: string, json: boolean): Promise<number> {
  const tenantId = idOf(named);
  return withDatabase(async ({ where }) => {
    const pool = openPool(where, 'reader', { max: 1 });
    try {
      const networks = await read(pool, { tenantId }, (tx) => findAllowList(tx, tenantId));
      if (networks === null) throw new Error(`There is no organisation ${tenantId}.`);
      const lines = networks.map(({ network, note }) => (note === null ? network : `${network}  ${showHidden(note)}`)).join('\n');
      answer(json, networks.length === 0 ? 'The allow list is empty: calls are taken from everywhere.' : lines, { tenantId, networks });
      return 0;
    } finally {
      await pool.end();
    }
  });
}

/** Empties the allow list of an organisation whose network is lost: calls are taken from everywhere again. Lists of API keys stay. */
export function clearAllowList(named: string, json: boolean): Promise<number> {
  const tenantId = idOf(named);
  return withDatabase(async ({ config, where }) => {
    const opened = openServices(config, where, { publicUrl: config.publicUrl ?? 'http://127.0.0.1', consoleDir: null, note: () => {} });
    try {
      const outcome = await opened.services.ledger.submit(tenantId, { type: 'allow_list.clear', actor: systemActor });
      if (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND') throw new Error(`There is no organisation ${tenantId}.`);
      if (outcome.kind !== 'written')
        throw new Error(`The allow list was not cleared: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}.`);
      const seq = outcome.events[0]?.seq ?? null;
      const said =
        seq === null
          ? 'The allow list is empty: calls are taken from everywhere already.'
          : `The allow list is cleared, in event ${seq}: calls are taken from everywhere. Have an owner set a new one.`;
      answer(json, said, { tenantId, cleared: seq !== null, seq });
      return 0;
    } finally {
      await opened.close();
    }
  });
}
