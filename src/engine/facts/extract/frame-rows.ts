import type { Binding } from '../../../definition/binding/binding.js';
import type { Catalog } from '../../../definition/model/definition.js';
import type { CallSource } from '../../../definition/model/fact-source.js';
import type { SourceId } from '../../../definition/model/predicate.js';
import { fromHex, toHex } from '../../../domain/chain/codec/hex.js';
import type { Frame } from '../../../domain/chain/record/block.js';
import { frameLevel } from '../../../domain/chain/record/frame-path.js';
import { OWN_BLOCK } from '../../model/fact-row.js';
import { UNATTRIBUTED } from '../../model/view-value.js';
import { isIn } from './binding-at.js';
import { emittingCalls } from './emitting-calls.js';
import { fieldReaderOf } from './field-reader.js';
import { shapeMatcher } from './log-shape.js';
import type { RowSink } from './row-sink.js';
import type { TransactionContext } from './transaction-context.js';

type FrameReader = (sink: RowSink, context: TransactionContext) => void;

/** Readers of all fact sources that call frames feed. */
export function frameReaders({ sources }: Catalog, bindings: ReadonlyMap<string, Binding>): FrameReader[] {
  return sources.flatMap(({ source }, id): FrameReader[] => {
    if (source.kind === 'frame')
      return [source.register === 'created' ? createdReader(id) : creationReader(id)];
    return source.kind === 'call' ? [callReader(source, id, bindings.get(source.to)!)] : [];
  });
}

function refOf({ index }: TransactionContext, { path }: Frame): string {
  return `frame:1:${OWN_BLOCK}:${index}:${path.toString('hex')}`;
}

function createdReader(source: SourceId): FrameReader {
  return (sink, context) => {
    for (const { frame, at, address, creator } of context.creations) {
      const value = {
        creator,
        origin: toHex(context.transaction.from),
        depth: String(frameLevel(frame.path) - 1),
      };
      const evidence = [refOf(context, frame)];
      sink.add({ subject: address, source, key: '', txIndex: context.index, ordinal: at, value, evidence });
    }
  };
}

function creationReader(source: SourceId): FrameReader {
  return (sink, context) => {
    for (const { frame, at, creator } of context.creations) {
      if (context.creatorOf(creator) !== undefined) continue;
      const evidence = [refOf(context, frame)];
      sink.add({
        subject: creator,
        source,
        key: '',
        txIndex: context.index,
        ordinal: at,
        value: 'true',
        evidence,
      });
    }
  };
}

/**
 * Calls of bound contracts in which the callee emitted a matching log. Few calls are, so the callee is
 * checked first. Where the tracer does not say which frame emitted a log, and several frames ran as its
 * emitter, each of these calls is undecided.
 */
function callReader({ log: shape, key }: CallSource, source: SourceId, callees: Binding): FrameReader {
  const matches = shapeMatcher(shape);
  const topic0 = fromHex(shape.topic0);
  const keyOf = key === 'to.address' ? undefined : fieldReaderOf(key);
  const bound = new Set([...callees.members.keys()].map((address) => fromHex(address).toString('latin1')));
  return (sink, context) => {
    const { frames, logs } = context;
    if (
      !frames?.some(({ type, to }) => type === 'CALL' && to !== undefined && bound.has(to.toString('latin1')))
    )
      return;
    /** The callee's first log for each key: index by key. */
    const wanted = (callee: Buffer, indexes: Iterable<number>): Map<string, number> => {
      const found = new Map<string, number>();
      for (const index of indexes) {
        const log = logs[index];
        if (!log?.address.equals(callee) || !log.topics[0]?.equals(topic0) || !matches(log)) continue;
        const picked = keyOf === undefined ? toHex(callee) : keyOf(log);
        if (picked !== undefined && !found.has(picked)) found.set(picked, index);
      }
      return found;
    };
    const ofCallee = new Map<string, Map<string, number>>();
    const emittedBy = (callee: Buffer): Map<string, number> => {
      const name = callee.toString('latin1');
      const known = ofCallee.get(name) ?? wanted(callee, logs.keys());
      ofCallee.set(name, known);
      return known;
    };
    const calls = emittingCalls(frames, (callee) => isIn(callees, toHex(callee), sink.number));
    for (const { frame, at, to, logIndexes, isOnly } of calls)
      for (const [picked, logIndex] of logIndexes ? wanted(to, logIndexes) : emittedBy(to))
        sink.add({
          subject: toHex(frame.from),
          source,
          key: picked,
          txIndex: context.index,
          ordinal: at,
          value: isOnly ? { to: toHex(to) } : UNATTRIBUTED,
          evidence: [refOf(context, frame), `log:1:${OWN_BLOCK}:${context.index}:${logIndex}`],
        });
  };
}
