import { decodeAccessList } from '../domain/chain/codec/access-list.js';
import { toHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import { parseRef } from '../domain/chain/record/evidence-ref.js';
import { executionFork } from '../state/execution/run/execution-fork.js';
import { type RunLimits, TRANSACTION_LIMITS } from '../state/execution/run/limits.js';
import type { ExecutedFrame, ExecutedTransaction } from '../state/execution/run/transaction-outcome.js';
import type { Asked } from '../state/witness/asking-state.js';
import type { WitnessedTransactions } from '../state/witness/gather-transactions.js';
import type { BundledExecution, BundledFrame } from '../verifier/bundle/witness.schema.js';
import { givesReceipt } from '../verifier/witness/gives-receipt.js';
import { why } from '../verifier/witness/why.js';
import type { ChainEvidenceSource } from './chain-evidence-source.js';
import type { KnownForks } from './gather-views.js';
import { bundledWitness } from './make-call-bundle.js';

/** A frame as the node stated it. */
type Stated = Pick<BundledFrame, 'type' | 'from' | 'to'>;

/** Transactions of one block that were executed for their frames, as a bundle holds them. */
export interface ExecutedFrames {
  readonly execution: BundledExecution;
  /** Frames by ref. */
  readonly frames: Readonly<Record<string, BundledFrame>>;
  /** Indexes of the transactions that a bundle must include so that its reader can execute them again. */
  readonly transactions: readonly number[];
  readonly receipts: readonly number[];
  /** The access list of the block, where the transactions were executed over it. */
  readonly accessList?: Buffer;
}

/** Slots that the first round asks for, at most: a witness fails with more than 1,000 missing at once. */
const MOST_SLOTS = 900;

/**
 * Executes the transactions of frames that facts name, block by block, within the limits of the bundle's
 * reader.
 */
export class FrameGatherer {
  /** By ref, why a frame stays attested. */
  readonly unexecuted = new Map<string, string>();
  #gas: number = TRANSACTION_LIMITS.gas;
  #limits: RunLimits = TRANSACTION_LIMITS;

  constructor(
    private readonly forks: KnownForks,
    private readonly source: Pick<ChainEvidenceSource, 'blockAt' | 'witnessSource'>,
  ) {}

  /** @returns undefined where none of the frames can be shown */
  async execute(
    block: VerifiedBlock,
    stated: ReadonlyMap<string, Stated>,
  ): Promise<ExecutedFrames | undefined> {
    const { header, accessList } = block;
    const leave = (refs: Iterable<string>, reason: string): void => {
      for (const ref of refs) this.unexecuted.set(ref, reason);
    };
    const { own, published } = this.forks;
    const fork = executionFork(published, header).name;
    const parent = (await this.source.blockAt(header.number - 1))?.block.header;
    if (parent === undefined) {
      leave(stated.keys(), `block ${header.number - 1} is not stored`);
      return undefined;
    }
    if (executionFork(own, header).name !== fork) {
      leave(stated.keys(), `its reader has the rules of ${fork}`);
      return undefined;
    }
    // Leaves out a transaction that cannot be executed and, without an access list, all after it.
    for (let left = new Map(stated); left.size > 0; ) {
      const wanted = this.#affordable(block, left, leave);
      if (wanted.length === 0) return undefined;
      const found = await this.#gathered(block, parent, wanted);
      if (found === undefined) {
        leave(left.keys(), 'no node proves the state before its block');
        return undefined;
      }
      const failed = this.#failed(block, found, left, leave);
      if (failed.length === 0) {
        this.#gas -= gasOf(block, indexesFor(wanted, accessList !== undefined));
        this.#limits = found.left;
        return bundled(block, found, left);
      }
      for (const ref of failed) left.delete(ref);
    }
    return undefined;
  }

  /**
   * Indexes of the transactions of the frames that can be executed within the gas that is left; leaves the
   * other frames out.
   */
  #affordable(
    block: VerifiedBlock,
    left: Map<string, Stated>,
    leave: (refs: Iterable<string>, reason: string) => void,
  ): number[] {
    const wanted: number[] = [];
    for (const [ref, index] of [...left.keys()]
      .map((ref) => [ref, indexOf(ref)] as const)
      .sort(([, one], [, other]) => one - other)) {
      const indexes = indexesFor([...wanted, index], block.accessList !== undefined);
      if (gasOf(block, indexes) <= this.#gas) wanted.push(index);
      else {
        left.delete(ref);
        leave([ref], `its transaction and those before it may take more than ${this.#gas} gas`);
      }
    }
    return [...new Set(wanted)];
  }

  async #gathered(
    block: VerifiedBlock,
    parent: VerifiedBlock['header'],
    wanted: readonly number[],
  ): Promise<WitnessedTransactions | undefined> {
    const { header, accessList } = block;
    const { gatherTransactions } = await import('../state/witness/gather-transactions.js');
    const indexes = indexesFor(wanted, accessList !== undefined);
    return gatherTransactions(
      {
        header,
        transactions: indexes.map((index) => ({ index, raw: block.transactions[index]!.raw })),
        ...(accessList && { accessList: decodeAccessList(accessList) }),
      },
      parent,
      this.forks.published,
      touchedBy(block, indexes),
      this.source.witnessSource(parent),
      this.#limits,
    );
  }

  /** Refs of the frames that the execution does not show. */
  #failed(
    block: VerifiedBlock,
    { failed, executed }: WitnessedTransactions,
    left: ReadonlyMap<string, Stated>,
    leave: (refs: Iterable<string>, reason: string) => void,
  ): string[] {
    const isAlone = block.accessList !== undefined;
    const without: string[] = [];
    for (const [ref, stated] of left) {
      const index = indexOf(ref);
      const transaction = executed.get(index);
      let reason: string | undefined;
      if (transaction === undefined) {
        if (isAlone && index !== failed!.index) continue;
        reason = `transaction ${failed!.index} of its block cannot be executed: ${why(failed!.reason)}`;
      } else if (!givesReceipt(index, executed, isAlone, (at) => block.receipts[at]!))
        reason = 'executing its transaction gives another receipt';
      else if (!hasFrame(transaction, ref, stated))
        reason = 'executing its transaction gives no such frame: the node may have made it up';
      if (reason === undefined) continue;
      leave([ref], reason);
      without.push(ref);
    }
    return without;
  }
}

function bundled(
  block: VerifiedBlock,
  { fork, used, headers, executed }: WitnessedTransactions,
  shown: ReadonlyMap<string, Stated>,
): ExecutedFrames {
  const { accessList } = block;
  const wanted = [...new Set([...shown.keys()].map(indexOf))];
  return {
    execution: bundledWitness({ fork, used, ancestors: headers }) as BundledExecution,
    frames: Object.fromEntries(
      [...shown].map(([ref, { type, from, to }]) => {
        const { logs } = frameAt(executed.get(indexOf(ref))!, ref)!;
        return [ref, { type, from, to, logs: [...logs] }];
      }),
    ),
    transactions: [...executed.keys()],
    receipts: wanted.flatMap((index) => (accessList && index > 0 ? [index - 1, index] : [index])),
    ...(accessList && { accessList }),
  };
}

function hasFrame(transaction: ExecutedTransaction, ref: string, { type, from, to }: Stated): boolean {
  const frame = frameAt(transaction, ref);
  return frame?.remains === true && frame.type === type && frame.from === from && frame.to === to;
}

function frameAt({ frames }: ExecutedTransaction, ref: string): ExecutedFrame | undefined {
  const path = parseRef(ref)!.rest[1]!;
  return frames.find((one) => one.path === path);
}

/**
 * Indexes of what must be executed: with an access list the wanted transactions alone, else all up to the
 * last of them.
 */
function indexesFor(wanted: readonly number[], isAlone: boolean): readonly number[] {
  const ascending = [...new Set(wanted)].sort((one, other) => one - other);
  return isAlone ? ascending : Array.from({ length: ascending.at(-1)! + 1 }, (_, index) => index);
}

function gasOf({ transactions }: VerifiedBlock, indexes: readonly number[]): number {
  return indexes.reduce((sum, index) => sum + transactions[index]!.gasLimit, 0);
}

/** Accounts and slots that these transactions call or change, as the node says. */
function touchedBy({ frames, stateChanges }: VerifiedBlock, indexes: readonly number[]): Asked {
  const touched = new Map<Address, Set<bigint>>();
  const touch = (address: Buffer): Set<bigint> => {
    const key = toHex(address) as Address;
    const slots = touched.get(key) ?? new Set<bigint>();
    touched.set(key, slots);
    return slots;
  };
  let slotCount = 0;
  for (const index of indexes) {
    for (const { from, to } of frames?.[index] ?? []) for (const one of [from, to]) if (one) touch(one);
    for (const { address, storage } of stateChanges?.[index] ?? [])
      for (const { slot } of storage) if (slotCount++ < MOST_SLOTS) touch(address).add(BigInt(toHex(slot)));
  }
  return touched;
}

const indexOf = (ref: string): number => Number(parseRef(ref)!.rest[0]);
