// What is held about one person, over HTTP, as an owner.

import { privacy, Subject } from '@countinghouse/contract/features/privacy';
import { callServer } from '../server.ts';

interface ExportOptions {
  readonly url: string;
  readonly tenant?: string | undefined;
  readonly email?: string | undefined;
  readonly party?: string | undefined;
}

/** Writes the file to the standard output. Throws where it was refused. */
export async function exportSubject({ url, tenant, email, party }: ExportOptions): Promise<number> {
  if ((email === undefined) === (party === undefined)) throw new Error('name either --email or --party');
  const subject = Subject.safeParse(email === undefined ? { party_id: party } : { email });
  if (!subject.success) throw new Error(email === undefined ? '--party is the id of a party' : 'Enter a valid email address.');
  const held = await callServer({ url, tenant }, privacy.exportSubject, { body: subject.data });
  process.stdout.write(`${JSON.stringify(held, null, 2)}\n`);
  return 0;
}
