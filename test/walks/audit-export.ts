import { randomUUID } from 'node:crypto';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { isEmpty, none } from './body-books.ts';
import { empty, type Input, inOwn, nothing, testServer } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const exportTo = () => ({ webhookUrl: `http://127.0.0.1:1/${randomUUID()}`, secret: randomUUID() });
/** What a presigned address asks for. */
function archiveInput(address: string): Input {
  const { pathname, searchParams } = new URL(address);
  const [seq = '', tenantId = ''] = pathname.split('/').toReversed();
  return { params: { tenant_id: tenantId, seq }, query: Object.fromEntries(searchParams) };
}

export const walk: Walk = {
  isolation: {
    config: nothing,
    configure: { own: () => ({ body: exportTo() }) },
    // Nobody listens there, which a run tells of.
    run: {
      own: async (o) => {
        await o.owner.call(auditExport.configure, { body: exportTo() }, inOwn(o));
        return { body: {} };
      },
    },
    archive: empty,
    download: {
      own: async (o) => archiveInput((await o.owner.call(auditExport.archive, { body: {} }, inOwn(o))).body.uploadUrl),
      naming: (_o, of) => [
        [{ params: { tenant_id: of.tenantId, seq: '1' }, query: { expires: '9999999999', signature: 'A'.repeat(43) } }, 'ADDRESS_INVALID'],
      ],
    },
    status: nothing,
    resend: {
      own: async (o) => {
        await testServer.opened.loginPool.query(
          `insert into audit_dead_letters (tenant_id, destination, seq, attempts, last_error) values ($1, 'primary', 1, 1, 'x')
         on conflict (tenant_id, destination, seq) do update set resend_at = null`,
          [o.tenantId],
        );
        return { body: { destination: 'primary', seq: 1 } };
      },
    },
  },
  malformed: [
    {
      title: 'where the log is sent',
      route: auditExport.configure,
      body: () => ({ webhookUrl: `https://siem.example.com/${randomUUID()}`, secret: randomUUID() }),
      events: ({ text }) => (isEmpty(text) ? 0 : 1),
    },
    { title: 'a run of the export', route: auditExport.run, body: () => ({}), events: none },
    { title: 'an archive', route: auditExport.archive, body: () => ({}), events: none },
    { title: 'a dead letter', route: auditExport.resend, body: () => ({ destination: 'primary', seq: 1 }), events: none },
  ],
};
