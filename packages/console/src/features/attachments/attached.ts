// The calls for the files of a thing, by what it is.

import { attachments } from '@countinghouse/contract/features/attachments';
import { call, callFile } from '../../lib/calls/client.ts';
import { q } from '../../lib/calls/query.ts';

/** What files are on. */
export interface Attached {
  readonly is: 'intent' | 'account' | 'party' | 'period';
  readonly id: string;
}

const byId = {
  account: { list: attachments.listOfAccount, add: attachments.addToAccount, download: attachments.downloadFromAccount },
  party: { list: attachments.listOfParty, add: attachments.addToParty, download: attachments.downloadFromParty },
  period: { list: attachments.listOfPeriod, add: attachments.addToPeriod, download: attachments.downloadFromPeriod },
} as const;

export function callsOf({ is, id }: Attached) {
  if (is === 'intent') {
    const params = { intent_id: id };
    return {
      route: attachments.add,
      list: q(attachments.list, { params }),
      add: (file: File) => call(attachments.add, { params }, { file }),
      content: (sha256: string) => callFile(attachments.download, { params: { ...params, sha256 } }),
    };
  }
  const { list, add, download } = byId[is];
  const params = { id };
  return {
    route: add,
    list: q(list, { params }),
    add: (file: File) => call(add, { params }, { file }),
    content: (sha256: string) => callFile(download, { params: { ...params, sha256 } }),
  };
}
