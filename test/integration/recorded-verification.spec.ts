import { describe, expect, it } from '@jest/globals';
import { decodeBundle, encodeBundle } from '../../src/domain/chain/codec/bundle.js';
import type { Frame } from '../../src/domain/chain/record/block.js';
import { BlockRefused } from '../../src/ingestion/verify/finding/block-refused.js';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import { frameReading } from '../../src/node/execution/frame-reading.js';
import type { SourcedBlock } from '../../src/node/rpc/rpc-block.js';
import { bareBlocks, type RecordedBlock, wholeBlocks } from '../recorded/recorded-block.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';

const whole = REFERENCE_DIRECTORY === undefined ? [] : wholeBlocks(REFERENCE_DIRECTORY);
const bare = REFERENCE_DIRECTORY === undefined ? [] : bareBlocks(REFERENCE_DIRECTORY);
const WITHOUT_SIGNATURES = 21_925_176;
const WITH_UNKNOWN_OMMER = 14_764_013;

const suite = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

suite('recorded mainnet blocks (skipped without the reference directory)', () => {
  const signed = whole.filter(({ block }) => Number(block.number) !== WITHOUT_SIGNATURES);

  it('are 19 with signatures', () => {
    expect(signed).toHaveLength(19);
  });

  it.each(named(signed))('%s is accepted, and unchanged after encoding as a bundle', (_, recorded) => {
    const verified = verifyBlock(sourced(recorded), { number: Number(recorded.block.number) });
    expect(`0x${verified.hash.toString('hex')}`).toBe(recorded.block.hash);
    expect(verified.transactions).toHaveLength(recorded.block.transactions.length);
    expect(decodeBundle(encodeBundle(verified))).toStrictEqual(verified);
  });

  it.each(named(signed))('%s is refused with the last log of a receipt cut off', (_, recorded) => {
    const receipts = structuredClone(recorded.receipts) as unknown as { logs: unknown[] }[];
    const cut = receipts.findLast(({ logs }) => logs.length > 0);
    if (cut === undefined) return;
    cut.logs.pop();
    expect(reasonOf({ ...sourced(recorded), receipts: receipts as never })).toBe('receipts_root');
  });

  it('without signatures is refused with that reason', () => {
    const recorded = whole.find(({ block }) => Number(block.number) === WITHOUT_SIGNATURES)!;
    expect(reasonOf(sourced(recorded))).toBe('transaction_without_signature');
  });

  it('with an unknown ommer is accepted, and states what is not known', () => {
    const recorded = whole.find(({ block }) => Number(block.number) === WITH_UNKNOWN_OMMER)!;
    const verified = verifyBlock(sourced(recorded));
    expect(verified.ommerCount).toBe(1);
    expect('ommers' in verified).toBe(false);
  });

  const traced = whole.flatMap((recorded) => [
    ...(recorded.traces ? [{ recorded, family: 'debug_callTracer' as const, answer: recorded.traces }] : []),
    ...(recorded.parityTraces
      ? [{ recorded, family: 'trace_block' as const, answer: recorded.parityTraces }]
      : []),
  ]);

  it.each(traced.map((one) => [`${Number(one.recorded.block.number)} by ${one.family}`, one] as const))(
    '%s has frames that fit its transactions and receipts',
    (_, { recorded, family, answer }) => {
      const hashes = recorded.block.transactions.map((rpc) => (rpc as { hash: string }).hash);
      const frames: Frame[][] = frameReading(family)!.read(answer, hashes, recorded.block.hash);
      const verified = verifyBlock({ ...sourced(recorded), frames });
      expect(verified.frames).toHaveLength(hashes.length);
      expect(verified.receipts.every(({ status }) => status !== undefined)).toBe(true);
      expect(verified.frames!.map(([root]) => root!.gasUsed)).toEqual(
        verified.receipts.map((r) => r.gasUsed),
      );
      expect(decodeBundle(encodeBundle(verified))).toStrictEqual(verified);
      const shifted = [...frames.slice(1), ...frames.slice(0, 1)];
      if (frames.length > 1) expect(reasonOf({ ...sourced(recorded), frames: shifted })).toBe('frames');
    },
  );

  it('before Byzantium have no outcome unless frames show it', () => {
    const recorded = whole.find(({ block }) => Number(block.number) === 4_369_999)!;
    expect(verifyBlock(sourced(recorded)).receipts.some((receipt) => 'status' in receipt)).toBe(false);
  });

  it('are 58 without receipts', () => {
    expect(bare).toHaveLength(58);
  });

  it.each(named(bare))(
    '%s is refused for lack of receipts, after its transactions were verified',
    (_, recorded) => {
      expect(reasonOf(sourced(recorded))).toBe('receipts_missing');
      const [first, ...others] = recorded.block.transactions as unknown as { value: string }[];
      if (first === undefined) return;
      const withFirst = (changed: object) =>
        sourced({
          block: { ...recorded.block, transactions: [changed, ...others] },
        } as unknown as RecordedBlock);
      expect(reasonOf(withFirst({ ...first, value: `${first.value}1` }))).toBe('transactions_root');
      expect(reasonOf(withFirst({ ...first, from: `0x${'11'.repeat(20)}` }))).toBe('forged_sender');
    },
  );
});

function sourced(recorded: RecordedBlock): SourcedBlock {
  return { block: recorded.block, receipts: recorded.receipts } as unknown as SourcedBlock;
}

function named(blocks: readonly RecordedBlock[]): [number, RecordedBlock][] {
  // A table without rows is an error even in a skipped suite.
  const placeholder: [number, RecordedBlock] = [0, {} as RecordedBlock];
  return blocks.length === 0
    ? [placeholder]
    : blocks.map((recorded) => [Number(recorded.block.number), recorded]);
}

function reasonOf(block: SourcedBlock): string {
  try {
    verifyBlock(block);
  } catch (error) {
    if (error instanceof BlockRefused) return error.reason;
    throw error;
  }
  return 'accepted';
}
