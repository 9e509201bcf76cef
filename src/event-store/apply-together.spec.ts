import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { applyTogether } from './apply-together.js';
import type { Projector } from './projector.js';

const FINALIZED = [{ kind: 'BlockFinalized', position: 1, number: 7, hash: Buffer.alloc(32) }] as const;
const NO_CLIENT = {} as PoolClient;

/** A projector that takes some time and notes what it did. */
function projector(said: string[], name: string, readsFrom: string[] = [], fails = false): Projector {
  return {
    name,
    readsFrom,
    on: {
      async BlockFinalized() {
        said.push(`${name} begins`);
        await setTimeout(5);
        if (fails) throw new Error(`${name} failed`);
        said.push(`${name} ends`);
      },
    },
    unwind: async () => undefined,
    clear: async () => undefined,
  };
}

describe('projectors that work together', () => {
  it('begin at once or after those they read from, longest chains first', async () => {
    const said: string[] = [];
    const all = [
      projector(said, 'alone'),
      projector(said, 'block'),
      projector(said, 'day', ['block']),
      projector(said, 'year', ['day', 'block']),
    ];
    await applyTogether(all, NO_CLIENT, FINALIZED, { isFill: true });
    expect(said.slice(0, 2)).toEqual(['block begins', 'alone begins']);
    const at = (what: string): number => said.indexOf(what);
    expect(at('block ends')).toBeLessThan(at('day begins'));
    expect(at('day ends')).toBeLessThan(at('year begins'));
    expect(said).toHaveLength(8);
  });

  it('all end before a failure is thrown, and none begins after it', async () => {
    const said: string[] = [];
    const all = [
      projector(said, 'block', [], true),
      projector(said, 'day', ['block']),
      projector(said, 'slow'),
    ];
    await expect(applyTogether(all, NO_CLIENT, FINALIZED, { isFill: true })).rejects.toThrow('block failed');
    expect(said).toEqual(['block begins', 'slow begins', 'slow ends']);
  });
});
