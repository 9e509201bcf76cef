import type { PoolClient } from 'pg';
import { askNode, clearQuestions, takeAnswers, unwindQuestions } from '../../event-store/node-question.js';
import type { Projector } from '../../event-store/projector.js';
import type { BlockAppended } from '../../kernel/event/chain-event.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import type { BalanceMetrics } from './balance-metrics.js';
import { BALANCE_REQUESTS } from './balance-of.js';
import { storeReads } from './balance-reads.js';
import { BalanceRows } from './balance-rows.js';
import { checkProbes } from './layout-checks.js';
import { doubtLayouts } from './layout-doubts.js';
import { chooseProbes } from './probe-store.js';
import { settleLayouts } from './settle-layouts.js';
import { touchedPairs } from './touched-pairs.js';

const ASKER = 'balance';
const ASKERS = [ASKER, BALANCE_REQUESTS];
const OF_BLOCKS = ['storage_value', 'balance_probe', 'balance_check', 'contract_recoding', 'balance_read'];

const UNWOUND = `
SELECT DISTINCT token FROM balance_check WHERE block_number BETWEEN $1 AND $2
UNION SELECT address FROM contract_recoding WHERE block_number BETWEEN $1 AND $2`;

/** What mappings hold, and where tokens keep their balances among it. */
export function balanceProjector(metrics: BalanceMetrics): Projector {
  const rows = new BalanceRows();

  /** Looks at tokens that were transferred, and again at contracts that got other code. */
  const compare = async (
    tx: PoolClient,
    tokens: readonly Buffer[],
    recoded: readonly Buffer[],
  ): Promise<void> => {
    const { chosen, bereft } = await chooseProbes(tx, tokens);
    const questions = await checkProbes(tx, chosen);
    const touched = distinct([...tokens, ...recoded]);
    questions.push(...(await doubtLayouts(tx, touched)));
    await askNode(tx, ASKER, questions);
    metrics.asked('layout', questions.length);
    // What is asked may have been answered before.
    await settleLayouts(tx, distinct([...bereft, ...recoded, ...questions.map(({ subject }) => subject)]));
  };

  return {
    name: 'balance',

    async handle(tx: PoolClient, blocks: readonly BlockAppended[]): Promise<void> {
      const { copies, values, probed, recoded } = rows.of(blocks.map(({ block }) => block));
      for (const { statement, encoded } of copies) await copyInto(tx, statement, encoded);
      metrics.written(values);
      if (probed.length + recoded.length > 0) await compare(tx, distinct(probed), distinct(recoded));
      const pairs = blocks.flatMap(({ block }) => touchedPairs(block));
      await askNode(tx, ASKER, pairs);
      metrics.asked('pair', pairs.length);
    },

    async record(tx, recorded) {
      for (const asker of ASKERS) await takeAnswers(tx, asker, recorded);
      await settleLayouts(tx, distinct(await storeReads(tx, recorded)));
    },

    async unwind(tx: PoolClient, from, to): Promise<void> {
      rows.forget();
      for (const asker of ASKERS) await unwindQuestions(tx, asker, from, to);
      const compared = await tx.query<{ token: Buffer }>(UNWOUND, [from, to]);
      for (const table of OF_BLOCKS)
        await tx.query(`DELETE FROM ${table} WHERE block_number BETWEEN $1 AND $2`, [from, to]);
      const tokens = compared.rows.map(({ token }) => token);
      await askNode(tx, ASKER, await doubtLayouts(tx, tokens));
      await settleLayouts(tx, tokens);
    },

    async clear(tx: PoolClient): Promise<void> {
      rows.forget();
      for (const asker of ASKERS) await clearQuestions(tx, asker);
      await tx.query(`TRUNCATE ${OF_BLOCKS.join(', ')}, balance_layout`);
    },

    forget() {
      rows.forget();
    },
  };
}

function distinct(addresses: readonly Buffer[]): Buffer[] {
  return [...new Map(addresses.map((address) => [address.toString('latin1'), address])).values()];
}
