import type { PoolClient } from 'pg';
import { askNode, clearQuestions, takeAnswers, unwindQuestions } from '../../event-store/node-question.js';
import type { Projector } from '../../event-store/projector.js';
import type { VerifiedBlock } from '../../kernel/chain/block.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { storeReads } from './balance-reads.js';
import { checkProbes } from './layout-checks.js';
import { mappingWrites } from './mapping-writes.js';
import { CELL_BLOCKS, chooseProbes } from './probe-store.js';
import { ProbedCells } from './probed-cells.js';
import { probedTokens } from './probed-tokens.js';
import { settleLayouts } from './settle-layouts.js';

const COPY_VALUES = 'COPY storage_value (block_number, address, slot, value) FROM STDIN BINARY';
const COPY_PROBES = 'COPY balance_probe (token, cell, block_number, holders, examined) FROM STDIN BINARY';
const ASKER = 'balance';

/** What mappings hold, and where tokens keep their balances among it. */
export function balanceProjector(): Projector {
  const values = new BinaryCopy(4);
  const probes = new BinaryCopy(5);
  const cells = new ProbedCells();

  const addProbes = (block: VerifiedBlock): Buffer[] => {
    const { number } = block.header;
    const tokens = probedTokens(block, (key) => cells.isWanted(key, number));
    for (const { token, key, holders } of tokens) {
      probes
        .row()
        .bytea(token)
        .int4(Math.floor(number / CELL_BLOCKS))
        .int8(number)
        .byteaArray(holders)
        .bool(false);
      cells.note(key, number);
    }
    return tokens.map(({ token }) => token);
  };

  return {
    name: 'balance',

    async handle(tx: PoolClient, blocks): Promise<void> {
      values.clear();
      probes.clear();
      const probed: Buffer[] = [];
      for (const { block } of blocks) {
        for (const { address, slot, value } of mappingWrites(block))
          values.row().int8(block.header.number).bytea(address).bytea(slot).bytea(value);
        probed.push(...addProbes(block));
      }
      await copyInto(tx, COPY_VALUES, values.finish());
      if (probed.length === 0) return;
      await copyInto(tx, COPY_PROBES, probes.finish());
      const { chosen, bereft } = await chooseProbes(tx, distinct(probed));
      const questions = await checkProbes(tx, chosen);
      await askNode(tx, ASKER, questions);
      // What the node is asked may have been answered before.
      await settleLayouts(tx, distinct([...bereft, ...questions.map(({ subject }) => subject)]));
    },

    async record(tx, recorded) {
      await takeAnswers(tx, ASKER, recorded);
      await settleLayouts(tx, distinct(await storeReads(tx, recorded)));
    },

    async unwind(tx: PoolClient, from, to): Promise<void> {
      cells.forget();
      await unwindQuestions(tx, ASKER, from, to);
      const { rows } = await tx.query<{ token: Buffer }>(
        'SELECT DISTINCT token FROM balance_check WHERE block_number BETWEEN $1 AND $2',
        [from, to],
      );
      for (const table of ['storage_value', 'balance_probe', 'balance_check', 'balance_read'])
        await tx.query(`DELETE FROM ${table} WHERE block_number BETWEEN $1 AND $2`, [from, to]);
      await settleLayouts(
        tx,
        rows.map(({ token }) => token),
      );
    },

    async clear(tx: PoolClient): Promise<void> {
      cells.forget();
      await clearQuestions(tx, ASKER);
      await tx.query('TRUNCATE storage_value, balance_probe, balance_check, balance_read, balance_layout');
    },

    forget() {
      cells.forget();
    },
  };
}

function distinct(addresses: readonly Buffer[]): Buffer[] {
  return [...new Map(addresses.map((address) => [address.toString('latin1'), address])).values()];
}
