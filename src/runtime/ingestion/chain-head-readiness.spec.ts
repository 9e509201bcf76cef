import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { IngesterState } from '../../ingestion/ingester.js';
import { ChainHeadReadiness } from './chain-head-readiness.js';

const now = () => Math.floor(Date.now() / 1_000);

/** Over a store with this newest block, whose process stands by unless something else is said. */
function check(
  stored: { readonly number: number; readonly timestamp: number } | undefined,
  stated: number | undefined,
  state: IngesterState | undefined = { stopped: false, isStandby: true },
): Promise<void> {
  const pool = { query: async () => ({ rows: stored ? [stored] : [] }) } as unknown as Pool;
  const newest = { number: async () => stated };
  return new ChainHeadReadiness(pool, { ...(state && { ingester: { state } }), newest }).check();
}

describe('the head of a store that another process writes', () => {
  it('is compared with what the nodes state, however old', async () => {
    await check({ number: 84, timestamp: 1 }, 100);
    await expect(check({ number: 83, timestamp: now() }, 100)).rejects.toThrow('17 blocks behind the node');
    await expect(check(undefined, 100)).rejects.toThrow('100 blocks behind the node');
  });

  it('is compared with the clock where no node answers', async () => {
    await check({ number: 84, timestamp: now() - 180 }, undefined);
    await expect(check({ number: 84, timestamp: now() - 240 }, undefined)).rejects.toThrow(
      /^the newest block is 24\d s old, and no node states its head$/,
    );
    await expect(check(undefined, undefined)).rejects.toThrow('no block is stored');
  });

  it('is nobody’s concern where each process plays the chain by itself', async () => {
    const pool = {} as Pool;
    await new ChainHeadReadiness(pool, { ingester: { state: { stopped: false, isStandby: true } } }).check();
  });
});

describe('the head of a store that this process writes', () => {
  it('is compared with the head it follows', async () => {
    const nodeHead = { number: 100, hash: '0x', timestamp: 1 };
    await check({ number: 84, timestamp: 1 }, 1_000, { stopped: false, nodeHead });
    await expect(check({ number: 83, timestamp: 1 }, 83, { stopped: false, nodeHead })).rejects.toThrow(
      '17 blocks behind the node',
    );
    await expect(check({ number: 84, timestamp: 1 }, 84, { stopped: false })).rejects.toThrow(
      'no node has stated its head yet',
    );
    await expect(check(undefined, 1, { stopped: false, nodeHead, failure: 'broken' })).rejects.toThrow(
      'broken',
    );
  });
});
