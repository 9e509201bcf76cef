import type { PoolClient } from 'pg';
import type { Projector } from '../../event-store/projector.js';
import {
  clearStateReads,
  requestStateReads,
  takeStateReadResults,
  unwindStateReads,
} from '../../event-store/state-read-request.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { clearStorageAnswers, removeStorageAnswers } from '../../records/state/storage-answer.table.js';
import type { BalanceMetrics } from './balance-metrics.js';
import { BALANCE_REQUESTS } from './balance-of.js';
import { storeReads } from './balance-reads.js';
import { BalanceRows } from './balance-rows.js';
import { compareSamples } from './layout-checks.js';
import { crossCheckLayouts } from './layout-cross-checks.js';
import { resolveLayouts } from './resolve-layouts.js';
import { addSamples, type StoredSample } from './sample-store.js';
import { touchedPairs } from './touched-pairs.js';

const REQUESTER = 'balance';
const ASKERS = [REQUESTER, BALANCE_REQUESTS];
const COPY_CODE_CHANGES = 'COPY contract_code_change (address, block_number) FROM STDIN BINARY';
const OF_BLOCKS = ['balance_sample', 'balance_check', 'contract_code_change', 'balance_read'];

const UNWOUND = `
SELECT DISTINCT token FROM balance_check WHERE block_number BETWEEN $1 AND $2
UNION SELECT address FROM contract_code_change WHERE block_number BETWEEN $1 AND $2`;

/** The slots of mappings that hold token balances. */
export function balanceProjector(metrics?: BalanceMetrics): Projector {
  const rows = new BalanceRows();

  /** Compares the layouts of transferred tokens, and again those of contracts whose code changed. */
  const compare = async (
    tx: PoolClient,
    samples: readonly StoredSample[],
    codeChanged: readonly Buffer[],
  ): Promise<void> => {
    const { chosen, invalidated } = await addSamples(tx, samples);
    const requests = await compareSamples(tx, chosen);
    const touched = distinct([...samples.map(({ token }) => token), ...codeChanged]);
    requests.push(...(await crossCheckLayouts(tx, touched)));
    await requestStateReads(tx, REQUESTER, requests);
    metrics?.asked('layout', requests.length);
    // A requested read may already have been answered for another requester.
    await resolveLayouts(
      tx,
      distinct([...invalidated, ...codeChanged, ...requests.map(({ subject }) => subject)]),
    );
  };

  return {
    name: 'balance',
    readsFrom: ['storage'],

    on: {
      async BlockAppended(tx, blocks): Promise<void> {
        const { samples, codeChanged, codeChanges } = rows.of(blocks.map(({ block }) => block));
        if (codeChanged.length > 0) await copyInto(tx, COPY_CODE_CHANGES, codeChanges);
        if (samples.length + codeChanged.length > 0) await compare(tx, samples, distinct(codeChanged));
        const pairs = blocks.flatMap(({ block }) => touchedPairs(block));
        await requestStateReads(tx, REQUESTER, pairs);
        metrics?.asked('pair', pairs.length);
      },

      async ReadRecorded(tx, recorded): Promise<void> {
        for (const requester of ASKERS) await takeStateReadResults(tx, requester, recorded);
        await resolveLayouts(tx, distinct(await storeReads(tx, recorded)));
      },
    },

    async unwind(tx, from, to): Promise<void> {
      rows.resetCache();
      for (const requester of ASKERS) await unwindStateReads(tx, requester, from, to);
      const compared = await tx.query<{ token: Buffer }>(UNWOUND, [from, to]);
      await removeStorageAnswers(tx, from, to);
      for (const table of OF_BLOCKS)
        await tx.query(`DELETE FROM ${table} WHERE block_number BETWEEN $1 AND $2`, [from, to]);
      const tokens = compared.rows.map(({ token }) => token);
      await requestStateReads(tx, REQUESTER, await crossCheckLayouts(tx, tokens));
      await resolveLayouts(tx, tokens);
    },

    async clear(tx): Promise<void> {
      rows.resetCache();
      for (const requester of ASKERS) await clearStateReads(tx, requester);
      await clearStorageAnswers(tx);
      await tx.query(
        'TRUNCATE balance_sample, balance_check, contract_code_change, balance_read, balance_layout',
      );
    },

    resetCache() {
      rows.resetCache();
    },
  };
}

function distinct(addresses: readonly Buffer[]): Buffer[] {
  return [...new Map(addresses.map((address) => [address.toString('latin1'), address])).values()];
}
