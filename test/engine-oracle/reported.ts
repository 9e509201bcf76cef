import { analyseCode } from '../../src/bytecode/analyse-code.js';
import type { Binding } from '../../src/definition/binding/binding.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import {
  type CallSource,
  EACH_FACET,
  type LogSource,
  type LogStateSource,
} from '../../src/definition/model/fact-source.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { expectedSettings } from '../property/expected-settings.js';
import { facetsNamed, fieldPath, fieldPaths, hasShape } from './log-field-paths.js';
import { isMember } from './membership.js';
import type { PlainBlock, PlainFrame, PlainLog, PlainTransaction } from './plain-block.js';

export type Value = string | { readonly [field: string]: string };

/** A change of one source in one transaction of a block. */
export interface Reported {
  readonly subject: string;
  readonly source: number;
  readonly key: string;
  /** -1 for a change before all transactions. */
  readonly txIndex: number;
  /** Place within the transaction. */
  readonly place: readonly number[];
  /** Null if the value is cleared. */
  readonly value: Value | null;
  readonly evidence: readonly string[];
  /** The value before, for slots. */
  readonly before?: string | null;
}

/** The code of an address after a transaction. */
export interface ReportedCode {
  readonly subject: string;
  readonly txIndex: number;
  readonly kind: 'contract' | 'delegate' | 'undelegated' | 'destroyed' | 'transient';
  /** For contracts, including transient ones, the value of `code: contract`; for delegations the delegate. */
  readonly value?: Value;
  /** For contracts that remain. */
  readonly code?: string;
}

/** Of a log that may be of several frames. */
export const UNATTRIBUTED: Value = { undecided: 'unattributed' };

export interface ReportedBlock {
  readonly block: PlainBlock;
  readonly rows: readonly Reported[];
  readonly codes: readonly ReportedCode[];
}

/** The changes of every source of the catalog in one block. Each source reads the whole block. */
export function reportedBy(
  block: PlainBlock,
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
): ReportedBlock {
  const rows: Reported[] = [];
  catalog.sources.forEach(({ source }, id) => {
    const add = (
      subject: string,
      txIndex: number,
      place: readonly number[],
      evidence: readonly string[],
      value: Value | null = 'true',
      key = '',
      more: Partial<Reported> = {},
    ) => rows.push({ subject, source: id, key, txIndex, place, value, evidence, ...more });
    if (source.kind === 'header') add(block.beneficiary, -1, [0], [`header:1:${block.hash}`]);
    if (source.kind === 'withdrawal')
      block.withdrawals.forEach((address, at) => {
        add(address, -1, [at], [`withdrawal:1:${block.hash}:${at}`]);
      });
    if (source.kind === 'setting')
      for (const address of settingsOf(block)) add(address, 0, [0], [], String(block.number));
    if (source.kind === 'storage')
      for (const [txIndex, changes] of [
        [-1, block.allocation] as const,
        ...block.transactions.map(({ changes }, at) => [at, changes] as const),
      ])
        for (const { address, slots } of changes)
          for (const { slot, before, after } of slots) {
            if (slot !== SLOTS[source.slot]) continue;
            const reported = keptOf(source.slot, after, bindings);
            const was = keptOf(source.slot, before, bindings);
            // An address that is never a Safe singleton has no fact.
            if (source.slot === 'safe_singleton' && reported === null && was === null) continue;
            add(address, txIndex, [0], [], reported, '', { before: was });
          }
    block.transactions.forEach((transaction, txIndex) => {
      const tx = `tx:1:${block.hash}:${txIndex}`;
      const { from, authorities, changes, logs, frames } = transaction;
      if (source.kind === 'tx' && source.register === 'signed') add(from, txIndex, [0], [tx]);
      if (source.kind === 'tx' && source.register === 'authorized')
        for (const authority of authorities)
          if (changes.some(({ address, code }) => address === authority && code !== undefined))
            add(authority, txIndex, [0], [tx]);
      if (source.kind === 'frame')
        frames.forEach((frame, at) => {
          if (!isCreation(frame)) return;
          const evidence = [frameRef(block, txIndex, frame)];
          if (source.register === 'created') {
            const depth = String(frame.path.length / 4 - 1);
            add(frame.to!, txIndex, [at], evidence, { creator: frame.from, origin: from, depth });
          } else if (!frames.some((other) => isCreation(other) && other.to === frame.from))
            add(frame.from, txIndex, [at], evidence);
        });
      if (source.kind === 'call')
        for (const reported of callsOf(source, block, txIndex, bindings))
          add(reported.subject, txIndex, reported.place, reported.evidence, reported.value, reported.key);
      if (source.kind === 'log')
        logs.forEach((log, at) => {
          if (hasShape(log, source) && countsAs(source, log, transaction))
            for (const [subject, key, value] of loggedBy(source, source.key, log, block, txIndex, bindings))
              add(subject, txIndex, [at], [logRef(block, txIndex, at)], value, key);
        });
      if (source.kind === 'log_state')
        logs.forEach((log, at) => {
          for (const event of source.events) {
            if (!hasShape(log, event)) continue;
            if (event.value === EACH_FACET) {
              for (const [key, facet] of facetsNamed(log)!)
                add(log.address, txIndex, [at], [logRef(block, txIndex, at)], facet, key);
              continue;
            }
            const reported = stateOf(log, event.value);
            if (reported === undefined) continue;
            for (const [subject, key] of loggedBy(
              source,
              event.key ?? source.key,
              log,
              block,
              txIndex,
              bindings,
            ))
              add(subject, txIndex, [at], [logRef(block, txIndex, at)], reported, key);
          }
        });
    });
  });
  return { block, rows, codes: codesOf(block) };
}

function settingsOf({ transactions }: PlainBlock): readonly string[] {
  return expectedSettings(
    transactions.map(({ to, failed, logs, changes }) => ({
      to,
      failed,
      logs: logs.map((log) => ({ ...log, data: `0x${log.data}` })),
      written: changes
        .filter(({ code }) => code === undefined)
        .map(({ address, slots }) => ({ address, slots: slots.map(({ slot }) => slot) })),
    })),
  );
}

const nameHash = (...labels: readonly string[]): string =>
  [...labels]
    .reverse()
    .reduce(
      (node, label) =>
        hexOf(keccak256(Buffer.from(node.slice(2) + hexOf(keccak256(Buffer.from(label))).slice(2), 'hex'))),
      `0x${'0'.repeat(64)}`,
    );

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** The namehash of EIP-137. */
export function ensNode(name: string): string {
  return nameHash(...name.split('.'));
}

const lessOne = (hash: string): string => `0x${(BigInt(hash) - 1n).toString(16).padStart(64, '0')}`;
const hashed = (text: string): string => hexOf(keccak256(Buffer.from(text)));

/** The well-known slots. */
export const SLOTS: Readonly<Record<string, string>> = {
  eip1967_implementation: lessOne(hashed('eip1967.proxy.implementation')),
  eip1967_admin: lessOne(hashed('eip1967.proxy.admin')),
  eip1967_beacon: lessOne(hashed('eip1967.proxy.beacon')),
  oz_v1_implementation: hashed('org.zeppelinos.proxy.implementation'),
  oz_v1_admin: hashed('org.zeppelinos.proxy.admin'),
  eip1822_proxiable: hashed('PROXIABLE'),
  safe_singleton: `0x${'0'.repeat(64)}`,
  safe_guard: hashed('guard_manager.guard.address'),
  safe_fallback_handler: hashed('fallback_manager.handler.address'),
};

/** The stored value of a word in a slot. */
export function keptOf(slot: string, word: string, bindings: ReadonlyMap<string, Binding>): string | null {
  if (/^0x0*$/.test(word)) return null;
  if (slot !== 'safe_singleton') return word;
  const named = bindings.get('safe-singletons')!.members.has(`0x${word.slice(26)}`);
  return named && word.startsWith(`0x${'0'.repeat(24)}`) ? word : null;
}

const analysed = new Map<string, Value>();

/** The value of `code: contract`, or the delegate of a designator. */
export function readCode(
  code: string,
): { readonly kind: 'contract' | 'delegate'; readonly value: Value; readonly code?: string } | undefined {
  if (code === '0x') return undefined;
  if (/^0xef0100[0-9a-f]{40}$/.test(code)) return { kind: 'delegate', value: `0x${code.slice(8)}` };
  let value = analysed.get(code);
  if (value === undefined) {
    const bytes = fromHex(code);
    const { fingerprint, selectors, instructions, cloneTarget } = analyseCode(bytes);
    value = {
      hash: hexOf(keccak256(bytes)),
      length: String(bytes.length),
      fingerprint: hexOf(fingerprint),
      selectors: `0x${selectors.map((one) => one.toString('hex')).join('')}`,
      instructions: hexOf(instructions),
      ...(cloneTarget && { clone: hexOf(cloneTarget) }),
    };
    analysed.set(code, value);
  }
  return { kind: 'contract', value, code };
}

/** Without state diffs there are no facts about code. */
function codesOf({ allocation, transactions, hasState }: PlainBlock): ReportedCode[] {
  const reported: ReportedCode[] = [];
  const set = (subject: string, txIndex: number, code: string) => {
    reported.push({ subject, txIndex, ...readCode(code)! });
  };
  for (const { address, code } of allocation) if (code && code !== '0x') set(address, -1, code);
  if (!hasState) return reported;
  transactions.forEach(({ changes, authorities, frames }, txIndex) => {
    for (const { address, code } of changes) {
      if (code === undefined) continue;
      if (code !== '0x') set(address, txIndex, code);
      else {
        // An authority had a delegation, and not a contract.
        const kind = authorities.includes(address) ? 'undelegated' : 'destroyed';
        reported.push({ subject: address, txIndex, kind });
      }
    }
    const last = new Map(frames.filter(isCreation).map((frame) => [frame.to!, frame.code]));
    for (const [subject, code] of last)
      if (!changes.some((change) => change.address === subject && change.code !== undefined))
        reported.push({ subject, txIndex, kind: 'transient', value: readCode(code)!.value });
  });
  return reported;
}

function isCreation({ type, to, code, undone }: PlainFrame): boolean {
  return (type === 'CREATE' || type === 'CREATE2') && !undone && to !== undefined && code !== '0x';
}

function countsAs(
  { outsideCreation }: LogSource,
  log: PlainLog,
  { changes, frames }: PlainTransaction,
): boolean {
  const isGiven =
    changes.some(({ address, code = '0x' }) => address === log.address && code !== '0x') ||
    frames.some((frame) => isCreation(frame) && frame.to === log.address);
  return !(outsideCreation && isGiven);
}

function loggedBy(
  source: LogSource | LogStateSource,
  keys: readonly string[] | undefined,
  log: PlainLog,
  block: PlainBlock,
  txIndex: number,
  bindings: ReadonlyMap<string, Binding>,
): (readonly [subject: string, key: string, value: Value])[] {
  const transaction = block.transactions[txIndex]!;
  const { emitter } = source;
  if (typeof emitter === 'object' && !isMember(bindings.get(emitter.binding)!, log.address, block.number))
    return [];
  const subject =
    source.subject === 'reverse_node' ? reverseOwner(log, transaction) : fieldPath(log, source.subject);
  if (subject === undefined) return [];
  let value: Value = 'true';
  if (source.kind === 'log') {
    if (
      source.createdByEmitter &&
      !transaction.frames.some(
        (frame) => isCreation(frame) && frame.to === subject && frame.from === log.address,
      )
    )
      return [];
    if (source.fields) {
      const fields = Object.entries(source.fields).map(
        ([name, from]) => [name, fieldPath(log, from)] as const,
      );
      if (fields.some(([, field]) => field === undefined)) return [];
      value = Object.fromEntries(fields) as Value;
    }
  }
  const joined = (keys ?? []).reduce<readonly string[]>(
    (begun, part) => begun.flatMap((one) => fieldPaths(log, part).map((more) => one + more.slice(2))),
    [keys ? '0x' : ''],
  );
  return [...new Set(joined)].map((key) => [subject, key, value]);
}

function stateOf(log: PlainLog, value: string): string | null | undefined {
  if (value === 'cleared') return null;
  return value === 'true' ? 'true' : fieldPath(log, value);
}

function reverseOwner({ topics }: PlainLog, { from, frames, logs }: PlainTransaction): string | undefined {
  const named = logs.flatMap((log) => fieldPaths(log, 'topic1.address'));
  return [from, ...frames.map((frame) => frame.from), ...named].find(
    (address) => reverseNodeOf(address) === topics[1],
  );
}

const reverseNodes = new Map<string, string>();

/** The node of the reverse record of an address. */
export function reverseNodeOf(address: string): string {
  let node = reverseNodes.get(address);
  if (node === undefined) {
    node = nameHash(address.slice(2), 'addr', 'reverse');
    reverseNodes.set(address, node);
  }
  return node;
}

function* callsOf(
  { to: binding, log: shape, key }: CallSource,
  block: PlainBlock,
  txIndex: number,
  bindings: ReadonlyMap<string, Binding>,
) {
  const { frames, logs } = block.transactions[txIndex]!;
  for (const [at, frame] of frames.entries()) {
    const { type, from, to, undone, logIndexes } = frame;
    if (type !== 'CALL' || to === undefined || undone) continue;
    if (!isMember(bindings.get(binding)!, to, block.number)) continue;
    for (const [logIndex, log] of logs.entries()) {
      if (log.address !== to || !hasShape(log, shape)) continue;
      const emitters = logIndexes ? [] : frames.filter((one) => mayEmit(one, log, frames));
      if (logIndexes ? !logIndexes.includes(logIndex) : !emitters.includes(frame)) continue;
      const picked = key === 'to.address' ? to : fieldPath(log, key);
      if (picked === undefined) continue;
      const evidence = [frameRef(block, txIndex, frame), logRef(block, txIndex, logIndex)];
      const value: Value = emitters.length > 1 ? UNATTRIBUTED : { to };
      yield { subject: from, place: [at, logIndex], evidence, value, key: picked };
    }
  }
}

/** Whether a frame may have emitted a log, as far as its account, its failure and calls that change nothing tell. */
function mayEmit(frame: PlainFrame, { address }: PlainLog, frames: readonly PlainFrame[]): boolean {
  const { type, path, from, to, undone } = frame;
  if (undone || type === 'SELFDESTRUCT') return false;
  if (frames.some((one) => one.type === 'STATICCALL' && path.startsWith(one.path))) return false;
  return address === (type === 'DELEGATECALL' || type === 'CALLCODE' ? from : to);
}

function logRef({ hash }: PlainBlock, txIndex: number, logIndex: number): string {
  return `log:1:${hash}:${txIndex}:${logIndex}`;
}

function frameRef({ hash }: PlainBlock, txIndex: number, { path }: PlainFrame): string {
  return `frame:1:${hash}:${txIndex}:${path}`;
}
