import { describe, expect, it } from '@jest/globals';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import { undoneFrames } from '../../src/domain/chain/protocol/undone-frames.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { isSmall } from '../../src/domain/chain/record/storage-slot.js';
import { type PrestateDiff, prestateChanges } from '../../src/node/trace/prestate-changes.js';
import { slotOfHolder, slotsOfHolders } from '../../src/projection/balance/balance-layout.js';
import { sampledTokens } from '../../src/projection/balance/sampled-tokens.js';
import { storageChanges } from '../../src/records/state/storage-changes.js';
import { LAYOUTS_FOUND, LAYOUTS_MISSED } from './known-layouts.js';
import { recordedCalls } from './recorded-answers.js';
import { recordedReceipts } from './recorded-receipts.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';
import { replayedChain } from './replayed-chain.js';

const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/** The only block with receipts and a state diff. */
const RECEIVED = 10_000_000;
const MOVES = new Set(['a9059cbb', '23b872dd']);
const WORD = 32;
/** The slots at which well-known tokens declare their balances. */
const KNOWN = {
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 9,
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 3,
  '0x6b175474e89094c44da98b954eedeac495271d0f': 2,
  '0xdac17f958d2ee523a2206206994597c13d831ec7': 2,
};

recorded('balance layouts in recorded mainnet blocks (skipped where SHARED_DIR holds none)', () => {
  const chain = REFERENCE_DIRECTORY === undefined ? [] : replayedChain(recordedReceipts(REFERENCE_DIRECTORY));
  const blocks = [...chain.filter(({ header }) => header.number === RECEIVED), ...prestateBlocks(chain)];
  const lines = blocks.flatMap(layoutsOf);

  it('are those of well-known tokens, wherever these appear', () => {
    const seen = lines.filter(({ token }) => token in KNOWN);
    // No block with recorded state moves DAI.
    expect(new Set(seen.map(({ token }) => token)).size).toBe(3);
    for (const { token, layouts } of seen)
      expect({ token, layouts: [...layouts.keys()] }).toEqual({
        token,
        layouts: [KNOWN[token as keyof typeof KNOWN]],
      });
  });

  it('are found for these tokens, each confirmed by so many holders', () => {
    const found = lines.filter(({ layouts }) => layouts.size > 0);
    const texts = found.map(
      ({ block, token, layouts }) =>
        `${block} ${token} ${[...layouts].map(([layout, holders]) => `${layout}:${holders}`).join(' ')}`,
    );
    expect(texts.sort().join('\n')).toBe(LAYOUTS_FOUND.trim());
  });

  it('are missed for tokens that store no balances, or store them at other slots', () => {
    const missed = lines.filter(({ layouts }) => layouts.size === 0);
    expect(missed.map(({ block, token }) => `${block} ${token}`).sort()).toEqual(
      LAYOUTS_MISSED.map(({ block, token }) => `${block} ${token}`).sort(),
    );
    for (const { block, token, declaredAt } of LAYOUTS_MISSED) {
      const line = missed.find((one) => one.block === block && one.token === token)!;
      const declared = new Set(line.holders.flatMap((holder) => declaredBases(line.slots, holder)));
      expect({ token, declaredAt: [...declared].sort() }).toEqual({ token, declaredAt });
    }
  });
});

interface Line {
  readonly block: number;
  readonly token: string;
  /** Mapping slots that the block wrote, as latin-1 text. */
  readonly slots: ReadonlySet<string>;
  readonly holders: readonly Buffer[];
  /** Number of holders that confirm each layout. */
  readonly layouts: ReadonlyMap<number, number>;
}

/** Blocks whose state was recorded by the `prestateTracer`, with their recorded frames. */
function prestateBlocks(chain: readonly VerifiedBlock[]): VerifiedBlock[] {
  return recordedCalls<{ readonly result: PrestateDiff }[]>('debug_traceBlockByNumber.prestateTracer')
    .filter(({ params }) => JSON.stringify(params).includes('"diffMode":true'))
    .map(({ blockNumber, result }) => ({
      ...chain.find(({ header }) => header.number === blockNumber)!,
      stateChanges: result.map((one) => prestateChanges(one.result)),
    }));
}

function layoutsOf(block: VerifiedBlock): Line[] {
  const written = new Map<Address, Set<string>>();
  for (const { address, changes } of storageChanges(block)) {
    const slots = [...changes].map(({ slot }) => slot).filter((slot) => !isSmall(slot));
    written.set(hex(address), new Set(slots.map((slot) => slot.toString('latin1'))));
  }
  const tokens = block.header.number === RECEIVED ? sampledTokens(block, () => true) : calledTokens(block);
  return tokens.map(({ token, holders }) => {
    const slots = written.get(hex(token)) ?? new Set<Address>();
    const layouts = new Map<number, number>();
    for (const { layout } of slotsOfHolders(slots, holders))
      layouts.set(layout.number, (layouts.get(layout.number) ?? 0) + 1);
    return { block: block.header.number, token: hex(token), slots, holders, layouts };
  });
}

/** For blocks without recorded logs: addresses that were called to move tokens, and all addresses in these calls. */
function calledTokens({
  frames = [],
}: VerifiedBlock): { readonly token: Buffer; readonly holders: Buffer[] }[] {
  const called = new Map<string, { readonly token: Buffer; readonly holders: Map<string, Buffer> }>();
  for (const ofTransaction of frames) {
    const undone = undoneFrames(ofTransaction);
    ofTransaction.forEach(({ type, to, input }, at) => {
      if (to && !undone[at] && type === 'CALL' && MOVES.has(input.subarray(0, 4).toString('hex')))
        called.set(hex(to), { token: to, holders: new Map() });
    });
  }
  for (const { from, to, input } of frames.flat()) {
    const holders = to && called.get(hex(to))?.holders;
    holders?.set(hex(from), from);
    for (let at = 4; holders && at + WORD <= input.length; at += WORD) {
      const word = input.subarray(at, at + WORD);
      if (word.subarray(0, 12).every((byte) => byte === 0) && word.readUInt32BE(12) !== 0)
        holders.set(hex(word.subarray(12)), word.subarray(12));
    }
  }
  return [...called.values()].map(({ token, holders }) => ({ token, holders: [...holders.values()] }));
}

/** Slots beyond those tried by us at which a Solidity mapping explains a write for a holder. */
function declaredBases(slots: ReadonlySet<string>, holder: Buffer): number[] {
  return Array.from({ length: 500 }, (_, number) => number).filter((number) => {
    const base = Buffer.alloc(WORD);
    base.writeUInt32BE(number, 28);
    return slots.has(slotOfHolder({ number, base, baseFirst: false }, holder).toString('latin1'));
  });
}

function hex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`;
}
