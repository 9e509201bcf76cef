import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { ExportedProof } from '../../src/bundle/proof-exporter.js';
import { readForks } from '../../src/definition/read-definitions.js';
import { decodeBundle } from '../../src/domain/chain/codec/bundle.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { undoneFrames } from '../../src/domain/chain/protocol/undone-frames.js';
import type { Frame, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { TRANSACTION_LIMITS } from '../../src/state/execution/run/limits.js';
import type { ExecutedTransaction } from '../../src/state/execution/run/transaction-outcome.js';
import { gatherTransactions } from '../../src/state/witness/gather-transactions.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { givesReceipt } from '../../src/verifier/witness/gives-receipt.js';
import { bounded } from '../bounded.js';
import { changeByte } from '../builder/changed-byte.js';
import { isRight, levelOf } from '../fixture/right-level.js';
import { Prng } from '../simulation/prng.js';
import { exportedProofs } from './fixture/exported-proofs.js';
import { useDemo } from './fixture/use-demo.js';

const FORKS = readForks();
const EVERY = bounded(3, 1);
const BUNDLES = bounded(25, 500);
const CHANGES = bounded(60, 3_000);

/** The fields of frames to compare. For reverted creations the target is left out, since not all tracers state it. */
function traced(frames: readonly Frame[]): unknown[] {
  const undone = undoneFrames(frames);
  return frames.map(({ path, type, from, to, logIndexes }, at) => ({
    path: path.toString('hex'),
    ...{ type, from: toHex(from), remains: !undone[at] },
    ...(!undone[at] && { to: to && toHex(to), logs: logIndexes }),
  }));
}

function executed({ frames }: ExecutedTransaction): unknown[] {
  return frames.map(({ path, type, from, to, remains, logs }) => ({
    ...{ path, type, from, remains },
    ...(remains && { to, logs }),
  }));
}

describe('transactions of the demo chain, executed again over proofs of the state before their block', () => {
  const demo = useDemo();
  let pool: Pool;
  let nodes: AccountProofs;
  beforeAll(() => {
    pool = createPool(demo.databaseUrl);
    nodes = new AccountProofs([demo.nodeUrl]);
  });
  afterAll(async () => {
    await pool?.end();
    await nodes?.close();
  });

  const blockAt = async (number: number): Promise<VerifiedBlock> =>
    decodeBundle((await new CanonicalChain(pool).bundleOf(number))!);
  const sourceAt = (block: number) => ({
    proof: async (address: `0x${string}`, slots: readonly `0x${string}`[]) => {
      const given = await nodes.of({ address, block, slots });
      return given && { nodes: [...given.proof, ...[...given.slots.values()].flat()], codes: [given.code] };
    },
    header: async (at: number) => (await blockAt(at)).header,
  });

  it('have the receipts of the chain, and exactly the frames that the node traced', async () => {
    let count = 0;
    // The node does not prove the state of its genesis.
    for (let number = demo.firstBlock + 2; number <= demo.head; number += EVERY) {
      const block = await blockAt(number);
      if (block.transactions.length === 0) continue;
      const transactions = block.transactions.map(({ raw }, index) => ({ index, raw }));
      const parent = (await blockAt(number - 1)).header;
      const source = sourceAt(number - 1);
      const found = await gatherTransactions(
        { header: block.header, transactions },
        ...[parent, FORKS, new Map(), source, TRANSACTION_LIMITS],
      );
      expect([number, found?.failed]).toEqual([number, undefined]);
      for (const [index, one] of found!.executed) {
        const isSame = givesReceipt(index, found!.executed, false, (at) => block.receipts[at]!);
        expect([number, index, isSame]).toEqual([number, index, true]);
        expect([number, index, executed(one)]).toEqual([number, index, traced(block.frames![index]!)]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(150);
  });

  describe('in bundles', () => {
    let exported: ExportedProof[];
    beforeAll(async () => {
      const wanted = { restingOn: '"frame:1:', executesFrames: true };
      exported = await exportedProofs(pool, [demo.nodeUrl], BUNDLES, wanted);
    });

    const withFrames = () => exported.filter(({ verification }) => verification.bundle.frames !== undefined);

    it('show every frame that the node traced, of the first and of later transactions of a block', () => {
      for (const { verification, unexecuted } of exported) {
        const refs = [...verification.supports].filter(([ref]) => ref.startsWith('frame:'));
        expect([refs.filter(([, by]) => by === 'node'), [...unexecuted]]).toEqual([[], []]);
      }
      const indexes = withFrames().flatMap(({ verification: { bundle } }) =>
        Object.keys(bundle.frames!.results).map((ref) => Number(ref.split(':')[3])),
      );
      expect(Math.min(...indexes)).toBe(0);
      expect(Math.max(...indexes)).toBeGreaterThan(0);
    });

    it('are refused if the frame is changed, reverted, or at another path', async () => {
      let refused = 0;
      for (const { text } of withFrames()) {
        const other = `0x${'5a'.repeat(20)}` as const;
        const lies: ((bundle: Bundle, ref: string) => void)[] = [
          ({ frames }, ref) => (frames!.results[ref]!.from = other),
          ({ frames }, ref) => (frames!.results[ref]!.to = other),
          ({ frames }, ref) =>
            (frames!.results[ref]!.type = frames!.results[ref]!.type === 'CALL' ? 'CREATE' : 'CALL'),
          ({ frames }, ref) => frames!.results[ref]!.logs.push(70),
        ];
        for (const lie of lies) {
          const bundle = JSON.parse(text) as Bundle;
          lie(bundle, Object.keys(bundle.frames!.results)[0]!);
          expect(await verifyBundle(writeBundle(bundle), published())).toMatchObject({
            ...{ outcome: 'refuted', level: 3 },
            reason: 'executing its transaction gives another frame',
          });
          refused++;
        }
      }
      expect(refused).toBeGreaterThan(20);
    });

    it('are refused if anything is missing or unused', async () => {
      for (const { text } of withFrames().slice(0, 6)) {
        const changed = async (change: (block: Bundle['blocks'][string], bundle: Bundle) => void) => {
          const bundle = JSON.parse(text) as Bundle;
          change(Object.values(bundle.blocks).find(({ execution }) => execution)!, bundle);
          return levelOf(await verifyBundle(writeBundle(bundle), published()));
        };
        expect([
          await changed(({ execution }) => execution!.nodes.pop()),
          await changed(({ execution }) => execution!.nodes.push('0x80')),
          await changed(({ execution }) => execution!.nodes.reverse()),
          await changed(({ execution }) => execution!.codes.push('0x00')),
          await changed(({ execution }) => execution!.ancestors.push(execution!.ancestors[0]!)),
          await changed(({ execution }) => (execution!.fork = 'cancun')),
          await changed(({ receipts }) => delete receipts![Object.keys(receipts!)[0]!]),
          await changed(({ transactions }) => delete transactions!['0']),
          await changed((_, bundle) => delete bundle.frames),
          await changed((block) => delete block.execution),
          await changed((_, bundle) => (bundle.frames!.engine = 'another@1')),
        ]).toEqual(Array.from({ length: 11 }, () => 3));
        // The state proofs of another block lead to another root.
        expect(
          await changed((block, { blocks }) => {
            const own = Object.values(blocks).find((one) => one !== block)?.header ?? block.header;
            block.execution!.ancestors[0] = own;
          }),
        ).toBe(4);
      }
    });

    it(`are refused at the right level when one byte changes, in ${CHANGES} trials or more`, async () => {
      const random = new Prng(2029);
      const small = withFrames().map(({ text }) => text);
      const parts = new Set<string>();
      const all = ['execution', 'frames', 'transactions'];
      const isMissed = () => all.some((part) => !parts.has(part));
      for (let round = 0; round < CHANGES || (isMissed() && round < 10 * CHANGES); round++) {
        const changed = changeByte(random.pick(small), random);
        const level = levelOf(await verifyBundle(changed.text, published()));
        if (!isRight(changed, level))
          expect([changed.path, changed.at, level]).toBe('refused at the right level');
        parts.add(changed.path[0] === 'blocks' ? changed.path[2]! : changed.path[0]!);
      }
      expect([...parts]).toEqual(expect.arrayContaining(all));
    });
  });
});
