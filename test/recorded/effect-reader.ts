import type { Pool } from 'pg';
import { failureOf } from '../../src/api/transaction/frame-failure.js';
import type { Address, Hash, Hex } from '../../src/domain/chain/hex.js';
import { undoneFrames } from '../../src/domain/chain/protocol/undone-frames.js';
import type { Frame } from '../../src/domain/chain/record/block.js';
import { NotCovered } from '../../src/domain/refusal/not-covered.js';
import { type FailedFrameRow, FailedFramesReader } from '../../src/records/frame/failed-frames.reader.js';
import {
  type FramePlace,
  type InternalTransferRow,
  InternalTransfersReader,
} from '../../src/records/frame/internal-transfers.reader.js';
import type { Effects } from './reported-effects.js';

const PAGE = 500;
/** Failures of a transaction whose block was traced without failed precompile calls. */
export const REFUSED: Effects['failures'] = ['refused'];
const text = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;

/** A stored transaction and its stored frames. */
export interface StoredTransaction {
  readonly hash: string;
  readonly frames: readonly Frame[];
}

/** Results of the service's readers for stored transactions, in order. */
export async function readEffects(
  pool: Pool,
  transactions: readonly StoredTransaction[],
): Promise<Effects[]> {
  const transfers = await transfersOf(pool, partiesOf(transactions));
  const failures = new FailedFramesReader(pool);
  const effects: Effects[] = [];
  for (const { hash, frames } of transactions) {
    const found = await failures.ofTransaction(hash as Hash, 0).catch(refused);
    effects.push({
      internalTransfers: (transfers.get(hash) ?? []).sort(byPath).map(transferText),
      failures: found ? [...found.frames].sort(byPath).map(failureText) : REFUSED,
      creations: creationsOf(frames),
    });
  }
  return effects;
}

/** Undefined if the frames are not stored. @throws any other error */
function refused(thrown: unknown): undefined {
  if (!(thrown instanceof NotCovered) || thrown.headNumber === undefined) throw thrown;
}

function partiesOf(transactions: readonly StoredTransaction[]): Set<Address> {
  const parties = new Set<Address>();
  for (const { frames } of transactions) {
    for (const { from, to } of frames) {
      parties.add(text(from));
      if (to !== undefined) parties.add(text(to));
    }
  }
  return parties;
}

/** Internal transfers by transaction, from the whole feed of each address; each transfer is in the feeds of both sides. */
async function transfersOf(
  pool: Pool,
  addresses: Iterable<Address>,
): Promise<Map<string, InternalTransferRow[]>> {
  const reader = new InternalTransfersReader(pool);
  const found = new Map<string, Map<string, InternalTransferRow>>();
  for (const address of addresses) {
    let last: FramePlace | undefined;
    do {
      const page = await reader.ofAddress(address, last, PAGE);
      for (const row of page.transfers) {
        const own = found.get(row.txHash) ?? new Map<string, InternalTransferRow>();
        found.set(row.txHash, own.set(row.path, row));
      }
      last = page.last;
    } while (last !== undefined);
  }
  return new Map([...found].map(([hash, rows]) => [hash, [...rows.values()]]));
}

/** As texts, paths sort in the order in which frames began. */
const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  one.path < other.path ? -1 : 1;

function transferText({ type, from, to, value, reverted }: InternalTransferRow): string {
  return [type.toLowerCase(), from, to ?? 'nowhere', value, ...(reverted ? ['undone'] : [])].join(' ');
}

function failureText(row: FailedFrameRow): string {
  return `${row.type.toLowerCase()} ${row.from}: ${failureOf(row).errorKind} ${row.output}`;
}

function creationsOf(frames: readonly Frame[]): string[] {
  const undone = undoneFrames(frames);
  return frames.flatMap(({ type, from, to }, at) =>
    type.startsWith('CREATE') && !undone[at] ? `${text(to!)} ${text(from)}` : [],
  );
}
