import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { isCreation } from '../../domain/chain/record/is-creation.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import type { ClaimedPlace, PlaceAt } from './claimed-state.js';

/**
 * Codes, and slots of `slots`, that consecutive blocks write: at the end of the last block, and before each
 * write after the first block. Also what a false block would leave out: codes of accounts that signed
 * authorizations, and nonces of contracts that create others. If a node names a wrong creator, the nonces of
 * both are wrong.
 *
 * @param slots whose values are facts
 */
export function writtenPlaces(blocks: readonly VerifiedBlock[], slots: ReadonlySet<Hex>): PlaceAt[] {
  const [first, end] = [blocks[0]!.header.number, blocks.at(-1)!.header.number];
  const last = new Map<string, PlaceAt>();
  const overwritten: PlaceAt[] = [];
  for (const { header, stateChanges = [] } of blocks)
    for (const change of stateChanges.flat())
      for (const what of written(change, slots)) {
        const key = `${toHex(change.address)} ${what}`;
        const place = { address: toHex(change.address), what };
        if (header.number > (last.get(key)?.block ?? first))
          overwritten.push({ ...place, block: header.number - 1 });
        last.set(key, { ...place, block: header.number });
      }
  for (const block of blocks)
    for (const place of implied(block)) last.set(`${place.address} ${place.what}`, { ...place, block: end });
  return [...overwritten, ...[...last.values()].map((place) => ({ ...place, block: end }))];
}

/** State that a block implies without listing a change of it. */
function implied({ transactions, frames = [] }: VerifiedBlock): ClaimedPlace[] {
  const authorities = transactions.flatMap(({ authorizationList = [] }) =>
    authorizationList.flatMap(({ authority }) => authority ?? []),
  );
  const creators = frames
    .flat()
    .filter(({ type, path }) => isCreation(type) && path.length > 2)
    .map(({ from }) => from);
  return [
    ...authorities.map((address) => ({
      ...{ address: toHex(address), what: formatStateRead({ kind: 'code' }) },
    })),
    ...creators.map((address) => ({
      ...{ address: toHex(address), what: formatStateRead({ kind: 'nonce' }) },
    })),
  ];
}

function written({ code, storage }: StateChange, slots: ReadonlySet<Hex>): string[] {
  const named = storage.map(({ slot }) => toHex(slot)).filter((slot) => slots.has(slot));
  const found = named.map((slot) => formatStateRead({ kind: 'slot', slot }));
  return code ? [...found, formatStateRead({ kind: 'code' })] : found;
}

/** The accounts that blocks name as recipients, callees, emitters of logs, or in state changes. */
export function touchedAccounts(blocks: readonly VerifiedBlock[]): Buffer[] {
  const found = new Map<string, Buffer>();
  const add = (address: Buffer | undefined): void => {
    if (address) found.set(address.toString('latin1'), address);
  };
  for (const { transactions, receipts, frames = [], stateChanges = [] } of blocks) {
    for (const { to } of transactions) add(to);
    for (const { logs } of receipts) for (const { address } of logs) add(address);
    for (const { to } of frames.flat()) add(to);
    for (const { address } of stateChanges.flat()) add(address);
  }
  return [...found.values()];
}
