import { describe, expect, it } from '@jest/globals';
import { CursorFence } from './cursor-fence.js';
import type { DocumentedMethod } from './method/documented-method.js';

const listing = (list: object): DocumentedMethod => ({ path: 'x', plan: 'Intelligence', list }) as never;
const BY_BLOCK = listing({ items: 'rows', paged: true, cursorsByBlock: true });

describe('a fence before a list that goes on', () => {
  let head = 10;
  let asked = 0;
  const fence = new CursorFence(async () => {
    asked++;
    return head;
  });
  const from = (block: number) => ({ cursor: { after: [block, 3] } });

  it('is open at the first page, and for cursors that name no block', () => {
    expect(fence.pass(BY_BLOCK, { cursor: {} })).toBeUndefined();
    expect(fence.pass(BY_BLOCK, {})).toBeUndefined();
    expect(fence.pass(listing({ items: 'rows', paged: true }), from(11))).toBeUndefined();
    expect(fence.pass(listing({ items: 'rows', paged: true, newestFirst: true }), from(11))).toBeUndefined();
  });

  it('asks once for blocks that are held', async () => {
    await fence.pass(BY_BLOCK, from(10));
    expect(fence.pass(BY_BLOCK, from(9))).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('waits for a block that arrives, and refuses one that does not', async () => {
    setTimeout(() => {
      head = 11;
    }, 100);
    await fence.pass(BY_BLOCK, from(11));
    await expect(fence.pass(BY_BLOCK, from(12))).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
