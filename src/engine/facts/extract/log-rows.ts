import type { Binding } from '../../../definition/binding/binding.js';
import type { Catalog } from '../../../definition/model/definition.js';
import {
  EACH_FACET,
  type Emitter,
  type LogSource,
  type LogStateEvent,
  type LogStateSource,
} from '../../../definition/model/fact-source.js';
import type { SourceId } from '../../../definition/model/predicate.js';
import { fromHex, toHex } from '../../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import type { Log } from '../../../domain/chain/record/block.js';
import type { FactValue } from '../../../evaluator/model/state-view.js';
import { IMPLIED } from '../../model/fact-row.js';
import { isIn } from './binding-at.js';
import { facetCutsOf, hasNoFacet } from './facet-cuts.js';
import { fieldReaderOf, listReaderOf } from './field-reader.js';
import { shapeMatcher } from './log-shape.js';
import type { RowSink } from './row-sink.js';
import type { TransactionContext } from './transaction-context.js';

/** Adds the rows that one log gives for one fact source. The caller has matched the log's first topic. */
type LogReader = (sink: RowSink, context: TransactionContext, log: Log, logIndex: number) => void;

interface Readers {
  readonly topic0: Buffer;
  readonly readers: LogReader[];
}

/** All log fact sources by first topic, so that an irrelevant log costs one lookup. */
export class LogRows {
  readonly #byPrefix = new Map<number, Readers[]>();

  constructor({ sources }: Catalog, bindings: ReadonlyMap<string, Binding>) {
    sources.forEach(({ source }, id) => {
      if (source.kind === 'log') this.#add(source.topic0, logReader(source, id, bindings));
      if (source.kind === 'log_state') {
        source.events.forEach((event, at) => {
          this.#add(event.topic0, stateReader(source, at, id, bindings));
        });
      }
    });
  }

  #add(topic: string, reader: LogReader): void {
    const topic0 = fromHex(topic);
    const prefix = topic0.readUInt32BE(0);
    const known = this.#byPrefix.get(prefix)?.find((one) => one.topic0.equals(topic0));
    if (known) known.readers.push(reader);
    else this.#byPrefix.set(prefix, [...(this.#byPrefix.get(prefix) ?? []), { topic0, readers: [reader] }]);
  }

  read(sink: RowSink, context: TransactionContext): void {
    const { logs } = context;
    for (let logIndex = 0; logIndex < logs.length; logIndex++) {
      const log = logs[logIndex]!;
      const topic0 = log.topics[0];
      const known =
        topic0 && this.#byPrefix.get(topic0.readUInt32BE(0))?.find((one) => one.topic0.equals(topic0));
      if (known) for (const reader of known.readers) reader(sink, context, log, logIndex);
    }
  }
}

function logReader(source: LogSource, id: SourceId, bindings: ReadonlyMap<string, Binding>): LogReader {
  const matches = shapeMatcher(source);
  const rows = rowAdder(source, id, bindings);
  const fields = Object.entries(source.fields ?? {}).map(
    ([name, path]) => [name, fieldReaderOf(path)] as const,
  );
  const readValue = (log: Log): FactValue | undefined => {
    if (source.fields === undefined) return 'true';
    const value: Record<string, string> = {};
    for (const [name, path] of fields) {
      const picked = path(log);
      if (picked === undefined) return undefined;
      value[name] = picked;
    }
    return value;
  };
  const { outsideCreation, createdByEmitter } = source;
  return (sink, context, log, logIndex) => {
    if (!matches(log)) return;
    if (outsideCreation && context.gaveCode(toHex(log.address))) return;
    const value = readValue(log);
    if (value === undefined) return;
    const counts = createdByEmitter
      ? (subject: Address) => context.creatorOf(subject) === toHex(log.address)
      : () => true;
    rows(sink, context, log, logIndex, value, counts);
  };
}

function stateReader(
  source: LogStateSource,
  at: number,
  id: SourceId,
  bindings: ReadonlyMap<string, Binding>,
): LogReader {
  const event = source.events[at]!;
  if (event.value === EACH_FACET) return cutsReader(source, event, id, bindings);
  const matches = shapeMatcher(event);
  const rows = rowAdder(event.key ? { ...source, key: event.key } : source, id, bindings);
  const readValue = valueReader(event.value);
  return (sink, context, log, logIndex) => {
    if (!matches(log)) return;
    const value = readValue(log);
    if (value !== undefined) rows(sink, context, log, logIndex, value, () => true);
  };
}

/** A row for each function that a cut names, with its facet. */
function cutsReader(
  { emitter, subject }: LogStateSource,
  event: LogStateEvent,
  id: SourceId,
  bindings: ReadonlyMap<string, Binding>,
): LogReader {
  const matches = shapeMatcher(event);
  const isEmitter = emitterTest(emitter, bindings);
  const subjectOf = subjectReader(subject);
  return (sink, context, log, ordinal) => {
    if (!matches(log) || !isEmitter(log, sink.number)) return;
    const of = subjectOf(log, context);
    if (of === undefined) return;
    for (const cut of facetCutsOf(log.data)!) {
      const value = hasNoFacet(cut, of) ? null : cut.facet;
      sink.add({
        subject: of,
        source: id,
        key: cut.selector,
        txIndex: context.index,
        ordinal,
        value,
        evidence: IMPLIED,
      });
    }
  };
}

function valueReader(path: string): (log: Log) => FactValue | null | undefined {
  if (path === 'cleared') return () => null;
  return path === 'true' ? () => 'true' : fieldReaderOf(path);
}

type RowAdder = (
  sink: RowSink,
  context: TransactionContext,
  log: Log,
  logIndex: number,
  value: FactValue | null,
  counts: (subject: Address) => boolean,
) => void;

function rowAdder(
  { emitter, subject: subjectPath, key = [] }: Pick<LogSource, 'emitter' | 'subject' | 'key'>,
  source: SourceId,
  bindings: ReadonlyMap<string, Binding>,
): RowAdder {
  const isEmitter = emitterTest(emitter, bindings);
  const subjectOf = subjectReader(subjectPath);
  const parts = key.map(listReaderOf);
  return (sink, context, log, logIndex, value, counts) => {
    if (!isEmitter(log, sink.number)) return;
    const subject = subjectOf(log, context);
    if (subject === undefined || !counts(subject)) return;
    for (const joined of keysOf(log, parts))
      sink.add({
        subject,
        source,
        key: joined,
        txIndex: context.index,
        ordinal: logIndex,
        value,
        evidence: IMPLIED,
      });
  };
}

/** Every distinct combination of one value of each part, joined. */
function keysOf(log: Log, parts: readonly ((log: Log) => readonly string[])[]): readonly string[] {
  if (parts.length === 0) return [''];
  let keys: readonly string[] = ['0x'];
  for (const part of parts) {
    const values = part(log);
    keys = keys.flatMap((begun) => values.map((value) => begun + value.slice(2)));
  }
  return keys.length > 1 ? [...new Set(keys)] : keys;
}

function emitterTest(
  emitter: Emitter,
  bindings: ReadonlyMap<string, Binding>,
): (log: Log, block: number) => boolean {
  if (typeof emitter === 'string') return () => true;
  const binding = bindings.get(emitter.binding)!;
  return ({ address }, block) => isIn(binding, toHex(address), block);
}

function subjectReader(path: string): (log: Log, context: TransactionContext) => Hex | undefined {
  if (path === 'reverse_node')
    return ({ topics }, context) => (topics[1] ? context.ownerOfReverseNode(topics[1]) : undefined);
  return fieldReaderOf(path);
}
