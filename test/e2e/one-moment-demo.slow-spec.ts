import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { askBeside } from './fixture/ask-beside.js';
import { useOwnDemo } from './fixture/use-demo.js';

const ENOUGH = 150;

/** The same hex in other letter case, so that the target is not cached. */
function respelt(hex: string, turn: number): string {
  let letter = 0;
  return hex.replaceAll(/[a-f]/g, (digit) => ((turn >> letter++) & 1 ? digit.toUpperCase() : digit));
}

/** The same text with other characters percent-encoded, so that the target is not cached. */
function escaped(text: string, turn: number): string {
  let letter = 0;
  return text.replaceAll(/[a-f]/g, (digit) =>
    (turn >> letter++) & 1 ? `%${digit.charCodeAt(0).toString(16)}` : digit,
  );
}

describe('answers of several reads while the data comes and goes', () => {
  const demo = useOwnDemo();
  let pool: Pool;
  beforeAll(() => {
    pool = createPool(demo.databaseUrl);
  });
  afterAll(() => pool?.end());

  /** Asks while `flip` changes rows. @returns the kinds of answers, sorted */
  async function kindsOf(
    path: (turn: number) => string,
    kind: (data: Record<string, unknown[]>) => string,
    flip: (there: boolean) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const kinds = new Set<string>();
    let turn = 0;
    const ask = async () => {
      const { status, json } = await demo.get(path(turn++));
      kinds.add(status === 200 ? kind(json.data) : `${status}`);
    };
    await askBeside(
      async (there) => {
        await flip(there);
      },
      ask,
      () => turn >= ENOUGH && kinds.size > 1,
    );
    await flip(true);
    return [...kinds].sort();
  }

  it('have the calls of a transaction together with its transfers, or no transaction', async () => {
    const { rows } = await pool.query<{ hash: string; transfers: number }>(`
      SELECT '0x' || encode(hash, 'hex') AS hash, count(*)::int4 AS transfers FROM transaction JOIN transfer USING (block_number, tx_index)
      GROUP BY hash ORDER BY 2 DESC, 1 LIMIT 1`);
    const { hash, transfers } = rows[0]!;
    const kinds = await kindsOf(
      (turn) => `transactions/${respelt(hash, turn)}/flow`,
      (data) => `${data.frames!.length > 0} ${data.transfers!.length}`,
      (there) =>
        pool.query(`UPDATE transaction SET hash = decode($1, 'hex') WHERE hash = decode($2, 'hex')`, [
          ...(there ? [hash.slice(2), 'ff'.repeat(32)] : ['ff'.repeat(32), hash.slice(2)]),
        ]),
    );
    expect(kinds).toEqual(['404', `true ${transfers}`]);
  });

  it('have a call only in its own transaction', async () => {
    const { hash } = demo.transaction('v2 swap through two pairs');
    const { blockHash, txIndex } = (await demo.get(`transactions/${hash}`)).json.data;
    const { frames } = (await demo.get(`transactions/${hash}/flow`)).json.data;
    const ref = `frame:1:${blockHash}:${txIndex}:${frames.at(-1).callPath}`;
    // Meanwhile its place has another transaction, of which the log has no calls.
    const kinds = await kindsOf(
      (turn) => `evidence/${escaped(ref, turn)}`,
      () => 'there',
      (there) =>
        pool.query(`UPDATE transaction SET hash = decode($1, 'hex') WHERE hash = decode($2, 'hex')`, [
          ...(there ? [hash.slice(2), 'ff'.repeat(32)] : ['ff'.repeat(32), hash.slice(2)]),
        ]),
    );
    expect(kinds).toEqual(['503', 'there']);
  });

  it('have all levels of control from one snapshot', async () => {
    const edgesOf = async (address: string) =>
      (await demo.get(`addresses/${address}/controllers`)).json.data.edges as { from: string }[];
    let found: { address: string; edges: { from: string }[] } | undefined;
    for (const address of demo.addresses) {
      const edges = await edgesOf(address);
      if (edges.some(({ from }) => from !== address)) found = { address, edges };
      if (found) break;
    }
    const { address, edges } = found!;
    const subjects = [...new Set(edges.map(({ from }) => from))].map((from) =>
      Buffer.from(from.slice(2), 'hex'),
    );
    await pool.query(
      'CREATE TABLE kept AS SELECT * FROM proof_segment WHERE subject = ANY($1) AND object <> $2 AND end_block IS NULL',
      [subjects, Buffer.alloc(0)],
    );
    const kinds = await kindsOf(
      (turn) => `addresses/${respelt(address, turn)}/controllers`,
      (data) => `${data.edges!.length}`,
      (there) =>
        inTransaction(pool, async (tx) => {
          await tx.query('DELETE FROM proof_segment USING kept WHERE proof_segment.position = kept.position');
          if (there) await tx.query('INSERT INTO proof_segment SELECT * FROM kept');
        }),
    );
    expect(kinds).toEqual(['0', `${edges.length}`]);
  });
});
