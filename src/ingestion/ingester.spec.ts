import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LeaseRefused } from '../event-store/writer-lease.js';
import { Ingester } from './ingester.js';

describe('an ingester', () => {
  it('is no longer a standby once it cannot tell whether another process writes', async () => {
    const failures = [new LeaseRefused('another writes'), new Error('no node can be reached')];
    const seen: boolean[] = [];
    const ingester: Ingester = new Ingester(
      async () => {
        seen.push(ingester.state.isStandby === true);
        throw failures.shift() ?? new Error('not asked again so soon');
      },
      1,
      () => undefined,
    );
    ingester.start();
    while (ingester.state.failure === undefined) await setImmediate();
    expect(seen).toEqual([false, true]);
    expect(ingester.state).toEqual({ failure: 'no node can be reached', stopped: false });
    await ingester.stop();
  });

  it('opens another follower where the one that it has is outdated', async () => {
    const seen: string[] = [];
    let steps = 0;
    const open = async () => {
      seen.push('opened');
      return {
        follower: { step: async () => ++steps < 4 },
        isOutdated: () => steps === 2,
        close: async () => void seen.push('closed'),
      };
    };
    const ingester = new Ingester(open, 60_000, (failure) => seen.push(failure));
    ingester.start();
    while (steps < 4) await setImmediate();
    await ingester.stop();
    expect(seen).toEqual(['opened', 'closed', 'opened', 'closed']);
  });
});
