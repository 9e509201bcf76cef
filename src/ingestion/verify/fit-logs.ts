import { keepsContext } from '../../domain/chain/protocol/keeps-context.js';
import type { Receipt } from '../../domain/chain/record/block.js';
import { frameLevel } from '../../domain/chain/record/frame-path.js';
import { sameAddress } from '../../domain/chain/record/same-address.js';
import type { RpcLog, RpcReceipt, SourcedFrame } from '../../node/rpc/rpc-block.js';
import { indexesOfOthers } from './ether-logs.js';

/**
 * An inconsistency between a tracer's logs and the receipt of one transaction; undefined when there is none,
 * or when the tracer gives no logs. Each log of a contract must be in exactly one frame, the frame must run
 * as the log's emitter, and the traced log must equal the receipt's.
 *
 * @param frames in pre-order, without the protocol's logs of ether
 * @param rpc the receipt as the node wrote it, bound by the receipts root
 */
export function problemOfLogs(
  frames: readonly SourcedFrame[],
  receipt: Receipt,
  rpc: RpcReceipt,
): string | undefined {
  if (frames.every((frame) => frame.logIndexes === undefined)) return undefined;
  const { logs } = receipt;
  const traced = frames[0]!.tracedLogs ?? [];
  const own = indexesOfOthers(logs);
  if (own.length === 0) {
    const isSilent = traced.length === 0 && frames.every(({ logIndexes = [] }) => logIndexes.length === 0);
    return isSilent ? undefined : 'a log the receipt does not have';
  }
  /** By log index. An array, because a set for every transaction would cost more than all else here. */
  const isClaimed = new Uint8Array(logs.length);
  /** By level: the account that the open frame runs as. */
  const contexts: (Buffer | undefined)[] = [];
  let count = 0;
  for (const frame of frames) {
    const level = frameLevel(frame.path);
    const context = keepsContext(frame) ? contexts[level - 1] : frame.to;
    contexts[level] = context;
    if (frame.logIndexes === undefined) continue;
    for (const logIndex of frame.logIndexes) {
      const log = logs[logIndex];
      if (log === undefined) return 'a log the receipt does not have';
      if (context === undefined || !sameAddress(log.address, context)) return "a log of another's";
      if (isClaimed[logIndex]) return 'a log of two frames';
      isClaimed[logIndex] = 1;
      count += 1;
    }
  }
  if (count !== own.length) return 'a log of no frame';
  const areSame =
    traced.length === own.length && traced.every((log, i) => isSameLog(log, rpc.logs[own[i]!]!));
  return areSame ? undefined : 'logs other than those of the receipt';
}

/** Compared as text, which is cheaper than decoding: a node usually writes both the same way. */
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
