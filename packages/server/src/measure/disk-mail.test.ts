import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../mail/mail.ts';
import { DiskMail } from './disk-mail.ts';

let folder: string;
let sent: Mail[];
let refuses: boolean;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'disk-mail-'));
  sent = [];
  refuses = false;
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (): DiskMail =>
  new DiskMail({
    folder,
    to: 'operator@example.test',
    steps: [80, 90, 95],
    publicUrl: 'https://books.example',
    mailer: {
      send: async (mail) => {
        if (refuses) throw new Error('no mail server');
        sent.push(mail);
      },
    },
  });
const subjectsAfter = async (mail: DiskMail, ...used: readonly number[]): Promise<readonly string[]> => {
  for (const percent of used) await mail.tell(percent);
  return sent.splice(0).map(({ subject }) => subject);
};

test('each step is mailed once, whichever process sees it, and again after there was room', async () => {
  const [one, other] = [open(), open()];
  expect(await subjectsAfter(one, 50, 79.9)).toEqual([]);
  expect(await subjectsAfter(one, 80.4, 81)).toEqual(['Countinghouse: the disk is 80 % full']);
  expect(await subjectsAfter(other, 81, 91)).toEqual(['Countinghouse: the disk is 91 % full']);
  expect(await subjectsAfter(one, 91, 89, 90.5), 'a little to and fro').toEqual([]);
  expect(await subjectsAfter(one, 60, 80)).toEqual(['Countinghouse: the disk is 80 % full']);
});

test('several steps at once are one mail, which says what it means', async () => {
  await open().tell(97);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: 'operator@example.test', subject: 'Countinghouse: the disk is 97 % full' });
  expect(sent[0]?.text).toContain('Nothing is written until there is room again');
  await open().tell(98);
  expect(sent).toHaveLength(1);
});

test('a mail that did not leave is sent by the next call', async () => {
  const mail = open();
  refuses = true;
  await expect(mail.tell(85)).rejects.toThrow('no mail server');
  refuses = false;
  expect(await subjectsAfter(mail, 85)).toHaveLength(1);
});
