import { describe, expect, it } from '@jest/globals';
import { AuditRounds } from './audit-rounds.js';

const RUNS = 1_000;

describe('AuditRounds', () => {
  it('begins anywhere, so that processes that soon end do not see the lowest runs alone', async () => {
    const begun = await Promise.all(
      Array.from({ length: 60 }, () => new AuditRounds().above(async () => RUNS)),
    );
    expect(Math.max(...begun)).toBeGreaterThan(RUNS / 2);
    expect(Math.max(...begun)).toBeLessThan(RUNS);
  });

  it('goes on where it was', async () => {
    const rounds = new AuditRounds();
    await rounds.above(async () => RUNS);
    rounds.goOn(700);
    expect(await rounds.above(async () => RUNS)).toBe(700);
  });

  it('begins the second round at once with the lowest run, and the third after 256 blocks', async () => {
    const rounds = new AuditRounds();
    rounds.end(5);
    expect(rounds.isDue(5)).toBe(true);
    expect(await rounds.above(async () => RUNS)).toBe(0);
    rounds.end(5);
    expect(rounds.isDue(260)).toBe(false);
    expect(rounds.isDue(261)).toBe(true);
  });
});
