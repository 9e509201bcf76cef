import {
  EACH_FACET,
  type Emitter,
  type LogSource,
  type LogStateSource,
} from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Log } from '../../domain/chain/record/block.js';
import type { EvidenceRef } from '../../domain/chain/record/evidence-ref.js';
import { namedFacets } from './facet-cuts.js';
import type { FactCase } from './fact-case.js';
import { hasShape } from './has-shape.js';
import { picked } from './picked.js';
import { reverseNodeOf } from './reverse-node-of.js';

/**
 * Checks the first log of a shape: it must have the shape and the stated subject. No proof can show that
 * there is no earlier log with other fields. For most logs, none can show which transaction created the
 * emitter, nor what else the emitter created. These are attested.
 */
export function checkLogFact(one: FactCase, source: LogSource): void {
  const [ref] = one.refs('log');
  const log = checkedLog(one, ref!, one.fact.evidence[0]!);
  one.demand(hasShape(log, source), 'its log has another shape');
  checkPlace(one, ref!, log, source);
  one.demand(hasKey(log, source.key, one.fact.key), 'its log has another key');
  one.hasValue(fieldsOf(one, log, source.fields));
  if (source.fields !== undefined)
    one.attest('first', `that no earlier log of its shape about ${one.fact.address} has other fields`);
  const emitter = toHex(log.address);
  if (source.outsideCreation && !one.end.existedSince(emitter, one.fact.start, 'within'))
    one.attest('creation', 'that its transaction is not the one that created its emitter');
  if (source.createdByEmitter)
    one.attest('creation', `that its emitter created ${one.fact.address} in the same transaction`);
}

/**
 * Checks state from logs: one of the events must give this key this value. No proof can show that no later
 * log gives another, so that is attested.
 */
export function checkLogStateFact(one: FactCase, source: LogStateSource): void {
  const [ref] = one.refs('log');
  const log = checkedLog(one, ref!, one.fact.evidence[0]!);
  checkPlace(one, ref!, log, source);
  const says = source.events.some(
    (event) =>
      hasShape(log, event) &&
      (event.value === EACH_FACET
        ? namedFacets(log)!.get(one.fact.key) === one.fact.value
        : hasKey(log, event.key ?? source.key, one.fact.key) &&
          valueSaid(log, event.value) === one.fact.value),
  );
  one.demand(says, 'its log does not show it');
  one.attest('unchanged', `that no later log up to the end of block ${one.end.block} says otherwise`);
}

/** The log of a ref, from its receipt. */
export function checkedLog(one: FactCase, { blockHash, rest: [index, at] }: EvidenceRef, ref: string): Log {
  const log = one.source.blocks.receipt(blockHash, index!).logs[Number(at)];
  one.supported(ref, 'merkle');
  return log ?? one.refute('its receipt has no such log');
}

function checkPlace(
  one: FactCase,
  { blockHash, rest: [index] }: EvidenceRef,
  log: Log,
  { emitter, subject }: { readonly emitter: Emitter; readonly subject: string },
): void {
  one.startsIn(blockHash);
  one.isInTransaction(blockHash, index!);
  if (typeof emitter === 'object')
    one.demand(
      one.isBound(emitter.binding, toHex(log.address), one.fact.start),
      'its emitter is not in the registry',
    );
  const isAbout =
    subject === 'reverse_node'
      ? log.topics[1] !== undefined && toHex(log.topics[1]) === reverseNodeOf(one.fact.address)
      : picked(log, subject)[0] === one.fact.address;
  one.demand(isAbout, 'its log is about another address');
  if (subject === 'emitter') one.end.mustLiveOn(one.fact.address, one.fact.start, 'within', one.place);
}

/**
 * Whether a key is the concatenation of one value of each part. It keeps only prefixes of the key, because
 * lists have very many combinations.
 */
function hasKey(log: Log, parts: readonly string[] = [], wanted: string): boolean {
  if (parts.length === 0) return wanted === '';
  let begun = new Set(['0x']);
  for (const path of parts) {
    const values = new Set(picked(log, path).map((value) => value.slice(2)));
    const joined = [...begun].flatMap((start) => [...values].map((value) => start + value));
    begun = new Set(joined.filter((text) => wanted.startsWith(text)));
  }
  return begun.has(wanted);
}

function fieldsOf(one: FactCase, log: Log, fields: LogSource['fields']): string | Record<string, string> {
  if (fields === undefined) return 'true';
  const value: Record<string, string> = {};
  for (const [name, path] of Object.entries(fields))
    value[name] = picked(log, path)[0] ?? one.refute(`its log has no ${name}`);
  return value;
}

/** The value that a log gives; undefined if it clears the value. */
function valueSaid(log: Log, path: string): string | undefined {
  if (path === 'cleared') return undefined;
  return path === 'true' ? 'true' : picked(log, path)[0];
}
