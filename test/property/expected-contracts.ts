import { keccak256, toHex } from 'viem';
import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

const after = (name: string, minusOne: bigint): string =>
  `0x${(BigInt(keccak256(toHex(name))) - minusOne).toString(16).padStart(64, '0')}`;

/** Slots in which proxies store their pointers, with their names. */
export const PROXY_SLOT_NAMES: Readonly<Record<string, string>> = {
  [after('eip1967.proxy.implementation', 1n)]: 'eip1967_implementation',
  [after('eip1967.proxy.admin', 1n)]: 'eip1967_admin',
  [after('eip1967.proxy.beacon', 1n)]: 'eip1967_beacon',
  [after('org.zeppelinos.proxy.implementation', 0n)]: 'oz_v1_implementation',
  [after('org.zeppelinos.proxy.admin', 0n)]: 'oz_v1_admin',
  [after('PROXIABLE', 0n)]: 'eip1822_proxiable',
};

const CREATIONS = ['CREATE', 'CREATE2'];

/** A frame of table `frame` that deployed code, and that code. */
export interface Deployment {
  readonly frame: Row;
  readonly code: string;
}

/** Rows of table `code_change` of one block, and of table `code` by hash into `codes`. */
export function expectedCodeChanges(
  { block, accountDiffs }: ObservedBlock,
  deployments: readonly Deployment[],
  codes: Map<string, Row>,
): Row[] {
  const rows: Row[] = [];
  for (const [txIndex, diffs] of (accountDiffs ?? []).entries()) {
    const here = deployments.filter(({ frame }) => frame.tx_index === txIndex);
    const lastAt = (address: string) => here.findLast(({ frame }) => frame.to_address === address);
    const add = (
      address: string,
      kind: string,
      code: string | undefined,
      by: Deployment | undefined,
    ): void => {
      const hash = code === undefined ? null : keccak256(code as `0x${string}`);
      if (hash !== null) codes.set(hash, { hash, code: code! });
      rows.push({
        block_number: Number(block.number),
        tx_index: txIndex,
        address,
        kind,
        code_hash: hash,
        creation_type: by ? CREATIONS[Number(by.frame.type) - 4]! : null,
        creation_path: by ? by.frame.path! : null,
        deployer: by ? by.frame.from_address! : null,
      });
    };
    // The result of an authorization is listed even if it changes nothing.
    const changed = diffs.filter(
      ({ codeBefore, codeAfter, delegates }) => delegates || codeBefore !== codeAfter,
    );
    for (const { address, codeAfter } of changed) {
      if (codeAfter === '0x') add(address, 'cleared', undefined, undefined);
      else add(address, 'set', codeAfter, lastAt(address));
    }
    // Contracts that the transaction created and that do not exist after it.
    const created = new Set(here.map(({ frame }) => frame.to_address as string));
    for (const address of created) {
      if (changed.some((diff) => diff.address === address)) continue;
      add(address, 'transient', lastAt(address)!.code, lastAt(address));
    }
  }
  return rows;
}

/** Rows of table `slot_change` of one block. */
export function expectedSlotChanges({ block, accountDiffs }: ObservedBlock): Row[] {
  return (accountDiffs ?? []).flatMap((diffs, txIndex) =>
    diffs.flatMap(({ address, slots }) =>
      slots
        .filter(({ slot, before, now }) => PROXY_SLOT_NAMES[slot] !== undefined && before !== now)
        .map(({ slot, before, now }) => ({
          block_number: Number(block.number),
          tx_index: txIndex,
          address,
          slot: PROXY_SLOT_NAMES[slot]!,
          before: withoutZeros(before),
          after: withoutZeros(now),
        })),
    ),
  );
}

const withoutZeros = (word: string): string => `0x${word.slice(2).replace(/^(00)+/, '')}`;
