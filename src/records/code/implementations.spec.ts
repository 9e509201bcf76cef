import { describe, expect, it } from '@jest/globals';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { CoveredBlocks } from './covered-blocks.js';
import { type CloneStep, implementationsOf, type SlotWrite } from './implementations.js';

const HEAD = 100;
const NOBODY = `0x${'00'.repeat(20)}`;
const [A, B, C] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address];
type Range = readonly [from: number, to: number];
const WHOLE: readonly Range[] = [[0, HEAD]];

const word = (address: string, above = '00'): Hex => `0x${above.repeat(12)}${address.slice(2)}`;

function write(
  blockNumber: number,
  before: string,
  after: string,
  differing: Partial<SlotWrite> = {},
): SlotWrite {
  const place = {
    slot: 'eip1967_implementation',
    blockNumber,
    txIndex: 0,
    txHash: `0x${blockNumber}`,
  } as const;
  return { ...place, before: word(before), after: word(after), ...differing };
}

function step(blockNumber: number, kind: CloneStep['kind'], cloneTarget: Address | null = null): CloneStep {
  return { blockNumber, txIndex: 0, kind, codeHash: kind === 'cleared' ? null : '0xcode', cloneTarget };
}

const found = (
  writes: readonly SlotWrite[],
  { ranges = WHOLE, steps = [] }: { ranges?: readonly Range[]; steps?: readonly CloneStep[] } = {},
) => {
  const covered = ranges.map(([fromBlock, toBlock]) => ({ fromBlock, toBlock }));
  return implementationsOf(steps, writes, new CoveredBlocks(covered, HEAD));
};

/** Pointer, first and last block, what became of it. */
const brief = (...given: Parameters<typeof found>) =>
  found(...given).map(({ pointer, firstSeenBlock, lastSeenBlock, superseded }) => [
    pointer,
    firstSeenBlock,
    lastSeenBlock,
    superseded,
  ]);

describe('implementations in slots', () => {
  it('R-141: hold from their write to the head', () => {
    expect(found([write(10, NOBODY, A)])).toEqual([
      {
        pointer: A,
        source: 'storage_eip1967_impl',
        slot: 'eip1967_implementation',
        firstSeenBlock: 10,
        lastSeenBlock: HEAD,
        superseded: null,
        lastWrite: { kind: 'set', blockNumber: 10, txHash: '0x10' },
      },
    ]);
  });

  it('R-135, R-142: give way to the next one in the block of its write', () => {
    expect(brief([write(10, NOBODY, A), write(20, A, B)])).toEqual([
      [B, 20, HEAD, null],
      [A, 10, 19, { by: B, blockNumber: 20 }],
    ]);
  });

  it('end with a contract that is older than the known blocks', () => {
    expect(brief([write(10, A, B)], { steps: [step(30, 'cleared')] })).toEqual([
      [B, 10, 29, { by: NOBODY, blockNumber: 30 }],
      [A, 9, 9, { by: B, blockNumber: 10 }],
    ]);
  });

  it('were seen in the one block that set and replaced them', () => {
    expect(brief([write(10, NOBODY, A), write(10, A, B, { txIndex: 1 })])).toEqual([
      [B, 10, HEAD, null],
      [A, 10, 10, { by: B, blockNumber: 10 }],
    ]);
  });

  it('are listed once when they return', () => {
    expect(brief([write(10, NOBODY, A), write(20, A, B), write(30, B, A)])).toEqual([
      [A, 10, HEAD, null],
      [B, 20, 29, { by: A, blockNumber: 30 }],
    ]);
  });

  it('R-143: are cleared for the zero address', () => {
    const [cleared] = found([write(10, NOBODY, A), write(20, A, NOBODY)]);
    expect(cleared).toMatchObject({ lastSeenBlock: 19, superseded: { by: NOBODY, blockNumber: 20 } });
    expect(cleared?.lastWrite).toEqual({ kind: 'cleared', blockNumber: 20, txHash: '0x20' });
    expect(found([write(10, NOBODY, A), write(20, A, B)])[0]?.lastWrite?.kind).toBe('changed');
  });

  it('are the low 20 bytes of a word, whatever the upper bytes are', () => {
    const dirty = write(20, A, A, { after: word(A, 'ff') });
    expect(brief([write(10, NOBODY, A), dirty])).toEqual([[A, 10, HEAD, null]]);
  });

  it('are known before the first write that was seen', () => {
    expect(brief([write(40, A, B)], { ranges: [[30, HEAD]] })).toEqual([
      [B, 40, HEAD, null],
      [A, 39, 39, { by: B, blockNumber: 40 }],
    ]);
  });

  it('R-140: have an end that storage cannot say where state is missing after them', () => {
    const ranges: readonly Range[] = [
      [0, 50],
      [60, HEAD],
    ];
    expect(brief([write(10, NOBODY, A)], { ranges })).toEqual([[A, 10, 50, undefined]]);
    expect(brief([write(10, NOBODY, A), write(70, B, C)], { ranges })).toEqual([
      [C, 70, HEAD, null],
      [B, 69, 69, { by: C, blockNumber: 70 }],
      [A, 10, 50, undefined],
    ]);
    // A pointer seen before and after the gap counts as seen in between.
    expect(brief([write(10, NOBODY, A), write(60, A, B)], { ranges })).toEqual([
      [B, 60, HEAD, null],
      [A, 10, 50, { by: B, blockNumber: 60 }],
    ]);
  });

  it('R-139: name no write where the chain began with them', () => {
    const begun = write(0, NOBODY, A, { txIndex: -1, txHash: null });
    expect(found([begun])[0]).not.toHaveProperty('lastWrite');
    expect(found([begun, write(10, A, B)])[1]).toMatchObject({ pointer: A, lastWrite: { blockNumber: 10 } });
  });

  it('end with their contract, and return with the next', () => {
    const steps = [step(10, 'set'), step(20, 'cleared'), step(30, 'set')];
    expect(brief([write(10, NOBODY, A)], { steps: steps.slice(0, 2) })).toEqual([
      [A, 10, 19, { by: NOBODY, blockNumber: 20 }],
    ]);
    expect(brief([write(10, NOBODY, A), write(30, NOBODY, B)], { steps })).toEqual([
      [B, 30, HEAD, null],
      [A, 10, 19, { by: NOBODY, blockNumber: 20 }],
    ]);
  });

  it('are told apart by slot', () => {
    const beacon = write(10, NOBODY, A, { slot: 'eip1967_beacon' });
    const zeppelin = write(10, NOBODY, A, { slot: 'oz_v1_implementation' });
    expect(found([beacon, zeppelin, write(10, NOBODY, A)]).map(({ source }) => source)).toEqual([
      'storage_beacon',
      'storage_eip1967_impl',
      'storage_oz_v1',
    ]);
  });
});

describe('implementations in code', () => {
  it('R-138, R-140: have no slot, and nothing supersedes them', () => {
    expect(found([], { steps: [step(10, 'set', A)] })).toEqual([
      { pointer: A, source: 'eip1167', firstSeenBlock: 10, lastSeenBlock: HEAD },
    ]);
  });

  it('end with their clone', () => {
    expect(brief([], { steps: [step(10, 'set', A), step(20, 'cleared'), step(30, 'transient', B)] })).toEqual(
      [
        [B, 30, 30, undefined],
        [A, 10, 19, undefined],
      ],
    );
  });
});
