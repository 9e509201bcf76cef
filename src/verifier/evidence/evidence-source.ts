import { decodeAccessList, type ListedAccount } from '../../domain/chain/codec/access-list.js';
import { decodeReceiptContent, type ReceiptContent } from '../../domain/chain/codec/decode-receipt.js';
import { decodeTransaction } from '../../domain/chain/codec/decode-transaction.js';
import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { RlpReader } from '../../domain/chain/codec/rlp-reader.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import {
  recoverAuthorities,
  recoverTransactionSender,
} from '../../domain/chain/protocol/transaction-signature.js';
import type { Header, Withdrawal } from '../../domain/chain/record/block.js';
import {
  type Account,
  decodeAccount,
  EMPTY_CODE_HASH,
  EMPTY_STORAGE_ROOT,
} from '../../domain/chain/trie/account.js';
import { indexKey } from '../../domain/chain/trie/index-key.js';
import { walkTrie } from '../../domain/chain/trie/walk-trie.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type Attested, type Bundle, type BundledBlock, blockHashes } from '../bundle/bundle.schema.js';
import { attestedDigest } from '../bundle/statement-digest.js';
import type { BundledFrame, BundledViewResult } from '../bundle/witness.schema.js';
import { isContract } from './code-value.js';
import { demand, Refuted } from './finding.js';
import { ListedState } from './listed-state.js';
import { ReadPlaces } from './read-places.js';

/** A contract that exists for ever, and the first block at whose end it did. */
interface LastingContract {
  readonly block: number;
  readonly code: Buffer;
}

type ItemKind = 'transactions' | 'receipts' | 'withdrawals';

const ROOTS = {
  transactions: 'transactionsRoot',
  receipts: 'receiptsRoot',
  withdrawals: 'withdrawalsRoot',
} as const;

/** A transaction with who signed it. */
export interface SignedTransaction {
  readonly from: Buffer;
  readonly to: Buffer | undefined;
  readonly nonce: number;
  readonly authorities: readonly (Buffer | undefined)[];
}

/**
 * The chain material of a bundle, decoded. Reading does not ask whether it is included in its block: what is read is remembered with the
 * answer to that, for the level that does ask. Every method throws `Refuted` where there is nothing that can be read.
 */
export class EvidenceSource {
  readonly read = new ReadPlaces();
  readonly attestedRead = new Set<string>();
  readonly #executedRead = new Set<string>();
  readonly #headers = new Map<string, Header>();
  readonly #lasting = new Map<string, LastingContract | undefined>();
  readonly #lists = new Map<Hash, ListedState>();
  #numbers: ReadonlyMap<number, Hash> | undefined;

  constructor(private readonly bundle: Bundle) {}

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
    return decoded(place, () => {
      const outer = new RlpReader(raw);
      const fields = outer.list('withdrawal');
      outer.finish('withdrawal');
      const withdrawal = {
        index: fields.uint('index'),
        validatorIndex: fields.uint('validatorIndex'),
        address: fields.fixed(20, 'address'),
        amountGwei: fields.amount('amount'),
      };
      fields.finish('withdrawal');
      return withdrawal;
    });
  }

  /** Hash of the block of a number; undefined where it is not in the bundle. Looking for it does not count as reading. */
  hashOf(number: number): Hash | undefined {
    this.#numbers ??= new Map(
      blockHashes(this.bundle).map((hash) => [
        decoded(`block ${hash}`, () => decodeHeader(fromHex(this.bundle.blocks[hash]!.header))).number,
        hash,
      ]),
    );
    return this.#numbers.get(number);
  }

  /** The code at the end of a block, where an account proof with it or an access list that sets it is there; empty code for no account. */
  provenCode(hash: Hash, address: Address): Buffer | undefined {
    const bundled = this.bundle.blocks[hash]?.accounts?.[address];
    if (bundled?.code === undefined) return this.#listed(hash, (state) => state.code(address));
    const place = `code of ${address} in block ${hash}`;
    const code = fromHex(bundled.code);
    const codeHash = this.#account(hash, address)?.codeHash ?? EMPTY_CODE_HASH;
    this.read.add(place, keccak256(code).equals(codeHash));
    return code;
  }

  /** The same where the code of the account differs at another block of the bundle, or is absent. */
  codeAt(hash: Hash, address: Address): Buffer | undefined {
    const codeHash = this.codeHashAt(hash, address);
    if (codeHash === undefined) return undefined;
    if (codeHash.equals(EMPTY_CODE_HASH)) return this.provenCode(hash, address) ?? Buffer.alloc(0);
    const listed = this.#listed(hash, (state) => state.code(address));
    if (listed !== undefined && keccak256(listed).equals(codeHash)) return listed;
    for (const at of [hash, ...blockHashes(this.bundle)]) {
      const code = this.bundle.blocks[at]?.accounts?.[address]?.code;
      if (code !== undefined && keccak256(fromHex(code)).equals(codeHash))
        return this.provenCode(at, address);
    }
    return undefined;
  }

  /** Hash of the code at the end of a block, where an account proof or an access list that sets it is there. */
  codeHashAt(hash: Hash, address: Address): Buffer | undefined {
    if (this.bundle.blocks[hash]?.accounts?.[address] === undefined) {
      const listed = this.#listed(hash, (state) => state.code(address));
      return listed && keccak256(listed);
    }
    return this.#account(hash, address)?.codeHash ?? EMPTY_CODE_HASH;
  }

  /** The first block of the bundle that shows a contract at an address which by the rules of its fork nothing can remove any more. */
  lastingContract(address: Address): LastingContract | undefined {
    if (!this.#lasting.has(address)) this.#lasting.set(address, this.#firstLasting(address));
    return this.#lasting.get(address);
  }

  /** Whether a block below one of this number shows a contract at an address. */
  showsContractBefore(address: Address, number: number): boolean {
    return this.#codesOf(address).some(
      ([hash, block]) => block < number && isContract(this.provenCode(hash, address)!),
    );
  }

  /**
   * The word of a slot at the end of a block, where a storage proof or an access list that writes it is there; the proof of an account without
   * storage has no nodes.
   */
  provenSlot(hash: Hash, address: Address, slot: Hex): Buffer | undefined {
    const nodes = this.bundle.blocks[hash]?.accounts?.[address]?.slots?.[slot];
    if (nodes === undefined) return this.#listed(hash, (state) => state.slot(address, slot));
    const place = `slot ${slot} of ${address} in block ${hash}`;
    const account = this.#account(hash, address);
    if (account === undefined || account.storageRoot.equals(EMPTY_STORAGE_ROOT)) {
      demand(nodes.length === 0, place, 'there is no storage');
      this.read.add(place, true);
      return Buffer.alloc(32);
    }
    return decoded(place, () => {
      const { value, isBound } = walkTrie(account.storageRoot, keccak256(fromHex(slot)), nodes.map(fromHex));
      this.read.add(place, isBound);
      const word = Buffer.alloc(32);
      if (value === undefined) return word;
      const reader = new RlpReader(value);
      const digits = reader.bytes('word');
      reader.finish('word');
      if (digits.length > 32 || digits[0] === 0) throw new Refuted(place, 'is no word');
      digits.copy(word, 32 - digits.length);
      return word;
    });
  }

  /** The whole access list of a block; undefined where the bundle does not hold it. */
  accessList(hash: Hash): readonly ListedAccount[] | undefined {
    const bundled = this.bundle.blocks[hash]?.accessList;
    if (bundled === undefined) return undefined;
    const raw = fromHex(bundled);
    const place = this.#readList(hash, raw);
    return decoded(place, () => decodeAccessList(raw));
  }

  /** The result of a view call that was executed over its witness; undefined where the bundle has none. */
  executedView(ref: string): BundledViewResult | undefined {
    const found = this.bundle.views?.results[ref];
    if (found) this.#executedRead.add(ref);
    return found;
  }

  /** A frame of a transaction that was executed; undefined where the bundle has none. */
  executedFrame(ref: string): BundledFrame | undefined {
    const found = this.bundle.frames?.results[ref];
    if (found) this.#executedRead.add(ref);
    return found;
  }

  /** The trusted statement of a node; undefined where nothing is attested. */
  attested<Kind extends Attested['kind']>(
    ref: string,
    kind: Kind,
  ): Extract<Attested, { kind: Kind }> | undefined {
    const found = this.bundle.attested[ref];
    if (found === undefined) return undefined;
    demand(found.kind === kind, ref, `what is attested is no ${kind}`);
    this.attestedRead.add(ref);
    return found as Extract<Attested, { kind: Kind }>;
  }

  /** @throws Refuted when what is attested has another digest, or it or an executed call is for nothing that a fact rests on */
  finish(): void {
    const { views, frames } = this.bundle;
    for (const ref of [...Object.keys(views?.results ?? {}), ...Object.keys(frames?.results ?? {})])
      demand(this.#executedRead.has(ref), ref, 'is executed, and nothing rests on it');
    for (const [ref, attested] of Object.entries(this.bundle.attested)) {
      demand(this.attestedRead.has(ref), ref, 'is attested, and nothing rests on it');
      demand(attestedDigest(ref, attested) === attested.digest, ref, 'what is attested has another digest');
    }
  }

  #firstLasting(address: Address): LastingContract | undefined {
    for (const [hash, block] of this.#codesOf(address)) {
      const code = this.provenCode(hash, address)!;
      // The parent's beacon block root came to headers with the fork that ended the removal of contracts.
      if (isContract(code) && this.header(hash).parentBeaconBlockRoot !== undefined) return { block, code };
    }
    return undefined;
  }

  /** Blocks that hold the code of an address, ascending. */
  #codesOf(address: Address): readonly (readonly [hash: Hash, number: number])[] {
    return blockHashes(this.bundle)
      .filter(
        (hash) =>
          this.bundle.blocks[hash]!.accounts?.[address]?.code !== undefined ||
          this.#listedState(hash)?.code(address) !== undefined,
      )
      .map((hash) => [hash, this.header(hash).number] as const)
      .sort(([, one], [, other]) => one - other);
  }

  #account(hash: Hash, address: Address): Account | undefined {
    const place = `account ${address} in block ${hash}`;
    const { stateRoot } = this.header(hash);
    const { proof } = this.bundle.blocks[hash]!.accounts![address]!;
    return decoded(place, () => {
      const { value, isBound } = walkTrie(stateRoot, keccak256(fromHex(address)), proof.map(fromHex));
      this.read.add(place, isBound);
      return value && decodeAccount(value);
    });
  }

  /** What the access list of a block leaves, which then counts as read; undefined where it says nothing, or is not there. */
  #listed(hash: Hash, find: (state: ListedState) => Buffer | undefined): Buffer | undefined {
    const state = this.#listedState(hash);
    const found = state && find(state);
    if (found === undefined) return undefined;
    this.#readList(hash, fromHex(this.bundle.blocks[hash]!.accessList!));
    return found;
  }

  /** @returns its place */
  #readList(hash: Hash, raw: Buffer): string {
    const place = `access list of block ${hash}`;
    this.read.add(place, this.header(hash).blockAccessListHash?.equals(keccak256(raw)) === true);
    return place;
  }

  /** Looking for it does not count as reading. */
  #listedState(hash: Hash): ListedState | undefined {
    const bundled = this.bundle.blocks[hash]?.accessList;
    if (bundled === undefined) return undefined;
    let state = this.#lists.get(hash);
    if (state === undefined) {
      state = decoded(`access list of block ${hash}`, () => new ListedState(fromHex(bundled)));
      this.#lists.set(hash, state);
    }
    return state;
  }

  #item(hash: Hash, kind: ItemKind, index: string): { readonly raw: Buffer; readonly place: string } {
    const place = `${kind.slice(0, -1)} ${index} of block ${hash}`;
    const nodes = this.bundle.blocks[hash]?.[kind]?.[index];
    demand(nodes !== undefined, place, 'is not in the bundle');
    const root = this.header(hash)[ROOTS[kind]];
    demand(root !== undefined, place, 'its block has none');
    return decoded(place, () => {
      const { value, isBound } = walkTrie(root, indexKey(Number(index)), nodes.map(fromHex));
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

function decoded<T>(place: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Refuted) throw error;
    if (error instanceof Error && (error.name === 'MalformedField' || error.name === 'MissingNode'))
      throw new Refuted(place, `cannot be read: ${error.message}`);
    throw error;
  }
}
