import { type Opened, openServices } from '@countinghouse/server/open';
import { connect } from '@countinghouse/store/connection';
import { listHeads } from '@countinghouse/store/operate/heads';
import { type Operated, withDatabase } from './database.ts';

/** The services on the database of the settings, with every mark that is known outside it, and all organisations. */
export function withServices<T>(work: (opened: Opened, tenantIds: readonly string[], operated: Operated) => Promise<T>): Promise<T> {
  return withDatabase(async (operated) => {
    const { config, where } = operated;
    const opened = openServices(config, where, { publicUrl: config.publicUrl ?? 'http://127.0.0.1', consoleDir: null, note: () => {} });
    try {
      await opened.services.highWater.start();
      const client = await connect(where, 'writer');
      const heads = await listHeads(client);
      await client.end();
      return await work(
        opened,
        heads.map((head) => head.tenant_id),
        operated,
      );
    } finally {
      await opened.close();
    }
  });
}
