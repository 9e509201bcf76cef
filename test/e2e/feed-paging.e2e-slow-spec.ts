import { afterAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { EventStore } from '../../src/event-store/event-store.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { eventLog, TRANSFER } from '../builder/token-log.js';
import { type MadeTransaction, verifiedBlock } from '../builder/verified-block.js';
import { Prng } from '../simulation/prng.js';
import { slowly } from '../slowly.js';
import { addressOf, hex } from './fixture/bytes.js';
import { useService } from './fixture/use-service.js';

const FIRST = 1_000;
/** Blocks that exist from the start, and transactions of the address in each. */
const BLOCKS = bounded(slowly(50, 100), 500);
const TRANSACTIONS = 200;
/** Rows in each feed of the address. */
const ROWS = BLOCKS * TRANSACTIONS;
/** The deepest reorganisation while pages are read. */
const DEEPEST = bounded(16, 64);
/** Pause between two changes of the chain. */
const PAUSE_MS = bounded(150, 20);
const SETTLED = FIRST + BLOCKS - 1 - DEEPEST;

const [busy, other, token] = ['busy', 'other', 'token'].map(addressOf) as [Buffer, Buffer, Buffer];

/** A transaction that adds one row to each feed of the busy address: as sender, recipient or both. */
function busyTransaction(index: number): MadeTransaction {
  const sides = [
    { from: busy, to: other },
    { from: other, to: busy },
    { from: busy, to: busy },
  ] as const;
  const { from, to } = sides[index % 3]!;
  return {
    ...{ from, to },
    frames: [{ from, to, value: 1n }],
    logs: [eventLog(token, TRANSFER, [from, to], [index])],
  };
}

const crowd = Array.from({ length: TRANSACTIONS }, (_, index) => busyTransaction(index));

/** A chain that grows: its stored blocks, and how it continues. */
class Writing {
  readonly #random = new Prng(64);
  readonly #blocks: VerifiedBlock[] = [];
  #store: EventStore | undefined;
  #lease: WriterLease | undefined;
  #branch = 0;

  async begin(pool: Pool): Promise<void> {
    this.#lease = await WriterLease.take(pool, 1_000);
    const projectors = allProjectors();
    const runner = new ProjectionRunner(pool, this.#lease);
    for (const projector of projectors) await runner.catchUp(projector);
    this.#store = await EventStore.open(pool, this.#lease, projectors);
    for (let at = 0; at < BLOCKS; at += 50) await this.#append(50, []);
  }

  /**
   * One event of the chain: blocks arrive, or replace others down to the settled ones. The chain grows in the long run, as cursors of
   * blocks above its head wait.
   */
  async live(): Promise<void> {
    const depth = this.#random.chance(0.5)
      ? this.#random.between(1, this.#blocks.length - 1 - (SETTLED - FIRST))
      : 0;
    const orphaned = this.#blocks.splice(this.#blocks.length - depth).reverse();
    this.#branch++;
    await this.#append(
      this.#random.between(Math.max(1, depth - 2), depth + 2),
      orphaned.map(({ header, hash }) => ({ number: header.number, hash })),
    );
  }

  async #append(count: number, orphaned: { number: number; hash: Buffer }[]): Promise<void> {
    const appended: VerifiedBlock[] = [];
    for (let left = count; left > 0; left--) {
      const parent = appended.at(-1) ?? this.#blocks.at(-1);
      const number = (parent?.header.number ?? FIRST - 1) + 1;
      appended.push(verifiedBlock(number, String(this.#branch), parent?.hash ?? Buffer.alloc(32, 1), crowd));
    }
    await this.#store!.append({ orphaned, appended });
    this.#blocks.push(...appended);
  }

  end(): void {
    this.#lease?.release();
  }
}

describe(`the feeds of an address, and of a token, with ${ROWS} rows`, () => {
  const writing = new Writing();
  afterAll(() => writing.end());
  const service = useService({ firstBlock: FIRST, fill: (pool) => writing.begin(pool) });

  it.each([
    [`addresses/${hex(busy)}/transactions`, 'transactions'],
    [`addresses/${hex(busy)}/internal-transfers`, 'transfers'],
    [`addresses/${hex(busy)}/token-transfers`, 'transfers'],
    [`tokens/${hex(token)}/transfers`, 'transfers'],
  ])(
    'R-064, R-065, R-289, R-290: %s page from the newest to the oldest while blocks arrive and are replaced: no row is lost or repeated',
    async (feed, items) => {
      let paging = true;
      const life = (async () => {
        while (paging) {
          await writing.live();
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      })();
      const served: string[] = [];
      let settled = 0;
      let last: [number, number] = [Number.MAX_SAFE_INTEGER, 0];
      try {
        let cursor: string | undefined;
        do {
          const query = `limit=100${cursor === undefined ? '' : `&cursor=${cursor}`}`;
          const { status, json } = await service.get(`${feed}?${query}`);
          // The block of the cursor was replaced, and the new branch is still lower after two seconds.
          if (status === 503 && cursor !== undefined) continue;
          expect(status).toBe(200);
          for (const row of json.data[items]) {
            const place: [number, number] = [row.blockNumber, row.txIndex];
            if (place[0] > last[0] || (place[0] === last[0] && place[1] >= last[1]))
              throw new Error(`${place} follows ${last}`);
            last = place;
            served.push(row.hash ?? row.txHash);
            if (row.blockNumber <= SETTLED) settled++;
          }
          cursor = json.data.nextCursor;
        } while (cursor !== undefined);
      } finally {
        paging = false;
        await life;
      }
      expect(new Set(served).size).toBe(served.length);
      expect(settled).toBe((SETTLED - FIRST + 1) * TRANSACTIONS);
      expect(last).toEqual([FIRST, 0]);
    },
  );
});
