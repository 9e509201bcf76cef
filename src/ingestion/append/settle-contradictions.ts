import { toHex } from '../../domain/chain/codec/hex.js';
import { nativeCredits } from '../../domain/chain/protocol/native-credits.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { storageClearing } from '../../domain/chain/record/storage-clearing.js';
import { bytesToBigInt } from '../../domain/chain/word.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { isProven, type Proof } from '../../node/execution/prove-reads.js';
import type { PlaceAt } from '../prove/claimed-state.js';
import type { ContradictedPlace } from '../prove/contradictions.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import { type Contradiction, describeContradiction } from '../verify/state-sequence.js';

/** Proofs that nodes give, in the order of the places. */
export type ProvePlaces = (places: readonly PlaceAt[]) => Promise<readonly Proof[]>;

/**
 * Decides by proofs which of two contradicting blocks is false. A new block is refused; a stored one does not
 * keep true blocks out. Without a proof the block that found another state is refused.
 *
 * @param contradictions of the new blocks, or of stored blocks above them
 * @param blocks about to be stored, consecutive
 * @returns places for which stored blocks give a wrong value, each with a block at whose end it is wrong
 * @throws BlockRefused for the first false block
 */
export async function settleContradictions(
  contradictions: readonly Contradiction[],
  blocks: readonly VerifiedBlock[],
  prove: ProvePlaces,
): Promise<ContradictedPlace[]> {
  const held = contradictions.map((one) => endsOf(one, blocks));
  // A stored block implies the state at the end of the block before it.
  const asked = contradictions.map((one, at) => [...new Set([...held[at]!, one.header.number - 1])]);
  const places = contradictions.map(({ address, read }) => ({
    ...{ address: toHex(address), what: formatStateRead(read) },
  }));
  const proven = [
    ...(await prove(asked.flatMap((ends, at) => ends.map((block) => ({ ...places[at]!, block }))))),
  ];
  return contradictions.map((one, at) => {
    const ends = asked[at]!;
    const proofs = proven.splice(0, ends.length);
    const byEnd = new Map(ends.map((block, index) => [block, proofs[index]]));
    const block = falseEnd(one, held[at]!, byEnd, blocks);
    const proof = byEnd.get(block);
    return { ...places[at]!, block, ...(isProven(proof) && { proven: proof }) };
  });
}

/**
 * The blocks at whose ends a place has the value that was left, by what the blocks say: from its last write
 * on. The first of them may be stored.
 */
function endsOf({ header, address, read }: Contradiction, blocks: readonly VerifiedBlock[]): number[] {
  const first = blocks[0]!.header.number;
  const last = Math.min(header.number, first + blocks.length) - 1;
  const writes = ({ stateChanges = [] }: VerifiedBlock): boolean =>
    stateChanges.flat().some((change) => {
      if (!change.address.equals(address)) return false;
      if (read.kind === 'balance' || read.kind === 'nonce') return change[read.kind] !== undefined;
      const isWritten = read.kind === 'slot' && change.storage.some(({ slot }) => toHex(slot) === read.slot);
      return isWritten || storageClearing(change) !== undefined;
    });
  const written = blocks.findLast((block) => block.header.number <= last && writes(block));
  const since = written?.header.number ?? first - 1;
  return Array.from({ length: last - since + 1 }, (_, index) => since + index);
}

/** A block at whose end stored blocks give a wrong value. @throws BlockRefused */
function falseEnd(
  one: Contradiction,
  ends: readonly number[],
  proven: ReadonlyMap<number, Proof>,
  blocks: readonly VerifiedBlock[],
): number {
  const { header, address, read, stated, expected, at, refusal } = one;
  const first = blocks[0]!.header.number;
  const last = ends.at(-1)!;
  const credits = read.kind === 'balance' ? creditsOf(address, blocks) : () => 0n;
  const differsBy = (end: number, value: bigint): bigint | undefined => {
    const proof = proven.get(end);
    return isProven(proof) ? bytesToBigInt(proof.output) - (value + credits(at, end)) : undefined;
  };
  const isStored = header.number >= first + blocks.length;
  const differs = differsBy(last, expected);
  if (differs === undefined) throw refusal;
  if (differs === 0n) {
    if (!isStored) throw refusal;
    return header.number - 1;
  }
  const from = ends.find((end) => (differsBy(end, expected) ?? 0n) !== 0n)!;
  const isFirst = from === ends[0] || differsBy(from - 1, expected) === 0n;
  if (!isFirst) throw refusal;
  if (from >= first)
    throw new BlockRefused('state_changes', from, {
      ...describeContradiction(address, read, expected, expected + differs),
      ...{ field: formatStateRead(read), problem: 'is not what the state root of the block proves' },
    });
  if (!isStored && stated !== undefined && differsBy(last, stated) !== 0n) throw refusal;
  return from;
}

/**
 * Wei that the protocol pays an account after block `after`, up to block `upTo`; negative if `upTo` is the
 * earlier one.
 */
function creditsOf(
  address: Buffer,
  blocks: readonly VerifiedBlock[],
): (after: number, upTo: number) => bigint {
  const paid = (low: number, high: number): bigint => {
    let wei = 0n;
    for (const block of blocks) {
      if (block.header.number <= low || block.header.number > high) continue;
      for (const credit of nativeCredits(block)) if (credit.address.equals(address)) wei += credit.wei;
    }
    return wei;
  };
  return (after, upTo) => (upTo >= after ? paid(after, upTo) : -paid(upTo, after));
}
