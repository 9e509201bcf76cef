import { verifyMerkleProof } from '@ethereumjs/mpt';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromRlp, type Hex, keccak256, toHex, toRlp } from 'viem';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { parseStateRead } from '../../src/domain/event/state-read.js';
import { decodeReads, type StateReadResult } from '../../src/domain/event/state-read-result.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

const NO_CODE = keccak256('0x');
const EMPTY_ROOT = keccak256(toRlp('0x'));

let demo: DemoDatabases;
let pool: Pool;

beforeAll(async () => {
  demo = await DemoDatabases.start();
  pool = await demo.late();
});
afterAll(() => demo?.stop());

/** The value of a key below a root, by nodes in any order; null if there is none. @throws Error if a node is missing or altered */
async function valueBelow(root: Uint8Array, key: Uint8Array, nodes: ReadonlyMap<Hex, Buffer>) {
  const first = nodes.get(toHex(root));
  if (first === undefined) throw new Error('the root is missing');
  const others = [...nodes.values()].filter((node) => node !== first);
  return verifyMerkleProof(keccak256(key, 'bytes'), [first, ...others]);
}

/** The hash of code; the number of anything else. */
async function shownBy(
  stateRoot: Buffer,
  { address, what }: StateReadResult,
  nodes: ReadonlyMap<Hex, Buffer>,
) {
  const account = await valueBelow(stateRoot, address, nodes);
  const [nonce, balance, storageRoot, codeHash] =
    account === null ? ['0x', '0x', EMPTY_ROOT, NO_CODE] : (fromRlp(account, 'hex') as Hex[]);
  const { kind } = parseStateRead(what);
  if (kind === 'code') return codeHash;
  if (kind === 'balance' || kind === 'nonce') return numberOf(kind === 'nonce' ? nonce! : balance!);
  if (storageRoot === EMPTY_ROOT) return 0n;
  const word = await valueBelow(fromHex(storageRoot!), fromHex(`0x${what.slice(-64)}`), nodes);
  return word === null ? 0n : numberOf(fromRlp(word, 'hex') as Hex);
}

const numberOf = (hex: string): bigint => BigInt(`0x0${hex.slice(2)}`);

it('the log keeps the trie nodes that show each proven read', async () => {
  const { rows } = await pool.query<{ payload: Buffer; root: Buffer }>(
    `SELECT payload, state_root AS root FROM chain_event JOIN event_payload USING (block_number, position)
     JOIN block ON number = block_number AND block.hash = block_hash
     WHERE kind = 'ReadRecorded'`,
  );
  let shown = 0;
  for (const { payload, root } of rows) {
    const { reads, nodes = [] } = decodeReads(payload);
    const byHash = new Map(nodes.map((node) => [keccak256(node), node]));
    expect(byHash.size).toBe(nodes.length);
    for (const read of reads.filter(({ isProven }) => isProven)) {
      const isCode = parseStateRead(read.what).kind === 'code';
      const stated = isCode ? keccak256(read.output) : numberOf(toHex(read.output));
      expect([read.what, await shownBy(root, read, byHash)]).toEqual([read.what, stated]);
      shown++;
    }
  }
  process.stdout.write(`reads shown by kept nodes: ${shown}\n`);
  expect(shown).toBeGreaterThan(50);
});
