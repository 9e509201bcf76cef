import type { Frame, FrameType, StateChange, VerifiedBlock } from '../record/block.js';
import { isCreation } from '../record/is-creation.js';
import { undoneFrames } from './undone-frames.js';

/** Transaction index of the genesis state: before every transaction. */
export const ALLOCATED = -1;

/** How one transaction changed the code of one account. */
export interface CodeChange {
  /** `ALLOCATED` for code that a chain begins with. */
  readonly txIndex: number;
  readonly address: Buffer;
  /** `transient`: created and destroyed by the same transaction. */
  readonly kind: 'set' | 'cleared' | 'transient';
  /** Absent exactly when cleared. */
  readonly code?: Buffer;
  /** The frame that created the contract; absent for delegations and without traces. */
  readonly creation?: Creation;
}

interface Creation {
  readonly type: FrameType;
  readonly path: Buffer;
  readonly deployer: Buffer;
  readonly code: Buffer;
}

/** The code changes of one block. None without state diffs: frames alone would miss code that ends. */
export function codeChanges({ allocation = [], stateChanges = [], frames }: VerifiedBlock): CodeChange[] {
  const changes = reported(ALLOCATED, allocation, new Map());
  stateChanges.forEach((ofTransaction, txIndex) => {
    const created = creations(frames?.[txIndex] ?? []);
    const known = reported(txIndex, ofTransaction, created);
    for (const { address } of known) created.delete(keyOf(address));
    changes.push(...known);
    for (const [key, creation] of created) {
      const address = Buffer.from(key, 'latin1');
      changes.push({ txIndex, address, kind: 'transient', code: creation.code, creation });
    }
  });
  return changes;
}

function reported(
  txIndex: number,
  stateChanges: readonly StateChange[],
  created: ReadonlyMap<string, Creation>,
): CodeChange[] {
  const changes: CodeChange[] = [];
  for (const { address, code } of stateChanges) {
    if (code === undefined) continue;
    const creation = created.get(keyOf(address));
    if (code.length === 0) changes.push({ txIndex, address, kind: 'cleared' });
    else changes.push({ txIndex, address, kind: 'set', code, ...(creation ? { creation } : {}) });
  }
  return changes;
}

/** The contracts that frames created with code and no failed frame undid, by address. */
function creations(frames: readonly Frame[]): Map<string, Creation> {
  const created = new Map<string, Creation>();
  if (!frames.some(({ type }) => isCreation(type))) return created;
  const undone = undoneFrames(frames);
  frames.forEach((frame, at) => {
    const { type, path, from: deployer, to, output: code } = frame;
    if (isCreation(type) && !undone[at] && to !== undefined && code.length > 0)
      created.set(keyOf(to), { type, path, deployer, code });
  });
  return created;
}

function keyOf(address: Buffer): string {
  return address.toString('latin1');
}
