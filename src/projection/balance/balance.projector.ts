import type { PoolClient } from 'pg';
import { askNode, clearQuestions, takeAnswers, unwindQuestions } from '../../event-store/node-question.js';
import type { Projector } from '../../event-store/projector.js';
import type { BlockAppended } from '../../kernel/event/chain-event.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import type { BalanceMetrics } from './balance-metrics.js';
import { storeReads } from './balance-reads.js';
import { BalanceRows } from './balance-rows.js';
import { checkProbes, recheck } from './layout-checks.js';
import { chooseProbes } from './probe-store.js';
import { settleLayouts } from './settle-layouts.js';
import { touchedPairs } from './touched-pairs.js';

const ASKER = 'balance';
const OF_BLOCKS = ['storage_value', 'balance_probe', 'balance_check', 'contract_recoding', 'balance_read'];

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
    questions.push(
      ...(await recheck(tx, distinct([...recoded, ...questions.map(({ subject }) => subject)]))),
    );
    await askNode(tx, ASKER, questions);
    metrics.asked('layout', questions.length);
    // What is asked may have been answered before.
    await settleLayouts(tx, distinct([...bereft, ...questions.map(({ subject }) => subject)]));
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
      await takeAnswers(tx, ASKER, recorded);
      await settleLayouts(tx, distinct(await storeReads(tx, recorded)));
    },

    async unwind(tx: PoolClient, from, to): Promise<void> {
      rows.forget();
      await unwindQuestions(tx, ASKER, from, to);
      const compared = await tx.query<{ token: Buffer }>(
        'SELECT DISTINCT token FROM balance_check WHERE block_number BETWEEN $1 AND $2',
        [from, to],
      );
      for (const table of OF_BLOCKS)
        await tx.query(`DELETE FROM ${table} WHERE block_number BETWEEN $1 AND $2`, [from, to]);
      await settleLayouts(
        tx,
        compared.rows.map(({ token }) => token),
      );
    },

    async clear(tx: PoolClient): Promise<void> {
      rows.forget();
      await clearQuestions(tx, ASKER);
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
