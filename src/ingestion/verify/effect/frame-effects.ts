import { keepsContext } from '../../../domain/chain/protocol/keeps-context.js';
import { staticFrames } from '../../../domain/chain/protocol/static-frames.js';
import { undoneFrames } from '../../../domain/chain/protocol/undone-frames.js';
import type { Frame } from '../../../domain/chain/record/block.js';
import { frameLevel } from '../../../domain/chain/record/frame-path.js';
import { isCreation } from '../../../domain/chain/record/is-creation.js';

/** Bounds for an account's creations: one that failed without using gas may never have begun. */
export interface CreationCount {
  least: number;
  most: number;
}

/** A contract created by CREATE, whose address follows from its creator's nonce. */
export interface NumberedCreation extends Readonly<CreationCount> {
  readonly creator: Buffer;
  readonly to: Buffer;
}

/** State effects of the frames of one transaction; accounts by their bytes as latin1 text. */
export interface FrameEffects {
  /** Wei that an account gained, or lost. */
  readonly flows: Map<string, bigint>;
  /** Successful creations, with their code. */
  readonly created: ReadonlyMap<string, Buffer>;
  /** Accounts that cease to exist with the transaction. */
  readonly destroyed: ReadonlySet<string>;
  /**
   * Accounts that a SELFDESTRUCT did not end: it was undone or, since Cancun, the account is older than the
   * transaction.
   */
  readonly spared: ReadonlySet<string>;
  /** Accounts whose storage a frame may have written. */
  readonly writers: ReadonlySet<string>;
  /** Creations by account, without the transaction's own creation. */
  readonly creations: ReadonlyMap<string, CreationCount>;
  /** Inner CREATE frames, each with the number of earlier creations by its creator. */
  readonly numbered: readonly NumberedCreation[];
}

const NEVER_BEGAN = /^(insufficient balance|max call depth|nonce uint64 overflow)/i;

/**
 * Computes the effects of the frames of one transaction, in pre-order.
 *
 * @param endsOldAccounts whether SELFDESTRUCT ends accounts that the transaction did not create, as it did
 * before Cancun
 */
export function frameEffects(frames: readonly Frame[], endsOldAccounts: boolean): FrameEffects {
  const undone = undoneFrames(frames);
  const statics = staticFrames(frames);
  const flows = new Map<string, bigint>();
  const created = new Map<string, Buffer>();
  const ended = new Set<string>();
  const tried = new Set<string>();
  const writers = new Set<string>();
  const creations = new Map<string, CreationCount>();
  const numbered: NumberedCreation[] = [];
  /** By level: the account that the open frame runs as, and whether the frame was undone. */
  const contexts: (Buffer | undefined)[] = [];
  const lost: boolean[] = [];

  frames.forEach((frame, at) => {
    const { path, type, from, to, value, error } = frame;
    const level = frameLevel(path);
    const isLost = undone[at]!;
    contexts[level] = keepsContext(frame) ? contexts[level - 1] : to;
    lost[level] = isLost;
    if (isCreation(type) && level > 1 && !lost[level - 1]) {
      const count = countOf(creations, keyOf(from));
      if (type === 'CREATE' && !isLost && to) numbered.push({ ...count, creator: from, to });
      count.most += 1;
      if (error === undefined || (frame.gasUsed > 0 && !NEVER_BEGAN.test(error))) count.least += 1;
    }
    if (type === 'SELFDESTRUCT') (isLost ? tried : ended).add(keyOf(from));
    if (isLost) return;
    if (isCreation(type) && to) created.set(keyOf(to), frame.output);
    const context = contexts[level];
    if (context && !statics[at] && type !== 'SELFDESTRUCT') writers.add(keyOf(context));
    if (value > 0n && to && type !== 'CALLCODE' && type !== 'DELEGATECALL' && type !== 'STATICCALL') {
      addFlow(flows, keyOf(from), -value);
      addFlow(flows, keyOf(to), value);
    }
  });

  const destroyed = new Set<string>();
  for (const key of ended) (endsOldAccounts || created.has(key) ? destroyed : tried).add(key);
  return { flows, created, destroyed, spared: tried, writers, creations, numbered };
}

export function addFlow(flows: Map<string, bigint>, key: string, wei: bigint): void {
  flows.set(key, (flows.get(key) ?? 0n) + wei);
}

export function keyOf(address: Buffer): string {
  return address.toString('latin1');
}

function countOf(creations: Map<string, CreationCount>, key: string): CreationCount {
  let count = creations.get(key);
  if (!count) {
    count = { least: 0, most: 0 };
    creations.set(key, count);
  }
  return count;
}
