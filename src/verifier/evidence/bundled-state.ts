import { decodeAccessList, type ListedAccount } from '../../domain/chain/codec/access-list.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { RlpReader } from '../../domain/chain/codec/rlp-reader.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import {
  type Account,
  decodeAccount,
  EMPTY_CODE_HASH,
  EMPTY_STORAGE_ROOT,
} from '../../domain/chain/trie/account.js';
import { walkTrie } from '../../domain/chain/trie/walk-trie.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type Bundle, blockHashes } from '../bundle/bundle.schema.js';
import type { BundledBlocks } from './bundled-blocks.js';
import { isContract } from './code-value.js';
import { decoded } from './decoded.js';
import { demand, Refuted } from './finding.js';
import { ListedState } from './listed-state.js';
import { lengthOf, type ReadPlaces } from './read-places.js';

/** A contract that nothing can remove any more, and the first block of the bundle that shows it. */
interface LastingContract {
  readonly block: number;
  readonly code: Buffer;
}

/**
 * Decodes codes and slots at the ends of the blocks of a bundle. Every method throws `Refuted` for a part
 * that cannot be decoded.
 */
export class BundledState {
  readonly #lasting = new Map<string, LastingContract | undefined>();
  readonly #lists = new Map<Hash, ListedState>();

  /** @param read collects which parts are read, and whether their block includes them */
  constructor(
    private readonly bundle: Bundle,
    private readonly blocks: BundledBlocks,
    private readonly read: ReadPlaces,
  ) {}

  /**
   * The code at the end of a block, from an account proof with code or else from an access list that sets it;
   * undefined without either.
   */
  provenCode(hash: Hash, address: Address): Buffer | undefined {
    const bundled = this.bundle.blocks[hash]?.accounts?.[address];
    if (bundled?.code === undefined) return this.#listed(hash, (state) => state.code(address));
    const place = `code of ${address} in block ${hash}`;
    const code = fromHex(bundled.code);
    this.read.spend(code.length);
    const codeHash = this.#account(hash, address)?.codeHash ?? EMPTY_CODE_HASH;
    this.read.add(place, keccak256(code).equals(codeHash));
    return code;
  }

  /**
   * The code at the end of a block, even if the bundle has it only at another block: the account proof or
   * access list of this block must have its hash.
   */
  codeAt(hash: Hash, address: Address): Buffer | undefined {
    const codeHash = this.codeHashAt(hash, address);
    if (codeHash === undefined) return undefined;
    if (codeHash.equals(EMPTY_CODE_HASH)) return this.provenCode(hash, address) ?? Buffer.alloc(0);
    const listed = this.#listed(hash, (state) => state.code(address));
    if (listed !== undefined && keccak256(listed).equals(codeHash)) return listed;
    for (const at of [hash, ...blockHashes(this.bundle)]) {
      const code = this.bundle.blocks[at]?.accounts?.[address]?.code;
      if (code === undefined) continue;
      this.read.spend(code.length);
      if (keccak256(fromHex(code)).equals(codeHash)) return this.provenCode(at, address);
    }
    return undefined;
  }

  /**
   * Hash of the code at the end of a block, from an account proof or else from an access list that sets the
   * code; undefined without either.
   */
  codeHashAt(hash: Hash, address: Address): Buffer | undefined {
    if (this.bundle.blocks[hash]?.accounts?.[address] === undefined) {
      const listed = this.#listed(hash, (state) => state.code(address));
      return listed && keccak256(listed);
    }
    return this.#account(hash, address)?.codeHash ?? EMPTY_CODE_HASH;
  }

  /**
   * The contract at an address that nothing can remove any more (EIP-6780), as the first block shows it that
   * has a code of the address; undefined if none does.
   */
  lastingContract(address: Address): LastingContract | undefined {
    if (!this.#lasting.has(address)) this.#lasting.set(address, this.#firstLasting(address));
    return this.#lasting.get(address);
  }

  /** Whether a block below this number shows a contract at an address. */
  showsContractBefore(address: Address, number: number): boolean {
    return this.#codesOf(address).some(
      ([hash, block]) => block < number && isContract(this.provenCode(hash, address)!),
    );
  }

  /**
   * The word of a slot at the end of a block, from a storage proof or else from an access list that writes
   * it; undefined without either. The storage proof of an account without storage must have no nodes.
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
    const raws = nodes.map(fromHex);
    this.read.spend(lengthOf(raws));
    return decoded(place, () => {
      const { value, isBound } = walkTrie(account.storageRoot, keccak256(fromHex(slot)), raws);
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

  #firstLasting(address: Address): LastingContract | undefined {
    for (const [hash, block] of this.#codesOf(address)) {
      const code = this.provenCode(hash, address)!;
      // Cancun added this field to headers, and ended the removal of contracts.
      if (isContract(code) && this.blocks.header(hash).parentBeaconBlockRoot !== undefined)
        return { block, code };
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
      .map((hash) => [hash, this.blocks.header(hash).number] as const)
      .sort(([, one], [, other]) => one - other);
  }

  #account(hash: Hash, address: Address): Account | undefined {
    const place = `account ${address} in block ${hash}`;
    const { stateRoot } = this.blocks.header(hash);
    const proof = this.bundle.blocks[hash]!.accounts![address]!.proof.map(fromHex);
    this.read.spend(lengthOf(proof));
    return decoded(place, () => {
      const { value, isBound } = walkTrie(stateRoot, keccak256(fromHex(address)), proof);
      this.read.add(place, isBound);
      return value && decodeAccount(value);
    });
  }

  /**
   * What `find` finds in the access list of a block; undefined if it finds nothing or there is no list. The
   * list counts as read only if something is found.
   */
  #listed(hash: Hash, find: (state: ListedState) => Buffer | undefined): Buffer | undefined {
    const state = this.#listedState(hash);
    const found = state && find(state);
    if (found === undefined) return undefined;
    this.#readList(hash, fromHex(this.bundle.blocks[hash]!.accessList!));
    return found;
  }

  /** Counts an access list as read. @returns its place */
  #readList(hash: Hash, raw: Buffer): string {
    const place = `access list of block ${hash}`;
    this.read.spend(raw.length);
    this.read.add(place, this.blocks.header(hash).blockAccessListHash?.equals(keccak256(raw)) === true);
    return place;
  }

  /** The decoded access list of a block. This does not count as reading it. */
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
}
