import { undoneFrames } from '../../domain/chain/protocol/undone-frames.js';
import type { Frame, Header, Log, Receipt } from '../../domain/chain/record/block.js';
import { type EtherMove, etherMove, isEtherLog } from '../../domain/chain/record/ether-log.js';
import { sameAddress } from '../../domain/chain/record/same-address.js';
import type { RpcLog, SourcedFrame } from '../../node/rpc/rpc-block.js';
import { BlockRefused } from './finding/block-refused.js';

const PROTOCOL = /^0xf{39}e$/i;

/** Whether a transaction logged anything besides the protocol's own logs of ether. */
export function hasContractLogs({ logs }: Receipt): boolean {
  return logs.some((log) => !isEtherLog(log));
}

/**
 * The frames without the protocol's logs of ether, which no frame emits: one tracer attributes them to the
 * frame that received the ether, another omits them. Every other log keeps its frame, and gets its index in
 * the receipt.
 */
export function withoutEtherLogs(
  frames: readonly SourcedFrame[],
  { logs }: Receipt,
): readonly SourcedFrame[] {
  const traced = frames[0]?.tracedLogs ?? [];
  if (!logs.some(isEtherLog) && !traced.some(isTracedEtherLog)) return frames;
  const own = indexesOfOthers(logs);
  let next = 0;
  const indexes = traced.map((log) => (isTracedEtherLog(log) ? undefined : (own[next++] ?? logs.length)));
  return frames.map((frame) => {
    const { logIndexes, tracedLogs, ...rest } = frame;
    if (logIndexes === undefined) return frame;
    return {
      ...rest,
      logIndexes: logIndexes.flatMap((index) => indexes[index] ?? []),
      ...(tracedLogs && { tracedLogs: tracedLogs.filter((log) => !isTracedEtherLog(log)) }),
    };
  });
}

/** Indexes of the logs that contracts emitted. */
export function indexesOfOthers(logs: readonly Log[]): number[] {
  return logs.flatMap((log, index) => (isEtherLog(log) ? [] : [index]));
}

/**
 * Since Amsterdam: checks that the ether moves of the frames equal the ether logs of the receipts, one by one in execution order. The
 * header binds the receipts, and so it binds the values of frames.
 *
 * @throws BlockRefused
 */
export function requireEtherLogs(
  frames: readonly (readonly Frame[])[] | undefined,
  receipts: readonly Receipt[],
  { number, blockAccessListHash }: Header,
): void {
  if (frames === undefined || blockAccessListHash === undefined) return;
  frames.forEach((list, transactionIndex) => {
    const logged = receipts[transactionIndex]!.logs.flatMap((log) =>
      isEtherLog(log) ? (etherMove(log) ?? []) : [],
    );
    const moved = movesOf(list);
    const at = moved.findIndex((move, index) => !isSameMove(move, logged[index]));
    if (at === -1 && moved.length === logged.length) return;
    throw new BlockRefused('frames', number, {
      transactionIndex,
      problem: 'ether moved otherwise than its logs show',
      move: at === -1 ? moved.length : at,
    });
  });
}

function movesOf(frames: readonly Frame[]): EtherMove[] {
  const undone = undoneFrames(frames);
  return frames.flatMap(({ type, from, to, value }, index) => {
    // CALLCODE runs another account's code as the caller itself: its value stays.
    const stays = type === 'CALLCODE' || to === undefined || sameAddress(from, to);
    return value === 0n || stays || undone[index] ? [] : [{ from, to, wei: value }];
  });
}

function isSameMove(a: EtherMove, b: EtherMove | undefined): boolean {
  return b !== undefined && a.wei === b.wei && sameAddress(a.from, b.from) && sameAddress(a.to, b.to);
}

const isTracedEtherLog = ({ address }: RpcLog): boolean => PROTOCOL.test(address);
