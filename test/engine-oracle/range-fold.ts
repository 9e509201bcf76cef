import type { Binding } from '../../src/definition/binding/binding.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import type { AnyOperands, SourceId } from '../../src/definition/model/predicate.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import type { Views } from '../simulation/made-views.js';
import { buildNamed } from './build-key.js';
import {
  keptOf,
  type Reported,
  type ReportedBlock,
  type ReportedCode,
  readCode,
  SLOTS,
  type Value,
} from './reported.js';

/** The node's answer to a question about the end of a block. */
export interface Answer {
  readonly subject: Address;
  /** `code`, `slot:` and 32 bytes, or call data. */
  readonly what: string;
  readonly block: number;
  readonly outcome: 'answered' | 'reverted' | 'unavailable';
  readonly output: Hex;
}

/** The value of a source, and the block since which it holds. */
export interface CurrentFact {
  readonly key: string;
  readonly value: Value;
  readonly start: number;
  readonly evidence: readonly string[];
  readonly tx?: string;
  /** Transaction and place within it, to find the earliest of several. */
  readonly place: readonly number[];
}

/** Most keys of one source and address that may change in a block; for code, most blocks. */
const MOST_CHANGES = 10_000;

/** By source, then by key. */
type Sources = Map<SourceId, Map<string, CurrentFact>>;

/** The state of one address at the end of one block. */
export interface AddressState {
  readonly registers: ReadonlyMap<SourceId, ReadonlyMap<string, CurrentFact>>;
  /** Sources with unknown values. */
  readonly unknown: ReadonlySet<SourceId>;
  /** Whether its contract existed before the range, or may have. */
  readonly isOlder: boolean;
  /** By source and key, the last block at whose end it held before the current value. */
  readonly lastEnd: ReadonlyMap<SourceId, ReadonlyMap<string, number>>;
}

export interface Known {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly answers: readonly Answer[];
  /** Absent where no result of a view call is known. */
  readonly views: Views | undefined;
  /** Proof segments that a definition begins about one subject in a range. */
  readonly mostSegments?: number | undefined;
  readonly firstBlock: number;
}

/** Values of all sources and addresses at the end of every block of a range, folded block by block and row by row. */
export class RangeFold {
  readonly #addresses = new Map<string, AddressFold>();
  readonly #hashes = new Map<number, string>();
  readonly fromBlock: number;
  readonly toBlock: number;

  constructor(
    private readonly blocks: readonly ReportedBlock[],
    private readonly known: Known,
  ) {
    this.fromBlock = blocks[0]!.block.number;
    this.toBlock = blocks.at(-1)!.block.number;
    for (const { block } of blocks) this.#hashes.set(block.number, block.hash);
  }

  at(address: string, block: number): AddressState {
    return this.#fold(address).states[block - this.fromBlock]!;
  }

  /** Blocks at which a view call of the address is executed again. */
  changesOf(address: string): readonly number[] {
    return this.#fold(address).changes;
  }

  /** Blocks in which the address wrote to its own storage. */
  settingsOf(address: string): readonly number[] {
    return this.#fold(address).settings;
  }

  hashOf(block: number): string {
    return this.#hashes.get(block)!;
  }

  #fold(address: string): AddressFold {
    let fold = this.#addresses.get(address);
    if (fold === undefined) {
      fold = foldAddress(address, this.blocks, this.known, this.fromBlock);
      this.#addresses.set(address, fold);
    }
    return fold;
  }
}

interface AddressFold {
  readonly states: readonly AddressState[];
  readonly changes: readonly number[];
  readonly settings: readonly number[];
}

function foldAddress(
  address: string,
  blocks: readonly ReportedBlock[],
  known: Known,
  fromBlock: number,
): AddressFold {
  const { sources } = known.catalog;
  const idsOf = (kind: string, register?: string) =>
    sources.flatMap(({ source }, id) =>
      source.kind === kind &&
      (register === undefined || ('register' in source && source.register === register))
        ? [id]
        : [],
    );
  const asked = [...idsOf('code', 'contract'), ...slotRead(known.catalog)];
  const hashes = new Map(blocks.map(({ block }) => [block.number, block.hash]));
  const scoped = sources.flatMap(({ scopedToLifetime }, id) => (scopedToLifetime ? [id] : []));
  const running: Sources = new Map();
  const counted = countedSources(known.catalog);
  const counts = new Map<SourceId, number>();
  const changedKeys = new Set<string>();
  const tooMany = new Set<SourceId>();
  const unknown = new Set<SourceId>();
  const lifetimes: { readonly hash: string | undefined; readonly block: number }[] = [];
  let isAlive = false;

  const set = (id: SourceId, reported: Omit<CurrentFact, 'key'> & { readonly key?: string }) => {
    const { key = '' } = reported;
    if (!running.has(id)) running.set(id, new Map());
    const keys = running.get(id)!;
    const current = keys.get(key);
    if (current && (sources[id]!.keeps === 'first' || sameValue(current.value, reported.value))) return;
    keys.set(key, { ...reported, key });
    changedKeys.add(`${id} ${key}`);
  };
  const clear = (id: SourceId, key = '') => {
    if (running.get(id)?.delete(key)) changedKeys.add(`${id} ${key}`);
  };
  const clearAll = (ids: readonly SourceId[]) => {
    for (const id of ids) {
      running.delete(id);
      unknown.delete(id);
    }
    // Sources about a contract do not count if the block does not leave the contract.
    for (const name of changedKeys) if (ids.includes(Number(name.split(' ')[0]))) changedKeys.delete(name);
  };
  const codeRef = (block: number) => `code:1:${hashes.get(block)}:${address}`;

  const setCode = (
    reported: Pick<ReportedCode, 'kind' | 'value' | 'code'>,
    block: number,
    txIndex: number,
  ) => {
    for (const id of [...idsOf('code'), ...idsOf('build')]) if (id !== redeployedId) unknown.delete(id);
    const holds = (id: SourceId, value: Value | undefined) => {
      if (value === undefined) return clear(id);
      const tx = txIndex < 0 ? {} : { tx: `tx:1:${hashes.get(block)}:${txIndex}` };
      return set(id, { value, start: block, evidence: [codeRef(block)], place: [txIndex], ...tx });
    };
    const held = (register: string, value: Value | undefined) => {
      for (const id of idsOf('code', register)) holds(id, value);
    };
    const { kind, value, code } = reported;
    for (const id of idsOf('build')) {
      const { source } = sources[id]!;
      const registry = source.kind === 'build' && known.bindings.get(source.binding);
      holds(id, code !== undefined && registry ? buildNamed(code, registry) : undefined);
    }
    held('contract', kind === 'contract' ? value : undefined);
    held('clone', kind === 'contract' && typeof value === 'object' ? value.clone : undefined);
    held('delegate', kind === 'delegate' ? value : undefined);
    // A delegation is no contract, so a destroyed contract stays destroyed.
    if (kind === 'contract') held('destroyed', undefined);
    else if (kind === 'destroyed' || kind === 'transient') held('destroyed', 'true');
    if (kind !== 'contract' && kind !== 'transient') return;
    lifetimes.push({ hash: (value as { hash: string }).hash, block });
    const first = lifetimes.find(({ hash }) => hash !== undefined)!;
    const latest = lifetimes.at(-1)!;
    if (redeployedId === undefined || first.hash === latest.hash || running.get(redeployedId)?.has(''))
      return;
    unknown.delete(redeployedId);
    const evidence = [codeRef(first.block), codeRef(block)];
    set(redeployedId, { value: 'true', start: block, evidence, place: [txIndex] });
  };
  const [redeployedId] = idsOf('code', 'redeployed');

  const isInitial = initialOf(address, blocks, known, fromBlock);
  if (isInitial === 'unknown') {
    for (const id of [...idsOf('code'), ...idsOf('build')]) unknown.add(id);
    // If it is unknown whether a contract existed, its rows count as if one did; an account that delegates first had none.
    isAlive = !delegatesFirst(address, blocks);
  } else if (isInitial !== undefined) {
    setCode(isInitial, fromBlock, -2);
    isAlive = isInitial.kind === 'contract';
  }
  if (isAlive)
    for (const id of idsOf('storage')) {
      const before = initialSlot(address, id, blocks, known, fromBlock);
      if (before === 'unknown') unknown.add(id);
      else if (before !== null) set(id, slotValue(id, before, fromBlock, -2));
    }
  function slotValue(id: SourceId, value: Value, block: number, txIndex: number) {
    const { source } = sources[id]!;
    const slot = source.kind === 'storage' ? SLOTS[source.slot] : '';
    const tx = txIndex < 0 ? {} : { tx: `tx:1:${hashes.get(block)}:${txIndex}` };
    const evidence = [`slot:1:${hashes.get(block)}:${address}:${slot}`];
    return { value, start: block, evidence, place: [txIndex], ...tx };
  }

  const apply = ({ source: id, key, txIndex, place, value, evidence }: Reported, block: number) => {
    const { scopedToLifetime, source } = sources[id]!;
    if (scopedToLifetime && !isAlive) return;
    unknown.delete(id);
    if (value === null) clear(id, key);
    else if (source.kind === 'storage') set(id, slotValue(id, value, block, txIndex));
    else {
      const tx = txIndex < 0 ? {} : { tx: `tx:1:${hashes.get(block)}:${txIndex}` };
      set(id, { key, value, start: block, evidence, place: [txIndex, ...place], ...tx });
    }
  };

  // Initial state is no change.
  changedKeys.clear();
  let codeChanges = 0;
  let isOlder = isAlive;
  const states: AddressState[] = [];
  const changes: number[] = [];
  const settings: number[] = [];
  for (const { block, rows, codes } of blocks) {
    const own = rows.filter(({ subject }) => subject === address);
    const ownCodes = codes.filter(({ subject }) => subject === address);
    if (own.length > 0 || ownCodes.length > 0) {
      for (let txIndex = -1; txIndex < block.transactions.length; txIndex++) {
        const code = ownCodes.find((one) => one.txIndex === txIndex);
        const begins = code?.kind === 'contract' || code?.kind === 'transient';
        if (begins) {
          clearAll(scoped);
          isAlive = true;
        }
        // An unknown initial state that must have been a contract, since it was destroyed; other code may follow.
        if (code?.kind === 'destroyed' && isInitial === 'unknown' && lifetimes.length === 0)
          lifetimes.push({ hash: undefined, block: fromBlock });
        else if (code && redeployedId !== undefined && lifetimes.length === 0) unknown.delete(redeployedId);
        const ofTransaction = own
          .filter((row) => row.txIndex === txIndex)
          .sort((a, b) => comparePlaces(a.place, b.place));
        for (const row of ofTransaction) apply(row, block.number);
        if (code) setCode(code, block.number, txIndex);
        if (code?.kind === 'contract' || code?.kind === 'transient' || code?.kind === 'destroyed')
          isOlder = false;
        if (code?.kind === 'destroyed' || code?.kind === 'transient') {
          clearAll(scoped);
          isAlive = false;
        }
      }
    }
    for (const name of changedKeys) {
      const id = Number(name.split(' ')[0]);
      if (!counted.has(id)) continue;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      if (counts.get(id)! > MOST_CHANGES) tooMany.add(id);
    }
    changedKeys.clear();
    if (ownCodes.length > 0 && ++codeChanges > MOST_CHANGES)
      for (const id of [...idsOf('code'), ...idsOf('build'), ...scoped]) tooMany.add(id);
    const before = states.at(-1);
    if (before && own.length === 0 && ownCodes.length === 0) states.push(before);
    else
      states.push({ ...stateOf(running, new Set([...unknown, ...tooMany]), before, block.number), isOlder });
    if (asked.some((id) => running.get(id)?.get('')?.start === block.number)) changes.push(block.number);
    if (own.some(({ source }) => sources[source]!.source.kind === 'setting')) settings.push(block.number);
  }
  return { states, changes, settings };
}

/** Slots, and states from logs of which more than the value of one key is read. */
function countedSources({ sources, definitions }: Catalog): ReadonlySet<SourceId> {
  const checks = definitions.flatMap(({ families }) =>
    families.flatMap(({ facts, negativeControls }): AnyOperands[] => [...facts, ...negativeControls]),
  );
  const byKey = new Set(
    checks.flatMap(({ source, atKey }) => (atKey && source !== undefined ? [source] : [])),
  );
  return new Set(
    sources.flatMap(({ source }, id) =>
      source.kind === 'storage' || (source.kind === 'log_state' && !byKey.has(id)) ? [id] : [],
    ),
  );
}

function slotRead({ sources }: Catalog): readonly SourceId[] {
  return sources.flatMap(({ source }, id) =>
    source.kind === 'storage' && source.slot === 'eip1967_implementation' ? [id] : [],
  );
}

function stateOf(
  running: Sources,
  unknown: ReadonlySet<SourceId>,
  before: AddressState | undefined,
  block: number,
): Omit<AddressState, 'isOlder'> {
  const registers = new Map(
    [...running].map(([id, keys]) => [id, sameEntries(before?.registers.get(id), keys) ?? new Map(keys)]),
  );
  const lastEnd = new Map(before?.lastEnd ?? []);
  for (const [id, keys] of before?.registers ?? [])
    for (const key of keys.keys())
      if (!registers.get(id)?.has(key)) lastEnd.set(id, new Map(lastEnd.get(id)).set(key, block - 1));
  return { registers, unknown: new Set(unknown), lastEnd };
}

/** The previous map, if all entries are equal. */
function sameEntries(
  before: ReadonlyMap<string, CurrentFact> | undefined,
  now: ReadonlyMap<string, CurrentFact>,
): ReadonlyMap<string, CurrentFact> | undefined {
  if (before?.size !== now.size) return undefined;
  return [...now].every(([key, held]) => before.get(key) === held) ? before : undefined;
}

/** The code at the start of the range; undefined for none. */
function initialOf(
  address: string,
  blocks: readonly ReportedBlock[],
  { answers, firstBlock }: Known,
  fromBlock: number,
): ReturnType<typeof readCode> | 'unknown' {
  if (fromBlock === firstBlock) return undefined;
  const first = blocks
    .flatMap(({ block, codes }) => codes.map((code) => ({ ...code, block: block.number })))
    .find(({ subject }) => subject === address);
  if (first?.kind === 'contract' || first?.kind === 'transient') return undefined;
  const read = answerBefore(
    answers,
    address,
    'code',
    fromBlock,
    first?.block ?? blocks.at(-1)!.block.number + 1,
  );
  return read ? readCode(read.output) : 'unknown';
}

function delegatesFirst(address: string, blocks: readonly ReportedBlock[]): boolean {
  const first = blocks.flatMap(({ codes }) => codes).find(({ subject }) => subject === address);
  return first?.kind === 'delegate' || first?.kind === 'undelegated';
}

/** The word in a slot at the start of the range, null for zero; only of a contract that existed or may have. */
function initialSlot(
  address: string,
  id: SourceId,
  blocks: readonly ReportedBlock[],
  { answers, catalog, bindings }: Known,
  fromBlock: number,
): string | null | 'unknown' {
  const { source } = catalog.sources[id]!;
  if (source.kind !== 'storage') throw new Error('is no slot');
  let end = blocks.at(-1)!.block.number + 1;
  for (const { block, rows, codes } of blocks) {
    // Only events before the end of the initial contract show its slots.
    const gone = codes.find(
      ({ subject, kind }) => subject === address && kind !== 'delegate' && kind !== 'undelegated',
    );
    const reported = rows.find(
      (row) => row.subject === address && row.source === id && (!gone || row.txIndex <= gone.txIndex),
    );
    if (reported) {
      const read = answerBefore(answers, address, `slot:${SLOTS[source.slot]}`, fromBlock, block.number);
      return read ? keptOf(source.slot, read.output, bindings) : reported.before!;
    }
    if (gone) {
      end = block.number;
      break;
    }
  }
  const read = answerBefore(answers, address, `slot:${SLOTS[source.slot]}`, fromBlock, end);
  return read ? keptOf(source.slot, read.output, bindings) : 'unknown';
}

function answerBefore(
  answers: readonly Answer[],
  address: string,
  what: string,
  fromBlock: number,
  before: number,
): Answer | undefined {
  return answers.find(
    (one) =>
      one.subject === address &&
      one.what === what &&
      one.outcome === 'answered' &&
      one.block >= fromBlock &&
      one.block < before,
  );
}

export function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function sameValue(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
