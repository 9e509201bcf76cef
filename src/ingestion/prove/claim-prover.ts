import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { ProofRefused } from '../../domain/chain/trie/state-proof.js';
import type { ReadsOfBlock } from '../../domain/event/recorded-reads.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { isProven, type Proof } from '../../node/execution/prove-reads.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import { type ClaimedState, describePlace, type NamedSlots, type PlaceAt } from './claimed-state.js';
import { type ContradictedPlace, Contradictions } from './contradictions.js';
import { endOf, type Mismatch, type Prove, StateComparison } from './state-comparison.js';
import { touchedAccounts, writtenPlaces } from './written-places.js';

const UNPROVEN =
  'is proven by no node, and STATE_PROOFS=required: name one in RPC_URLS that proves the state of this block';

/** A place that no node proves, though proofs are required. */
export class StateUnproven extends Error {
  override readonly name = 'StateUnproven';
  constructor(readonly place: PlaceAt) {
    super(`${describePlace(place)} ${UNPROVEN}`);
  }
}

export interface ProverParts {
  readonly claimed: ClaimedState;
  readonly prove: Prove;
  /** Slots whose values are facts by themselves. */
  readonly slots: ReadonlySet<Hex>;
  readonly named: Pick<NamedSlots, 'of'>;
  /** Called with places of stored blocks that hold another value than these say. */
  readonly onContradicted: (places: readonly PlaceAt[]) => void;
  /** Called with how many values were compared with proofs, and how many could not be. */
  readonly onCompared: (proven: number, unproven: number) => void;
  /** What no node proves is refused, instead of being left as it is. */
  readonly isRequired: boolean;
}

/** Compares the state that claims rest on with proofs against state roots. */
export class ClaimProver {
  readonly comparison: StateComparison;
  readonly contradictions: Contradictions;

  constructor(private readonly parts: ProverParts) {
    const { claimed, prove, onContradicted } = parts;
    this.comparison = new StateComparison(claimed, prove, parts);
    this.contradictions = new Contradictions(claimed, this.comparison, onContradicted);
  }

  newestRun(pool: Pool): Promise<number> {
    return this.parts.claimed.newestRun(pool);
  }

  /** Whether what claims rest on is proven at the end of a block that is not stored yet, before it is: always, where that is required. */
  async provesAt(block: VerifiedBlock): Promise<boolean> {
    return this.parts.isRequired || (await this.#provenEnd(block)) !== undefined;
  }

  /** Some value that nodes prove at the end of a block that is not stored yet. */
  async #provenEnd(block: VerifiedBlock): Promise<Proof> {
    return (await this.parts.prove([{ ...somewhereIn(block.header), ...endOf(block) }]))[0];
  }

  /**
   * Compares what a flush makes claims rest on, before it is committed: what new tracked runs read, codes and named slots that its blocks
   * write, and, at its end, named slots and whatever else claims rest on of the accounts that it names. Values that nodes cannot prove are left as they are,
   * unless proofs are required: then all are compared, and at least one value at the end of the flush.
   *
   * @param blocks of the flush, consecutive; none where it only records answers
   * @param newest number of the newest run before the flush
   * @param isFill more blocks follow at once: what runs read of accounts that blocks name is left to `StateAudit`
   * @returns where stored blocks are wrong instead, the proofs to record in the same transaction: until then their values count
   * @throws BlockRefused naming account and field, StateUnproven where no block is to blame
   */
  async requireProven(
    tx: PoolClient,
    blocks: readonly VerifiedBlock[],
    newest: number,
    isFill: boolean,
  ): Promise<readonly ReadsOfBlock[]> {
    const { claimed, slots, isRequired } = this.parts;
    const end = blocks.at(-1);
    // In a fill one proof is asked for first: without it there is no other.
    if (isFill && end && !(await this.provesAt(end))) return [];
    const [first = 0, last = 0] = [blocks[0]?.header.number, end?.header.number];
    const places = [...(await claimed.readSince(tx, newest, first, last, isRequired))];
    if (blocks.length > 0) {
      places.push(...writtenPlaces(blocks, slots));
      places.push(...(await this.#ofTouched(tx, blocks, last, isFill)));
    }
    const { wrong, unproven } = await this.comparison.compared(tx, places);
    const contradicted: ContradictedPlace[] = [];
    for (const one of wrong) {
      const block = await this.#falseBlock(tx, one, blocks);
      if (block !== undefined) refuse(block, one);
      if (isProven(one.proven)) contradicted.push({ ...one, proven: one.proven });
    }
    await this.requireAll(unproven, blocks);
    return this.contradictions.record(tx, contradicted);
  }

  /**
   * Refuses what is not proven where that is required: of a flush the block at whose end it is asked for, or the last.
   * @throws BlockRefused, StateUnproven outside of flushes
   */
  async requireAll(unproven: readonly PlaceAt[], blocks: readonly VerifiedBlock[] = []): Promise<void> {
    if (!this.parts.isRequired) return;
    const last = blocks.at(-1);
    const place =
      unproven[0] ??
      (last && (await this.#provenEnd(last)) === undefined ? somewhereIn(last.header) : undefined);
    if (!place) return;
    if (!last) throw new StateUnproven(place);
    const block = blocks.find(({ header }) => header.number === place.block) ?? last;
    throw new BlockRefused('state_changes', block.header.number, {
      ...{ account: place.address, field: place.what, problem: UNPROVEN },
    });
  }

  /** What claims rest on already of the accounts that blocks name: they may have left out a change. */
  async #ofTouched(
    tx: PoolClient,
    blocks: readonly VerifiedBlock[],
    block: number,
    isFill: boolean,
  ): Promise<PlaceAt[]> {
    const touched = touchedAccounts(blocks);
    const places = [
      ...(isFill ? [] : await this.parts.claimed.readOf(tx, touched)),
      ...(await this.parts.named.of(tx, touched)),
    ];
    return places.map((place) => ({ ...place, block }));
  }

  /** The first block of a flush at whose end a place does not hold what it states; undefined where an earlier block is wrong. */
  async #falseBlock(
    tx: PoolClient,
    wrong: Mismatch,
    blocks: readonly VerifiedBlock[],
  ): Promise<number | undefined> {
    const first = blocks[0]?.header.number;
    if (first === undefined) return undefined;
    const { proven: found, block: end } = wrong;
    if (found instanceof ProofRefused)
      return blocks.some((one) => one.header.number === end) ? end : undefined;
    const ends = [first - 1, ...blocks.map(({ header }) => header.number)].filter((block) => block <= end);
    const places = ends.map((block) => ({ ...wrong, block }));
    const stated = await this.parts.claimed.values(tx, places);
    const proven = await this.comparison.proven(tx, places);
    const isSame = (at: number): boolean | undefined => {
      const one = proven[at];
      return stated[at] && isProven(one) ? one.output.equals(stated[at].value) : undefined;
    };
    const at = ends.findIndex((block, index) => block >= first && isSame(index) === false);
    if (at < 0) return undefined;
    const isWritten = stated[at]!.since >= first;
    return isWritten || isSame(at - 1) === true ? ends[at] : undefined;
  }
}

/** A place that every block has. */
const somewhereIn = ({ beneficiary, number }: VerifiedBlock['header']): PlaceAt => ({
  ...{ address: toHex(beneficiary), what: formatStateRead({ kind: 'code' }), block: number },
});

const MAX_SHOWN = 66;
const shown = (value: Buffer): string => toHex(value).slice(0, MAX_SHOWN);

function refuse(block: number, { address, what, stated, proven }: Mismatch): never {
  const details =
    proven instanceof ProofRefused
      ? { problem: `is stated without a proof that fits: ${proven.message}` }
      : { expected: shown(proven.output), problem: 'is not what the state root of the block proves' };
  throw new BlockRefused('state_changes', block, {
    ...{ account: address, field: what, stated: shown(stated.value) },
    ...details,
  });
}
