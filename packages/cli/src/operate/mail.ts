import { connect } from '@countinghouse/store/connection';
import { listFailedMail, updateFailedMailToRetry } from '@countinghouse/store/mail-outbox';
import { answer, withDatabase } from './database.ts';

/** Mails that could not be delivered. 1 when there are any. */
export function listMail(json: boolean): Promise<number> {
  return withDatabase(async ({ where }) => {
    const client = await connect(where, 'writer');
    try {
      const failed = await listFailedMail(client);
      const lines = failed.map((m) => `${m.id}  ${m.kind}  ${m.failed_at}  ${m.last_error}, after ${m.attempts} attempts`);
      answer(json, lines.join('\n') || 'No mail failed.', { failed });
      return failed.length === 0 ? 0 : 1;
    } finally {
      await client.end();
    }
  });
}

/** Lets a running server, or the next one, try them again: all, or one. */
export function retryMail(id: string | null, json: boolean): Promise<number> {
  return withDatabase(async ({ where }) => {
    const client = await connect(where, 'writer');
    try {
      const retried = await updateFailedMailToRetry(client, id);
      answer(json, `${retried} mail(s) will be tried again.`, { retried });
      return 0;
    } finally {
      await client.end();
    }
  });
}
