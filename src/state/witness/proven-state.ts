import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import {
  type Account,
  decodeAccount,
  decodeWord,
  EMPTY_CODE_HASH,
  EMPTY_STORAGE_ROOT,
} from '../../domain/chain/trie/account.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from '../execution/run/state-source.js';
import type { RunFootprint } from '../execution/run/view-result.js';
import { type OnNode, TrieNodes, UNSHOWN } from './trie-nodes.js';

/** Trie nodes and codes that show all that runs read of the state at the end of one block. */
export interface StateWitness {
  readonly nodes: readonly Buffer[];
  readonly codes: readonly Buffer[];
}

const NO_CODE = Buffer.alloc(0);
const SLOT_DIGITS = 64;

/** The state below a root as far as trie nodes and codes prove it. All methods throw MalformedField for nodes that cannot be read. */
export class ProvenState implements StateSource {
  readonly #nodes = new TrieNodes();
  readonly #codes = new Map<string, Buffer>();

  constructor(
    readonly root: Buffer,
    witness?: StateWitness,
  ) {
    if (witness) this.add(witness);
  }

  add({ nodes, codes }: StateWitness): void {
    for (const node of nodes) this.#nodes.add(node);
    for (const code of codes) this.#codes.set(keccak256(code).toString('hex'), code);
  }

  account(address: Address): AccountState | undefined | Unknown {
    return this.#account(address);
  }

  code(address: Address): Uint8Array | Unknown {
    const account = this.#account(address);
    if (account === UNKNOWN) return UNKNOWN;
    if (account === undefined || account.codeHash.equals(EMPTY_CODE_HASH)) return NO_CODE;
    return this.#codes.get(account.codeHash.toString('hex')) ?? UNKNOWN;
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    return this.#slot(address, slot);
  }

  /** The witness of runs over this state: each node and code that they read, once, in the order of the first reading. */
  witnessOf(runs: readonly RunFootprint[]): StateWitness {
    const nodes = new Map<string, Buffer>();
    const codes = new Map<string, Buffer>();
    const onNode: OnNode = (hash, node) => nodes.set(hash, node);
    for (const run of runs) {
      for (const address of run.codes) {
        const account = this.#account(address, onNode);
        const hash = account === UNKNOWN ? undefined : account?.codeHash.toString('hex');
        const code = hash === undefined ? undefined : this.#codes.get(hash);
        if (code !== undefined && code.length > 0) codes.set(hash!, code);
      }
      for (const { address, slot } of run.reads) this.#slot(address, slot, onNode);
      for (const { address } of run.looked) this.#account(address, onNode);
    }
    return { nodes: [...nodes.values()], codes: [...codes.values()] };
  }

  #account(address: Address, onNode?: OnNode): Account | undefined | Unknown {
    const raw = this.#nodes.find(this.root, fromHex(address), onNode);
    if (raw === UNSHOWN) return UNKNOWN;
    return raw && decodeAccount(raw);
  }

  #slot(address: Address, slot: bigint, onNode?: OnNode): bigint | Unknown {
    const account = this.#account(address, onNode);
    if (account === UNKNOWN) return UNKNOWN;
    if (account === undefined || account.storageRoot.equals(EMPTY_STORAGE_ROOT)) return 0n;
    const key = Buffer.from(slot.toString(16).padStart(SLOT_DIGITS, '0'), 'hex');
    const raw = this.#nodes.find(account.storageRoot, key, onNode);
    if (raw === UNSHOWN) return UNKNOWN;
    return raw === undefined ? 0n : BigInt(`0x${decodeWord(raw).toString('hex')}`);
  }
}
