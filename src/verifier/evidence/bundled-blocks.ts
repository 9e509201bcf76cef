import { decodeReceiptContent, type ReceiptContent } from '../../domain/chain/codec/decode-receipt.js';
import { decodeTransaction } from '../../domain/chain/codec/decode-transaction.js';
import { decodeWithdrawal } from '../../domain/chain/codec/decode-withdrawal.js';
import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Hash } from '../../domain/chain/hex.js';
import {
  recoverAuthorities,
  recoverTransactionSender,
} from '../../domain/chain/protocol/transaction-signature.js';
import type { Header, Withdrawal } from '../../domain/chain/record/block.js';
import { indexKey } from '../../domain/chain/trie/index-key.js';
import { walkTrie } from '../../domain/chain/trie/walk-trie.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type Bundle, type BundledBlock, blockHashes } from '../bundle/bundle.schema.js';
import { decoded } from './decoded.js';
import { demand, Refuted } from './finding.js';
import { lengthOf, type ReadPlaces } from './read-places.js';

type ItemKind = 'transactions' | 'receipts' | 'withdrawals';

const ROOTS = {
  transactions: 'transactionsRoot',
  receipts: 'receiptsRoot',
  withdrawals: 'withdrawalsRoot',
} as const;

/** A transaction and its signers. */
export interface SignedTransaction {
  readonly from: Buffer;
  readonly to: Buffer | undefined;
  readonly nonce: number;
  readonly authorities: readonly (Buffer | undefined)[];
}

/**
 * Decodes headers, transactions, receipts and withdrawals of a bundle. Every method throws `Refuted` for a
 * part that is missing or cannot be decoded.
 */
export class BundledBlocks {
  readonly #headers = new Map<string, Header>();
  #numbers: ReadonlyMap<number, Hash> | undefined;

  /** @param read collects which parts are read, and whether their block includes them */
  constructor(
    private readonly bundle: Bundle,
    private readonly read: ReadPlaces,
  ) {}

  header(hash: Hash): Header {
    const known = this.#headers.get(hash);
    if (known) return known;
    const place = `block ${hash}`;
    const raw = fromHex(this.#block(hash, place).header);
    const header = decoded(place, () => decodeHeader(raw));
    this.read.add(place, keccak256(raw).equals(fromHex(hash)));
    this.#headers.set(hash, header);
    return header;
  }

  has(hash: Hash, kind: ItemKind, index: string): boolean {
    return this.bundle.blocks[hash]?.[kind]?.[index] !== undefined;
  }

  /** EIP-2718 bytes of a transaction. */
  rawTransaction(hash: Hash, index: string): Buffer {
    return this.#item(hash, 'transactions', index).raw;
  }

  transaction(hash: Hash, index: string): SignedTransaction {
    const { raw, place } = this.#item(hash, 'transactions', index);
    return decoded(place, () => {
      const from = recoverTransactionSender(raw);
      if (from === undefined) throw new Refuted(place, 'no signer can be recovered');
      const authorities = recoverAuthorities(raw);
      const { to, nonce } = decodeTransaction(raw, from, authorities);
      return { from, to, nonce, authorities };
    });
  }

  receipt(hash: Hash, index: string): ReceiptContent {
    const { raw, place } = this.#item(hash, 'receipts', index);
    return decoded(place, () => decodeReceiptContent(raw, raw[0]! >= 0xc0 ? 0 : raw[0]!));
  }

  withdrawal(hash: Hash, index: string): Withdrawal {
    const { raw, place } = this.#item(hash, 'withdrawals', index);
    return decoded(place, () => decodeWithdrawal(raw));
  }

  /**
   * Hash of the block with this number; undefined if the bundle does not have it. This does not count as
   * reading the block.
   */
  hashOf(number: number): Hash | undefined {
    this.#numbers ??= new Map(
      blockHashes(this.bundle).map((hash) => [
        decoded(`block ${hash}`, () => decodeHeader(fromHex(this.bundle.blocks[hash]!.header))).number,
        hash,
      ]),
    );
    return this.#numbers.get(number);
  }

  #item(hash: Hash, kind: ItemKind, index: string): { readonly raw: Buffer; readonly place: string } {
    const place = `${kind.slice(0, -1)} ${index} of block ${hash}`;
    const nodes = this.bundle.blocks[hash]?.[kind]?.[index];
    demand(nodes !== undefined, place, 'is not in the bundle');
    const root = this.header(hash)[ROOTS[kind]];
    demand(root !== undefined, place, 'its block has none');
    const raws = nodes.map(fromHex);
    this.read.spend(lengthOf(raws));
    return decoded(place, () => {
      const { value, isBound } = walkTrie(root, indexKey(Number(index)), raws);
      if (value === undefined) throw new Refuted(place, 'its proof holds no such item');
      this.read.add(place, isBound);
      return { raw: value, place };
    });
  }

  #block(hash: Hash, place: string): BundledBlock {
    const block = this.bundle.blocks[hash];
    demand(block !== undefined, place, 'is not in the bundle');
    return block;
  }
}
