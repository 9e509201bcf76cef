import { bytesToBigInt } from '../../domain/chain/word.js';
import type { StateAnswer, UnknownReason } from './known-state.js';

/** How the asked block is covered. The first and last block are those of the covered range around it; null without one. */
export interface CoverageRow {
  readonly isStored: boolean;
  readonly isCovered: boolean;
  readonly firstBlock: number | null;
  readonly lastBlock: number | null;
  /** The range begins the chain: what nothing wrote is zero. */
  readonly isWhole: boolean | null;
  /** The first of the blocks up to the asked one that all have access lists; null where that one has none. */
  readonly listedSince: number | null;
}

/**
 * Which recorded answers count: those that claims rest on, those of tracked runs, or all, with answers to
 * requests.
 */
export type RecordedAnswers = 'claims' | 'tracked' | 'all';

/** A node's recorded answer about a block between two writes. */
export interface RecordedRow {
  /** Null, too, where no node has the state of the block. */
  readonly output: Buffer | null;
  readonly isProven: boolean | null;
  /** Whether another proof between the same writes shows another value, or a node gave its word for one. */
  readonly isContradicted: boolean | null;
  /** The block; null where nothing is recorded. */
  readonly recordedAt: number | null;
}

/** What nodes answered of a place between two writes: the first proof, or else their word. */
interface Recorded<Value> {
  readonly value: Value;
  readonly isProven: boolean;
  /** Proofs and words give several values: a write between them is not stored, or a word is false. */
  readonly isContradicted: boolean;
}

/** What is known of one place around a block. */
export interface Finding<Value> {
  readonly coverage: CoverageRow;
  /** Blocks of the range that wrote the place: the last up to the asked block, and the first after it. */
  readonly lastWrite: number | null;
  readonly nextWrite: number | null;
  /** The value that changes of the range give. */
  readonly changed: Value | undefined;
  readonly recorded?: Recorded<Value> | undefined;
  /** The block of the recorded answer, even of one without a value; null where nothing is recorded. */
  readonly recordedAt: number | null;
  readonly isEqual: (one: Value, other: Value) => boolean;
}

/**
 * The answer about a place at the end of a block. State changes take precedence over what a node attests, and
 * a proof that differs contradicts them.
 */
export function stateAnswer<Value>(block: number, finding: Finding<Value>): StateAnswer<Value> {
  const { coverage, lastWrite, nextWrite, changed, recorded, recordedAt, isEqual } = finding;
  const next = nextWrite === null ? {} : { nextChange: nextWrite };
  const value = changed ?? recorded?.value;
  const through = nextWrite === null ? (coverage.lastBlock ?? block) : nextWrite - 1;
  if (value === undefined) {
    const reason = recordedAt === through ? 'no_history' : unknownReason(coverage);
    return { known: false, reason, ...askedAt(reason, through), ...next };
  }
  const isProven = recorded?.isProven === true;
  if (isProven && (recorded.isContradicted || !isEqual(value, recorded.value)))
    return { known: false, reason: 'contradicted', ...next };
  // The header of the last write commits to the value, and access lists since then show no other write.
  const { listedSince } = coverage;
  const isListed =
    changed !== undefined && lastWrite !== null && listedSince !== null && listedSince <= lastWrite;
  return {
    known: true,
    value,
    support: isProven || isListed ? 'proven' : changed === undefined ? 'attested' : 'changes',
    ...(isProven && !isListed && recordedAt !== null && { provenAt: recordedAt }),
    since: lastWrite ?? coverage.firstBlock ?? block,
    through,
    ...next,
  };
}

export function unknownReason({ isStored, isCovered, firstBlock }: CoverageRow): UnknownReason {
  if (firstBlock !== null) return 'not_written_in_range';
  if (!isStored) return 'block_not_stored';
  return isCovered ? 'projection_behind' : 'no_state_changes';
}

/** A node cannot help with a block that is not stored, or while tables lack blocks. */
const askedAt = (reason: UnknownReason, block: number) =>
  reason === 'block_not_stored' || reason === 'projection_behind' ? {} : { askAt: block };

export function recordedWord({
  output,
  isProven,
  isContradicted,
}: RecordedRow): Recorded<bigint> | undefined {
  if (output === null) return undefined;
  return {
    value: bytesToBigInt(output),
    isProven: isProven === true,
    isContradicted: isContradicted === true,
  };
}

/** The later or the earlier of two blocks that may not exist. */
export const latest = (...blocks: readonly (number | null)[]): number | null => chosen(Math.max, blocks);
export const earliest = (...blocks: readonly (number | null)[]): number | null => chosen(Math.min, blocks);

function chosen(choose: (...numbers: number[]) => number, blocks: readonly (number | null)[]): number | null {
  const known = blocks.filter((block) => block !== null);
  return known.length === 0 ? null : choose(...known);
}
