import type { Binding, Membership } from '../../src/definition/binding/binding.js';
import {
  type AnyOperands,
  comparedOf,
  type Expression,
  type Operator,
  type Predicate,
} from '../../src/definition/model/predicate.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import type { Views } from '../simulation/made-views.js';
import { executed, type Run, wordOf } from './executed.js';
import { imitated } from './imitation.js';
import type { Looks } from './looks.js';
import { endedEntryOf, entryOf } from './membership.js';
import { type Answer, type CurrentFact, comparePlaces, type RangeFold } from './range-fold.js';
import { ensNode, UNATTRIBUTED, type Value } from './reported.js';

export type Verdict = 'fails' | 'unknown';

/** The result of a check that passes. */
export interface Outcome {
  readonly expected: unknown;
  readonly observed: unknown;
  readonly start?: number | undefined;
  /** First block of the holding or interval. */
  readonly since?: number | undefined;
  readonly evidence?: readonly string[];
  readonly dependency?: string;
  readonly version?: string;
  readonly value?: Value | undefined;
  readonly key?: string;
  readonly tx?: string | undefined;
}

export interface Claim {
  readonly object: string;
  readonly value: string | undefined;
  readonly referenceBlock: number;
  readonly proof: string;
  readonly proofHash: string;
  /** First block of the interval. */
  readonly since: number;
}

/** What is known at one block. */
export interface Context {
  readonly subject: string;
  /** The only access to the block. */
  readonly looks: Looks;
  readonly fold: RangeFold;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly answers: readonly Answer[];
  readonly views: Views | undefined;
  readonly claimOf: (id: string, address: string) => Claim | undefined | 'unknown';
  readonly lastClaimOf: (id: string, address: string) => number | undefined;
  /** Results of earlier checks, by id. */
  readonly before: ReadonlyMap<string, Outcome | Verdict>;
  /** The object of a relation. */
  readonly object?: Expression | undefined;
  /** The key for which the family is evaluated. */
  readonly each?: CurrentFact | undefined;
}

const failed = Symbol('failed');

/** Evaluates one predicate in one context. `isEach` if the family is evaluated for each of its keys. */
export function evaluateCheck(check: Predicate, context: Context, isEach: boolean): Outcome | Verdict {
  const { operator } = check;
  const { binding, dep, expected, read, with: compared }: AnyOperands = check;
  const { looks, bindings } = context;
  const of = comparedOf(check).map((one) => expressed(one, context));
  const other = compared ? expressed(compared, context) : String(expected);
  const unsettled = (...values: readonly (string | Verdict)[]): Verdict | undefined =>
    values.includes('fails') ? 'fails' : values.includes('unknown') ? 'unknown' : undefined;
  const unknownKeys = (): 'unknown' | undefined =>
    sourced(check, context) === 'unknown' ? 'unknown' : undefined;
  const held = (): CurrentFact | undefined | Verdict =>
    isEach ? known(context.each ?? unknownKeys()) : read ? answered(check, context) : sourced(check, context);
  const claimOf = (id: string, address: string) => looks.look(address, () => context.claimOf(id, address));
  const entryIn = (key: string): Membership | undefined =>
    looks.look(binding!, (block) => entryOf(bindings.get(binding!)!, key, block));
  const rests = ({ start, evidence, value, key, tx }: CurrentFact) => ({
    start,
    since: start,
    evidence,
    value,
    key,
    tx,
  });

  switch (operator) {
    case 'holds': {
      const verdict = unsettled(...of);
      if (verdict) return verdict;
      const claim = claimOf(dep!, of[0]!);
      if (claim === 'unknown') return 'unknown';
      if (claim === undefined) return 'fails';
      return {
        expected: dep,
        observed: dep,
        start: claim.referenceBlock,
        since: claim.since,
        dependency: claim.proofHash,
        value: claim.value,
      };
    }
    case 'absent': {
      if (dep !== undefined) {
        const verdict = unsettled(...of);
        if (verdict) return verdict;
        const claim = claimOf(dep, of[0]!);
        if (claim !== undefined) return claim === 'unknown' ? 'unknown' : 'fails';
        return gone(looks.look(of[0]!, () => context.lastClaimOf(dep, of[0]!)));
      }
      const what = 'view' in check ? ran(check, context) : held();
      if (what !== undefined) return typeof what === 'string' ? what : 'fails';
      return gone(lastSource(check, context));
    }
    case 'exists':
    case 'log_within_frame': {
      const what = held();
      if (what === undefined && 'candidates' in check && isOlder(check, context)) return 'unknown';
      if (what === undefined || typeof what === 'string') return what ?? 'fails';
      return { expected: true, observed: true, ...rests(what) };
    }
    case 'latest': {
      const what = held();
      if (what === undefined || typeof what === 'string') return what ?? 'fails';
      return what.value === expected ? { expected, observed: expected, ...rests(what) } : 'fails';
    }
    case 'returns': {
      const what = isEach ? (context.each ?? 'unknown') : ran(check, context);
      if (what === undefined || typeof what === 'string') return what ?? 'fails';
      return { expected: check.view.signature, observed: what.value, ...rests(what) };
    }
    case 'delegates': {
      const what = ran(check, context);
      if (what === undefined || typeof what === 'string') return what ?? 'fails';
      const { target } = what.value as Readonly<Record<string, string>>;
      return { expected: 'delegation', observed: target, ...rests(what) };
    }
    case 'slot_address': {
      const what = held();
      if (what === undefined || typeof what === 'string') return what ?? 'fails';
      const address = fieldOf(what.value, 'address');
      if (address === failed) return 'fails';
      return { expected: what.evidence[0]!.split(':')[4], observed: address, ...rests(what) };
    }
    case 'selectors_all':
    case 'selectors_none':
    case 'instructions_all':
    case 'instructions_none': {
      const wanted = expected as readonly string[];
      const isAll = operator.endsWith('_all');
      const agrees = ({ value }: CurrentFact): boolean => {
        const { selectors, instructions } = value as Readonly<Record<string, string>>;
        const list = operator.startsWith('selectors')
          ? selectors!.slice(2).match(/.{8}/g)
          : instructions!.slice(2).match(/../g);
        const has = (one: string) => list?.includes(one.slice(2)) ?? false;
        return isAll ? wanted.every(has) : !wanted.some(has);
      };
      const all = 'further' in check ? codesBehind(check, context) : [held()];
      const what = all.find((one) => typeof one === 'object' && agrees(one)) as CurrentFact | undefined;
      if (what === undefined) return all.includes('unknown') ? 'unknown' : 'fails';
      return { expected, observed: isAll ? expected : [], ...rests(what) };
    }
    case 'code_hash_in':
    case 'build_in': {
      const what = held();
      if (what === undefined || typeof what === 'string') return what ?? 'fails';
      const isBuild = operator === 'build_in';
      const key = isBuild ? String(what.value) : (what.value as { hash: string }).hash;
      const entry = entryIn(key);
      if (!entry) return 'fails';
      return {
        ...rests(what),
        expected: { binding },
        observed: key,
        start: Math.max(what.start, entry.from),
        evidence: [...what.evidence, `binding:${binding}@${entry.version}`],
        version: entry.version,
        value: { ...(isBuild ? {} : (what.value as object)), ...entry.fields },
      };
    }
    case 'in': {
      const verdict = unsettled(...of);
      if (verdict) return verdict;
      const entry = entryIn(of[0]!);
      if (!entry) return 'fails';
      const { version, from, fields } = entry;
      const evidence = [`binding:${binding}@${version}`];
      return { expected: { binding }, observed: of[0], start: from, evidence, version, value: fields };
    }
    case 'not_in': {
      const verdict = unsettled(...of);
      if (verdict) return verdict;
      if (entryIn(of[0]!)) return 'fails';
      const registry = bindings.get(binding!)!;
      const ended = looks.look(binding!, (block) => endedEntryOf(registry, of[0]!, block));
      const version = ended ? ended.removedBy! : registry.versions[0]!.version;
      return { expected: { binding }, observed: of[0], version, start: ended && ended.until! + 1 };
    }
    case 'imitates': {
      for (const text of of) {
        if (text === 'fails' || text === 'unknown') return text;
        const entry = looks.look(binding!, (block) =>
          imitated(text, bindings.get(binding!)!, block, check.decorated),
        );
        if (!entry) continue;
        const { version, from, fields } = entry;
        return { expected: { binding }, observed: text, start: from, version, value: fields };
      }
      return 'fails';
    }
    case 'same_tx': {
      const [one, two] = [check.of, check.with].map((expression) =>
        context.before.get((expression as { check: string }).check),
      );
      if (typeof one === 'string') return one;
      if (typeof two === 'string') return two;
      if (!one?.tx || one.tx !== two?.tx) return 'fails';
      return { expected: two.tx, observed: one.tx };
    }
    case 'length': {
      const verdict = unsettled(...of);
      if (verdict) return verdict;
      const isHex = /^0x([0-9a-f]{2})*$/.test(of[0]!);
      return isHex && of[0]!.length === 2 + 2 * (expected as number)
        ? { expected, observed: expected }
        : 'fails';
    }
    default: {
      const verdict = unsettled(of[0]!, other);
      if (verdict) return verdict;
      return compares(operator, of[0]!, other) ? { expected: other, observed: of[0] } : 'fails';
    }
  }
}

function compares(operator: Operator, one: string, other: string): boolean {
  const isNumber = (text: string) => /^(\d+|0x[0-9a-f]{1,64})$/.test(text);
  switch (operator) {
    case 'eq':
      return one === other;
    case 'neq':
      return one !== other;
    case 'prefix':
      return one.startsWith(other);
    case 'gte':
      return isNumber(one) && isNumber(other) && BigInt(one) >= BigInt(other);
    case 'lte':
      return isNumber(one) && isNumber(other) && BigInt(one) <= BigInt(other);
    default:
      throw new Error(`${operator} compares nothing`);
  }
}

function gone(last: number | undefined): Outcome {
  return { expected: 'absent', observed: 'absent', start: last === undefined ? undefined : last + 1 };
}

/** The value of an expression in a context. */
export function expressed(expression: Expression, context: Context): string | Verdict {
  switch (expression.of) {
    case 'subject':
      return context.subject;
    case 'object':
      return objectOf(context);
    case 'entry': {
      const binding = context.bindings.get(expression.binding)!;
      const firstKey = (block: number) =>
        [...binding.members.keys()].filter((key) => entryOf(binding, key, block)).sort()[0];
      return context.looks.look(binding.id, firstKey) ?? 'fails';
    }
    case 'namehash': {
      const name = expressed(expression.text, context);
      if (name === 'fails' || name === 'unknown') return name;
      return name.length <= 255 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) ? ensNode(name) : 'fails';
    }
    case 'word':
      return expression.word;
    case 'check': {
      const outcome = context.before.get(expression.check)!;
      if (typeof outcome === 'string') return outcome;
      if (expression.field === undefined)
        return typeof outcome.observed === 'object' ? 'fails' : String(outcome.observed);
      const field =
        expression.field === 'key' && !hasField(outcome.value, 'key')
          ? (outcome.key?.slice(0, 42) ?? failed)
          : fieldOf(outcome.value, expression.field);
      return field === failed ? 'fails' : field;
    }
  }
}

/** The object, which must be an address other than zero. */
export function objectOf(context: Context): string | Verdict {
  const object = expressed(context.object!, context);
  if (object === 'fails' || object === 'unknown') return object;
  return /^0x[0-9a-f]{40}$/.test(object) && !/^0x0+$/.test(object) ? object : 'fails';
}

function hasField(value: Value | undefined, field: string): boolean {
  return typeof value === 'object' && Object.hasOwn(value, field);
}

function fieldOf(value: Value | undefined, field: string): string | typeof failed {
  if (typeof value === 'object') return value[field] ?? failed;
  if (value === undefined) return failed;
  const isWord = /^0x[0-9a-f]{64}$/.test(value);
  if (field === 'value') return value;
  if (field === 'address')
    return isWord && value.startsWith(`0x${'0'.repeat(24)}`) ? `0x${value.slice(26)}` : failed;
  if (field === 'uint') return isWord ? BigInt(value).toString() : failed;
  if (field !== 'text' || !/^0x([0-9a-f]{2})*$/.test(value)) return failed;
  const text = fromHex(value).toString('latin1');
  return /^[\x20-\x7e]*$/.test(text) ? text : failed;
}

/** The codes of all accounts to which calls are passed on, in order. */
function codesBehind(check: AnyOperands, context: Context): readonly (CurrentFact | undefined | Verdict)[] {
  const { check: named } = check.at as { readonly check: string };
  const delegation = context.before.get(named)!;
  if (typeof delegation === 'string') return [delegation];
  const { target, codes = target } = delegation.value as Readonly<Record<string, string>>;
  return codes!.match(/[0-9a-f]{40}/g)!.map((account) => {
    const { at: _, ...operands } = check;
    return sourced(operands, { ...context, subject: `0x${account}` });
  });
}

function placeOfSource(check: AnyOperands, context: Context) {
  const address = check.at ? expressed(check.at, context) : context.subject;
  const key = check.atKey ? expressed(check.atKey, context) : undefined;
  if (address === 'fails' || key === 'fails') return 'fails';
  return address === 'unknown' || key === 'unknown' ? 'unknown' : { address, key };
}

/** Values of a source, by key. */
function keysOf(address: string, { source }: AnyOperands, { fold, looks }: Context) {
  return looks.look(address, (block) => fold.at(address, block).registers.get(source!));
}

function isUnknown(address: string, { source }: AnyOperands, { fold, looks }: Context): boolean {
  return looks.look(address, (block) => fold.at(address, block).unknown.has(source!));
}

/** The value of a source; of several keys, that with the earliest witness. */
function sourced(check: AnyOperands, context: Context): CurrentFact | undefined | Verdict {
  const place = placeOfSource(check, context);
  if (typeof place === 'string') return place;
  if (isUnknown(place.address, check, context)) return 'unknown';
  const keys = keysOf(place.address, check, context);
  if (place.key !== undefined) return known(keys?.get(place.key));
  const [earliest] = [...(keys?.values() ?? [])].sort(
    (a, b) => a.start - b.start || comparePlaces(a.place, b.place) || (a.key < b.key ? -1 : 1),
  );
  return known(earliest);
}

/** Of a log that may be of several frames it is not known whether it counts. */
function known(what: CurrentFact | undefined | Verdict): CurrentFact | undefined | Verdict {
  return typeof what === 'object' && what.value === UNATTRIBUTED ? 'unknown' : what;
}

/** Every key of the source for which the family is evaluated, ascending. */
export function keysWithFacts(check: AnyOperands, context: Context): readonly CurrentFact[] | Verdict {
  const place = placeOfSource(check, context);
  if (typeof place === 'string') return place;
  if (isUnknown(place.address, check, context)) return 'unknown';
  const keys = keysOf(place.address, check, context);
  return [...(keys?.values() ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Whether the contract that the source belongs to existed before the range. */
export function isOlder(check: AnyOperands, context: Context): boolean {
  const place = placeOfSource(check, context);
  if (typeof place === 'string') return false;
  return context.looks.look(place.address, (block) => context.fold.at(place.address, block).isOlder);
}

function lastSource(check: AnyOperands, context: Context): number | undefined {
  const place = placeOfSource(check, context);
  if (typeof place === 'string') return undefined;
  const { fold, looks } = context;
  const keys = looks.look(place.address, (block) => fold.at(place.address, block).lastEnd.get(check.source!));
  const blocks = place.key === undefined ? [...(keys?.values() ?? [])] : [keys?.get(place.key) ?? -1];
  const last = Math.max(-1, ...blocks);
  return last === -1 ? undefined : last;
}

const callData = new Map<string, string>();

function callDataOf(signature: string): string {
  let found = callData.get(signature);
  if (found === undefined) {
    found = `0x${Buffer.from(keccak256(Buffer.from(signature)))
      .toString('hex')
      .slice(0, 8)}`;
    callData.set(signature, found);
  }
  return found;
}

function answered({ read }: AnyOperands, context: Context): CurrentFact | undefined | Verdict {
  const { call, returns, after, again } = read!;
  const witness = context.before.get(after)!;
  if (typeof witness === 'string') return witness;
  const { fold, subject } = context;
  const what = callDataOf(call);
  const answerAt = (block: number) =>
    context.answers.find((one) => one.subject === subject && one.what === what && one.block === block);
  const block = context.looks.look(subject, (now) => {
    const replaced = fold.changesOf(subject).filter((change) => change <= now);
    const base = Math.max(witness.since!, ...replaced);
    const settings = again ? fold.settingsOf(subject).filter((one) => one > base && one <= now) : [];
    // A setting is skipped if no state is available after it.
    return Math.max(base, ...settings.filter((one) => answerAt(one)?.outcome !== 'unavailable'));
  });
  const answer = answerAt(block);
  if (answer === undefined || answer.outcome === 'unavailable') return 'unknown';
  if (answer.outcome === 'reverted') return undefined;
  const value = (returns === 'text' ? textIn : addressAnswered)(answer.output);
  if (value === undefined) return undefined;
  const evidence = [`read:1:${context.fold.hashOf(block)}:${context.subject}:${what}`];
  return { key: '', value, start: block, evidence, place: [] };
}

function addressAnswered(output: string): string | undefined {
  return /^0x0{24}[0-9a-f]{40}$/.test(output) ? `0x${output.slice(26)}` : undefined;
}

function textIn(output: string): string | undefined {
  const bytes = fromHex(output);
  if (bytes.length === 32) {
    const end = bytes.indexOf(0);
    return `0x${bytes.toString('hex', 0, end === -1 ? 32 : end)}`;
  }
  if (bytes.length < 64 || BigInt(`0x${bytes.toString('hex', 0, 32)}`) !== 32n) return undefined;
  const length = BigInt(`0x${bytes.toString('hex', 32, 64)}`);
  if (length > BigInt(bytes.length)) return undefined;
  const end = 64 + Number(length);
  const isWhole = bytes.length === 64 + 32 * Math.ceil(Number(length) / 32);
  return isWhole && bytes.subarray(end).every((byte) => byte === 0)
    ? `0x${bytes.toString('hex', 64, end)}`
    : undefined;
}

/** The view call or delegation of a check, which is executed only if all earlier checks pass. */
export function runOf(check: AnyOperands, context: Context): Run | Verdict {
  if ([...context.before.values()].includes('unknown')) return 'unknown';
  const address = check.at ? expressed(check.at, context) : context.subject;
  if (address === 'fails' || address === 'unknown') return address;
  if (!/^0x[0-9a-f]{40}$/.test(address)) return 'fails';
  if (!check.view) {
    const selector = check.call ? expressed(check.call, context) : '0x';
    if (selector === 'fails' || selector === 'unknown') return selector;
    if (check.call && !/^0x[0-9a-f]{8}$/.test(selector)) return 'fails';
    return { address, data: check.call ? `0xffffffff${selector.slice(2)}` : '0x', type: 'delegation' };
  }
  const { signature, returns } = check.view;
  let data = callDataOf(signature);
  const types = /\((.*)\)/.exec(signature)![1]!.split(',');
  for (const [at, argument] of (check.args ?? []).entries()) {
    const text = expressed(argument, context);
    if (text === 'fails' || text === 'unknown') return text;
    const word = wordOf(text, types[at]!);
    if (word === undefined) return 'fails';
    data += word;
  }
  return { address, data, type: returns };
}

function ran(check: AnyOperands, context: Context): CurrentFact | undefined | Verdict {
  const run = runOf(check, context);
  return typeof run === 'string' ? run : executed(run, context);
}
