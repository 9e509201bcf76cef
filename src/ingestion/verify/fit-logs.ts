import type { Frame, Receipt } from '../../kernel/chain/block.js';
import type { RpcLog, RpcReceipt, SourcedFrame } from '../../kernel/chain/rpc-block.js';
import { sameAddress } from '../../kernel/chain/same-address.js';

/**
 * What is wrong with the logs a tracer gives to one transaction's frames; undefined when nothing is, or when it gives
 * none. It must give each log of the receipt to exactly one frame, the frame must run as the log's emitter, and what the
 * tracer saw logged must be what the receipt says.
 *
 * @param frames in pre-order
 * @param rpc the receipt as the node wrote it, bound by the receipts root
 */
export function problemOfLogs(
  frames: readonly SourcedFrame[],
  receipt: Receipt,
  rpc: RpcReceipt,
): string | undefined {
  if (frames.every((frame) => frame.logIndexes === undefined)) return undefined;
  const { logs } = receipt;
  const isGiven = new Uint8Array(logs.length);
  /** Whom the frame of each level runs as. */
  const contexts: (Buffer | undefined)[] = [];
  let count = 0;
  for (const frame of frames) {
    const level = frame.path.length / 2;
    const context = keepsContext(frame) ? contexts[level - 1] : frame.to;
    contexts[level] = context;
    for (const logIndex of frame.logIndexes ?? []) {
      const log = logs[logIndex];
      if (log === undefined) return 'a log the receipt does not have';
      if (context === undefined || !sameAddress(log.address, context)) return "a log of another's";
      isGiven[logIndex] = 1;
      count += 1;
    }
  }
  if (count !== logs.length || isGiven.includes(0)) return 'not each log of the receipt once';
  const traced = frames[0]!.tracedLogs ?? [];
  const areSame = traced.length === logs.length && traced.every((log, i) => isSameLog(log, rpc.logs[i]!));
  return areSame ? undefined : 'logs other than those of the receipt';
}

function keepsContext({ type }: Frame): boolean {
  return type === 'DELEGATECALL' || type === 'CALLCODE';
}

/** Compared as text, which costs less than decoding it: one node mostly writes both in one way. */
function isSameLog(traced: RpcLog, log: RpcLog): boolean {
  const topics = traced.topics ?? [];
  return (
    isSameHex(traced.address, log.address) &&
    isSameHex(traced.data, log.data) &&
    topics.length === log.topics.length &&
    topics.every((topic, i) => isSameHex(topic, log.topics[i]!))
  );
}

function isSameHex(a: string | undefined, b: string): boolean {
  return a === b || (typeof a === 'string' && a.toLowerCase() === b.toLowerCase());
}
