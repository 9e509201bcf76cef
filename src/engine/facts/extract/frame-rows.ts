import type { Binding } from '../../../definition/binding/binding.js';
import type { Catalog } from '../../../definition/model/definition.js';
import type { CallSource } from '../../../definition/model/fact-source.js';
import type { SourceId } from '../../../definition/model/predicate.js';
import { fromHex, toHex } from '../../../domain/chain/codec/hex.js';
import { undoneFrames } from '../../../domain/chain/protocol/undone-frames.js';
import type { Frame, Log } from '../../../domain/chain/record/block.js';
import { OWN_BLOCK } from '../../model/fact-row.js';
import { isIn } from './binding-at.js';
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
        depth: String(frame.path.length / 2 - 1),
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

/** Calls of bound contracts, with a log of theirs inside. Few are: the callee decides first. */
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
    const undone = undoneFrames(frames);
    const isWanted = (log: Log | undefined, callee: Buffer): log is Log =>
      log?.address.equals(callee) === true && log.topics[0]?.equals(topic0) === true && matches(log);
    frames.forEach((frame, at) => {
      const { type, from, to, logIndexes = [] } = frame;
      if (type !== 'CALL' || to === undefined || undone[at] || !isIn(callees, toHex(to), sink.number)) return;
      for (const logIndex of logIndexes) {
        const log = logs[logIndex];
        if (!isWanted(log, to)) continue;
        const picked = keyOf === undefined ? toHex(to) : keyOf(log);
        if (picked === undefined) continue;
        sink.add({
          subject: toHex(from),
          source,
          key: picked,
          txIndex: context.index,
          ordinal: at,
          value: { to: toHex(to) },
          evidence: [refOf(context, frame), `log:1:${OWN_BLOCK}:${context.index}:${logIndex}`],
        });
      }
    });
  };
}
