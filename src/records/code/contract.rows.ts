import type { CodeAnalysis } from '../../bytecode/analyse-code.js';
import { type ProxySlotName, proxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import { rememberedAnalysis } from '../../bytecode/remembered-analysis.js';
import { ALLOCATED, type CodeChange, codeChanges } from '../../domain/chain/protocol/code-changes.js';
import type { SlotChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { BinaryCopy } from '../../platform/postgres/binary-copy.js';

export const CODE_CHANGE_COLUMNS = [
  'block_number',
  'tx_index',
  'address',
  'kind',
  'code_hash',
  'creation_type',
  'creation_path',
  'deployer',
];

export const SLOT_CHANGE_COLUMNS = ['block_number', 'tx_index', 'address', 'slot', 'before', 'after'];

export const COPY_CODE_CHANGES = `COPY code_change (${CODE_CHANGE_COLUMNS.join(', ')}) FROM STDIN BINARY`;
export const COPY_SLOT_CHANGES = `COPY slot_change (${SLOT_CHANGE_COLUMNS.join(', ')}) FROM STDIN BINARY`;

/** One distinct code with the analysis of its bytes. */
export interface Code {
  readonly hash: Buffer;
  readonly code: Buffer;
  readonly analysis: CodeAnalysis;
}

/** Adds the rows of one block's code changes, and code that `codes` lacks to `codes`, by hash. */
export function writeCodeChanges(rows: BinaryCopy, block: VerifiedBlock, codes: Map<string, Code>): void {
  for (const change of codeChanges(block)) {
    const { txIndex, address, kind, creation } = change;
    rows
      .row()
      .int8(block.header.number)
      .int4(txIndex)
      .bytea(address)
      .text(kind)
      .bytea(hashOf(change, codes))
      .text(creation?.type)
      .bytea(creation?.path)
      .bytea(creation?.deployer);
  }
}

function hashOf({ code }: CodeChange, codes: Map<string, Code>): Buffer | undefined {
  if (code === undefined) return undefined;
  const hash = keccak256(code);
  const key = hash.toString('latin1');
  if (!codes.has(key)) codes.set(key, { hash, code, analysis: rememberedAnalysis(hash, code) });
  return hash;
}

/** Adds the rows of one block's writes to the slots at which proxies keep their pointers. */
export function writeSlotChanges(rows: BinaryCopy, block: VerifiedBlock): void {
  const { allocation = [], stateChanges = [] } = block;
  const add = (
    txIndex: number,
    address: Buffer,
    name: ProxySlotName,
    { before, after }: SlotChange,
  ): void => {
    const row = rows.row().int8(block.header.number).int4(txIndex).bytea(address).text(name);
    row.bytea(before && withoutZeros(before)).bytea(withoutZeros(after));
  };
  for (let txIndex = ALLOCATED; txIndex < stateChanges.length; txIndex++) {
    for (const { address, storage } of txIndex === ALLOCATED ? allocation : stateChanges[txIndex]!) {
      for (const change of storage) {
        const name = proxySlotName(change.slot);
        if (name !== undefined) add(txIndex, address, name, change);
      }
    }
  }
}
