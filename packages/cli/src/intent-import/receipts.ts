// The folder of an import's receipts: a file for each intent that was decided, which proves it to anybody without the server.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '@countinghouse/client/client';
import type { Posted } from '@countinghouse/client/post-all';
import { anchors } from '@countinghouse/contract/features/anchors';
import type { LineOfIntent } from './intent-line.ts';

export class Receipts {
  private readonly folder: string;
  private readonly client: Pick<Client, 'callFile'>;

  /** Makes the folder where there is none. Throws where it cannot. */
  constructor(folder: string, client: Pick<Client, 'callFile'>) {
    mkdirSync(folder, { recursive: true });
    this.folder = folder;
    this.client = client;
  }

  /** Of what was refused there is none. What no anchor covers yet is asked for by itself, and signed for the answer: a call each. Throws ApiError. */
  async save({ item: { intent }, receipt }: Posted<LineOfIntent>): Promise<void> {
    if (receipt === undefined) return;
    const text = receipt.proof?.tlog_proof ?? (await this.ask(intent.intent_id, intent.tenant_id));
    writeFileSync(path.join(this.folder, `${encodeURIComponent(intent.intent_id)}.tlog-proof`), text);
  }

  private async ask(intentId: string, tenantId: string): Promise<Uint8Array> {
    const { content } = await this.client.callFile(anchors.receipt, { params: { intent_id: intentId } }, { tenantId });
    return content.bytes();
  }
}
