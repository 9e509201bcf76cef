import { describe, expect, it } from '@jest/globals';
import { CursorFence } from './cursor-fence.js';
import type { DocumentedMethod } from './method/documented-method.js';

const listing = (list: object): DocumentedMethod => ({ path: 'x', plan: 'Intelligence', list }) as never;
const BY_BLOCK = listing({ items: 'rows', paged: true, cursorsByBlock: true });

describe('the fence before the next page of a list', () => {
  let head = 100;
  let asked = 0;
  let now = 0;
  const fence = new CursorFence(
    async () => {
      asked++;
      return head;
    },
    () => now,
  );
  const from = (block: number) => ({ cursor: { after: [block, 3] } });

  it('is open at the first page, and for cursors that name no block', () => {
    expect(fence.pass(BY_BLOCK, { cursor: {} })).toBeUndefined();
    expect(fence.pass(BY_BLOCK, {})).toBeUndefined();
    expect(fence.pass(listing({ items: 'rows', paged: true }), from(101))).toBeUndefined();
    expect(fence.pass(listing({ items: 'rows', paged: true, newestFirst: true }), from(101))).toBeUndefined();
  });

  it('asks once about blocks that no reorganisation replaces', async () => {
    await fence.pass(BY_BLOCK, from(100));
    expect(fence.pass(BY_BLOCK, from(36))).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('asks again a second later, because a restored database may lack them', async () => {
    head = 20;
    now += 1_000;
    await expect(fence.pass(BY_BLOCK, from(36))).rejects.toMatchObject({ code: 'service_unavailable' });
    head = 100;
  });

  it('refuses a block that was stored, while a shorter branch is stored', async () => {
    head = 98;
    await expect(fence.pass(BY_BLOCK, from(99))).rejects.toMatchObject({ code: 'service_unavailable' });
    head = 100;
  });

  it('waits for a block that arrives, and refuses one that does not', async () => {
    setTimeout(() => {
      head = 101;
    }, 100);
    await fence.pass(BY_BLOCK, from(101));
    await expect(fence.pass(BY_BLOCK, from(102))).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
