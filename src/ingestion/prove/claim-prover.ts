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

/** No node proves a place although proofs are required. */
export class StateUnproven extends Error {
  override readonly name = 'StateUnproven';
  constructor(readonly place: PlaceAt) {
    super(`${describePlace(place)} ${UNPROVEN}`);
  }
}

export interface ProverParts {
  readonly claimed: ClaimedState;
  readonly prove: Prove;
  /** Slots whose values are facts. */
  readonly slots: ReadonlySet<Hex>;
  readonly named: Pick<NamedSlots, 'of'>;
  /** Called with places for which stored blocks give a wrong value. */
  readonly onContradicted: (places: readonly PlaceAt[]) => void;
  /** Called with the numbers of values that were compared with proofs, and of those that no node proved. */
  readonly onCompared: (proven: number, unproven: number) => void;
  /** Whether a value that no node proves is refused instead of kept. */
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

  /**
   * Whether nodes prove state at the end of a block that is not stored yet, so that its claims can be
   * compared before the commit. Always true where proofs are required.
   */
  async provesAt(block: VerifiedBlock): Promise<boolean> {
    return this.parts.isRequired || (await this.#provenEnd(block)) !== undefined;
  }

  /**
   * A proof of some value at the end of a block that is not stored yet; undefined where no node gives one.
   */
  async #provenEnd(block: VerifiedBlock): Promise<Proof> {
    return (await this.parts.prove([{ ...somewhereIn(block.header), ...endOf(block) }]))[0];
  }

  /**
   * Compares state that claims rest on after a flush, before it is committed: what new tracked runs read,
   * codes and named slots that its blocks write, and, at its end, named slots and other state of the accounts
   * that its blocks name. A value that no node proves is kept, unless proofs are required: then every value
   * must be proven, and at least one at the end of the flush.
   *
   * @param blocks of the flush, consecutive; none where it only records answers
   * @param newest number of the newest run before the flush
   * @param isFill more blocks follow at once: what runs read of named accounts is left to `StateAudit`
   * @returns proofs that stored blocks are wrong, to be recorded in the same transaction; until then their
   * values count
   * @throws BlockRefused naming account and field
   * @throws StateUnproven where no block is to blame
   */
  async requireProven(
    tx: PoolClient,
    blocks: readonly VerifiedBlock[],
    newest: number,
    isFill: boolean,
  ): Promise<readonly ReadsOfBlock[]> {
    const { claimed, slots, isRequired } = this.parts;
    const end = blocks.at(-1);
    // In a fill, one proof is tried first: if there is none, nodes give no others either.
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
   * Where proofs are required, refuses the first unproven place. In a flush it blames the block at whose end
   * the place was asked for, or the last one.
   *
   * @throws BlockRefused in a flush
   * @throws StateUnproven without blocks
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

  /** State of the accounts that blocks name and claims rest on: the blocks may have left out a change. */
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

  /**
   * The first block of the flush at whose end a place has another value than stated; undefined where an
   * earlier block is wrong.
   */
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

/** A place that can be asked for at every block: the code of its fee recipient. */
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
