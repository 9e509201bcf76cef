import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { bytesToHex, fromHex } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { Hash } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { parseRef } from '../../domain/chain/record/evidence-ref.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { ExecutedViews } from '../../state/witness/execute-views.js';
import { CONVENTION, ENGINES } from '../../state/witness/view-convention.js';
import { witnessedCallOf } from '../../state/witness/witnessed-call.js';
import type { BundledViewResult, BundledWitness } from '../bundle/witness.schema.js';
import { demand, Refuted } from '../evidence/finding.js';
import { placeBefore, type ReadPlaces } from '../evidence/read-places.js';
import { onDemand } from './engine-not-loaded.js';
import { GasBudget } from './gas-budget.js';
import { why } from './why.js';

/** The view calls of one block in a bundle: its header (hex), the witness, and the results by ref. */
export interface BlockViews {
  readonly blockHash: Hash;
  readonly header: string;
  readonly witness: BundledWitness;
  /** Results in the order of their refs. */
  readonly views: readonly (readonly [ref: string, result: BundledViewResult])[];
}

/**
 * V3: executing the calls over the witness, by the rules of the header's fork, gives the results and uses the
 * whole witness. The hash of the first node counts as the state root; V4 compares it with the header.
 *
 * @param read collects which places are read and whether each is bound, for V4: header, state and earlier
 * headers
 * @param budget is shared by all calls of the bundle
 * @returns the results with all that they read, in the order of the calls, and which of them depend on who asks
 * @throws Refuted, or EngineNotLoaded
 */
export async function checkViews(
  { blockHash, header: raw, witness, views }: BlockViews,
  schedule: ForkSchedule | undefined,
  read: ReadPlaces,
  budget = new GasBudget(),
): Promise<Pick<ExecutedViews, 'results' | 'ofCallers'>> {
  const place = `witness of block ${blockHash}`;
  demand(schedule !== undefined, place, 'there is no fork schedule to execute by');
  const header = headerOf(raw, `block ${blockHash}`);
  const ancestors = (witness.ancestors ?? []).map((one) => headerOf(one, place));
  const given = { nodes: witness.nodes.map(fromHex), codes: witness.codes.map(fromHex) };
  const root = given.nodes[0] === undefined ? header.stateRoot : keccak256(given.nodes[0]);
  const executed = await readable(place, async () => {
    const executeViews = await loadEngine();
    const calls = views.map(([ref]) => witnessedCallOf(parseRef(ref)!));
    return executeViews(header, ancestors, schedule, root, given, calls, (gas) => budget.spend(gas));
  });
  demand(witness.fork === executed.fork, place, `its block has the rules of ${executed.fork}`);
  for (const [at, [ref, { outcome, output }]] of views.entries()) {
    const { reason, ...result } = executed.results[at]!;
    if (reason) throw new Refuted(ref, `it cannot be executed: ${why(reason)}`);
    demand(result.outcome === outcome, ref, `it ${result.outcome}`);
    demand(bytesToHex(result.output) === output, ref, 'it gives another output');
  }
  demand(
    isSame(executed.used.nodes, given.nodes),
    place,
    'its nodes are not those that the calls read, in order',
  );
  demand(
    isSame(executed.used.codes, given.codes),
    place,
    'its codes are not those that the calls read, in order',
  );
  demand(executed.ancestors === ancestors.length, place, 'it has a header that no call reads the hash from');
  read.add(`block ${blockHash}`, keccak256(fromHex(raw)).equals(fromHex(blockHash)));
  read.add(`state of block ${blockHash}`, root.equals(header.stateRoot));
  witness.ancestors?.forEach((one, at) => {
    const { parentHash } = [header, ...ancestors][at]!;
    read.add(placeBefore(at + 1, blockHash), keccak256(fromHex(one)).equals(parentHash));
  });
  return executed;
}

/** @throws Refuted if the engine or the convention of the calls is not known */
export function requireKnown({
  engine,
  convention,
}: {
  readonly engine: string;
  readonly convention: string;
}): void {
  demand(convention === CONVENTION, 'the bundle', `calls by ${convention}, which is not known`);
  demand(ENGINES.has(engine), 'the bundle', `was executed by ${engine}, which is not known`);
}

/** The result of `execute`. @throws Refuted if it cannot decode the witness */
export async function readable<Executed>(place: string, execute: () => Promise<Executed>): Promise<Executed> {
  try {
    return await execute();
  } catch (error) {
    if (error instanceof MalformedField) throw new Refuted(place, `cannot be read: ${error.message}`);
    throw error;
  }
}

/** Loads the EVM, which bundles without calls do not need. @throws EngineNotLoaded */
export async function loadEngine(): Promise<
  typeof import('../../state/witness/execute-views.js').executeViews
> {
  return (await onDemand(() => import('../../state/witness/execute-views.js'))).executeViews;
}

export function headerOf(raw: string, place: string): Header {
  try {
    return decodeHeader(fromHex(raw));
  } catch (error) {
    if (error instanceof MalformedField) throw new Refuted(place, `cannot be read: ${error.message}`);
    throw error;
  }
}

export function isSame(one: readonly Buffer[], other: readonly Buffer[]): boolean {
  return one.length === other.length && one.every((bytes, at) => bytes.equals(other[at]!));
}
