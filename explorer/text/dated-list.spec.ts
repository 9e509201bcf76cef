import { describe, expect, it } from '@jest/globals';
import { listAt, listOf } from './dated-list.js';

const LIST = {
  id: 'list',
  versions: [
    { validFromBlock: 100, retrievedAt: '2026-01-01T00:00:00Z' },
    { validFromBlock: 200, retrievedAt: '2026-02-01T00:00:00Z', asOf: '2025-03-21T00:00:00Z' },
  ],
};
const at = (block: number, day: string) => listAt(LIST, block, Date.parse(day));

describe('a list', () => {
  it('has the day of the version that counts at the block', () => {
    expect(at(199, '2026-01-02')).toEqual({ id: 'list', day: 'read 1 Jan 2026', isOld: false });
    expect(at(200, '2025-03-22')).toEqual({ id: 'list', day: 'of 21 Mar 2025', isOld: false });
    expect(at(99, '2026-01-02')).toEqual({ id: 'list', isOld: false });
  });

  it('is old after 30 days, without a date of its own by the day on which it was read', () => {
    expect([at(199, '2026-01-31').isOld, at(199, '2026-02-01').isOld]).toEqual([false, true]);
    expect([at(200, '2025-04-20').isOld, at(200, '2025-04-21').isOld]).toEqual([false, true]);
    const answered = (day: string) => listOf({ id: 'list', asOf: '2026-01-01T00:00:00Z' }, Date.parse(day));
    expect(answered('2026-01-31')).toEqual({ id: 'list', day: 'of 1 Jan 2026', isOld: false });
    expect(answered('2026-02-01').isOld).toBe(true);
    expect(listOf({ id: 'list' }, 0)).toEqual({ id: 'list', isOld: false });
  });
});
