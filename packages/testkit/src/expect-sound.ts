// That nothing is wrong with the ledger of an organisation, asked of the database of a test server.

import { expect } from 'vitest';
import { findFaults } from './soundness.ts';
import type { TestServer } from './test-server.ts';

export async function expectSound({ opened }: TestServer, { tenantId }: { readonly tenantId: string }): Promise<void> {
  expect(await findFaults({ readerPool: opened.services.readerPool, loginPool: opened.loginPool }, tenantId)).toEqual([]);
}
