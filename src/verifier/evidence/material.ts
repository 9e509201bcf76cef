import type { Header, Withdrawal } from '../../kernel/chain/block.js';
import { decodeReceiptContent, type ReceiptContent } from '../../kernel/chain/decode-receipt.js';
import { decodeTransaction } from '../../kernel/chain/decode-transaction.js';
import { decodeHeader } from '../../kernel/chain/header-rlp.js';
import { fromHex } from '../../kernel/chain/hex.js';
import { RlpReader } from '../../kernel/chain/rlp-reader.js';
import { recoverAuthorities, recoverTransactionSender } from '../../kernel/chain/transaction-signature.js';
import { keccak256 } from '../../kernel/crypto/keccak.js';
import type { Attested, Bundle, BundledBlock } from '../bundle/bundle.schema.js';
import { attestedDigest } from '../bundle/statement-digest.js';
import { demand, Refuted } from '../level/finding.js';
import { indexKey } from '../trie/index-key.js';
import { walkTrie } from '../trie/walk-trie.js';
import { type Account, decodeAccount, EMPTY_CODE_HASH } from './account.js';

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
export class Material {
  /** Everything read, by its place, and whether it hangs below its root. */
  readonly read = new Map<string, boolean>();
  readonly attestedRead = new Set<string>();
  readonly #headers = new Map<string, Header>();

  constructor(private readonly bundle: Bundle) {}

  header(hash: string): Header {
    const known = this.#headers.get(hash);
    if (known) return known;
    const place = `block ${hash}`;
    const raw = fromHex(this.#block(hash, place).header);
    const header = decoded(place, () => decodeHeader(raw));
    this.read.set(place, keccak256(raw).equals(fromHex(hash)));
    this.#headers.set(hash, header);
    return header;
  }

  has(hash: string, kind: ItemKind, index: string): boolean {
    return this.bundle.blocks[hash]?.[kind]?.[index] !== undefined;
  }

  transaction(hash: string, index: string): SignedTransaction {
    const { raw, place } = this.#item(hash, 'transactions', index);
    return decoded(place, () => {
      const from = recoverTransactionSender(raw);
      if (from === undefined) throw new Refuted(place, 'nobody signed it');
      const authorities = recoverAuthorities(raw);
      const { to, nonce } = decodeTransaction(raw, from, authorities);
      return { from, to, nonce, authorities };
    });
  }

  receipt(hash: string, index: string): ReceiptContent {
    const { raw, place } = this.#item(hash, 'receipts', index);
    return decoded(place, () => decodeReceiptContent(raw, raw[0]! >= 0xc0 ? 0 : raw[0]!));
  }

  withdrawal(hash: string, index: string): Withdrawal {
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

  /** The code at the end of a block, where an account proof is there; empty code for no account. */
  provenCode(hash: string, address: string): Buffer | undefined {
    const bundled = this.bundle.blocks[hash]?.accounts?.[address];
    if (bundled?.code === undefined) return undefined;
    const place = `code of ${address} in block ${hash}`;
    const code = fromHex(bundled.code);
    const codeHash = this.#account(hash, address)?.codeHash ?? EMPTY_CODE_HASH;
    this.read.set(place, keccak256(code).equals(codeHash));
    return code;
  }

  /** The word of a slot at the end of a block, where a storage proof is there. */
  provenSlot(hash: string, address: string, slot: string): Buffer | undefined {
    const nodes = this.bundle.blocks[hash]?.accounts?.[address]?.slots?.[slot];
    if (nodes === undefined) return undefined;
    const place = `slot ${slot} of ${address} in block ${hash}`;
    const account = this.#account(hash, address);
    demand(account !== undefined, place, 'there is no such account');
    return decoded(place, () => {
      const { value, isBound } = walkTrie(account.storageRoot, keccak256(fromHex(slot)), nodes.map(fromHex));
      this.read.set(place, isBound);
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

  /** What a node is taken at its word for; undefined where nothing is attested. */
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

  /** @throws Refuted when what is attested has another digest, or is for nothing that a fact rests on */
  finishAttested(): void {
    for (const [ref, attested] of Object.entries(this.bundle.attested)) {
      demand(this.attestedRead.has(ref), ref, 'is attested, and nothing rests on it');
      demand(attestedDigest(ref, attested) === attested.digest, ref, 'what is attested has another digest');
    }
  }

  #account(hash: string, address: string): Account | undefined {
    const place = `account ${address} in block ${hash}`;
    const { stateRoot } = this.header(hash);
    const { proof } = this.bundle.blocks[hash]!.accounts![address]!;
    return decoded(place, () => {
      const { value, isBound } = walkTrie(stateRoot, keccak256(fromHex(address)), proof.map(fromHex));
      this.read.set(place, isBound);
      return value && decodeAccount(value);
    });
  }

  #item(hash: string, kind: ItemKind, index: string): { readonly raw: Buffer; readonly place: string } {
    const place = `${kind.slice(0, -1)} ${index} of block ${hash}`;
    const nodes = this.bundle.blocks[hash]?.[kind]?.[index];
    demand(nodes !== undefined, place, 'is not in the bundle');
    const root = this.header(hash)[ROOTS[kind]];
    demand(root !== undefined, place, 'its block has none');
    return decoded(place, () => {
      const { value, isBound } = walkTrie(root, indexKey(Number(index)), nodes.map(fromHex));
      if (value === undefined) throw new Refuted(place, 'its proof holds no such item');
      this.read.set(place, isBound);
      return { raw: value, place };
    });
  }

  #block(hash: string, place: string): BundledBlock {
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
