import type { PoolClient } from 'pg';
import { decodeBundle } from '../domain/chain/codec/bundle.js';
import { encodeHeader } from '../domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../domain/chain/hex.js';
import type { Frame, Header, VerifiedBlock } from '../domain/chain/record/block.js';
import { type Account, decodeAccount, EMPTY_STORAGE_ROOT } from '../domain/chain/trie/account.js';
import { hashedNodes } from '../domain/chain/trie/hashed-nodes.js';
import { walkTrie } from '../domain/chain/trie/walk-trie.js';
import { keccak256 } from '../domain/crypto/keccak.js';
import { CanonicalChain } from '../event-store/canonical-chain.js';
import type { AccountProof } from '../node/execution/account-proofs.js';
import type { AccountProofSource } from './account-proof-source.js';
import { BlockProofs } from './block-proofs.js';
import { NodeWitnessSource } from './node-witness-source.js';

const REMEMBERED_BLOCKS = 64;

/** Reads from the store and the nodes what shows evidence. */
export class ChainEvidenceSource {
  readonly #blocks = new Map<number, BlockProofs>();
  readonly #accounts = new Map<string, Promise<AccountProof | undefined>>();
  readonly #numbers = new Map<string, number>();

  constructor(
    private readonly tx: PoolClient,
    private readonly nodes: AccountProofSource,
  ) {}

  /**
   * The block with this hash.
   * @param numberHint its likely number, which spares a query
   * @throws Error if the block is not stored
   */
  async block(hash: Hash, numberHint: number): Promise<BlockProofs> {
    let number = this.#numbers.get(hash) ?? numberHint;
    let found = this.#blocks.get(number) ?? (await this.#load(number));
    if (toHex(found.block.hash) !== hash) {
      number = await this.#numberOf(hash);
      found = await this.#load(number);
    }
    this.#numbers.set(hash, number);
    return found;
  }

  /** The stored block of a number; undefined where it is not stored. */
  async blockAt(number: number): Promise<BlockProofs | undefined> {
    return this.#blocks.get(number) ?? (await this.#find(number));
  }

  header({ header }: VerifiedBlock): Hex {
    return toHex(encodeHeader(header));
  }

  /**
   * The account and these slots at the end of a block; undefined where no node gives a proof that leads to
   * the state root.
   */
  account(
    { header }: VerifiedBlock,
    address: Address,
    slots: readonly Hex[],
  ): Promise<AccountProof | undefined> {
    const name = `${header.number} ${address} ${slots.join(' ')}`;
    let found = this.#accounts.get(name);
    if (found === undefined) {
      found = this.nodes.of({ address, block: header.number, slots }).then((given) => {
        const proof = given && inOneForm(given, address);
        return proof && isRight(proof, address, header.stateRoot) ? proof : undefined;
      });
      this.#accounts.set(name, found);
    }
    return found;
  }

  /** Proofs of the state at the end of a block, for view calls. */
  witnessSource({ number }: Header): NodeWitnessSource {
    return new NodeWitnessSource(number, this.nodes, new CanonicalChain(this.tx));
  }

  /** The last code that the state diffs of a block set at the address; undefined where they set none. */
  codeSetIn({ allocation = [], stateChanges = [] }: VerifiedBlock, address: Address): Buffer | undefined {
    const bytes = fromHex(address);
    return [allocation, ...stateChanges]
      .flatMap((changes) => changes.filter((change) => change.address.equals(bytes)))
      .findLast(({ code }) => code !== undefined)?.code;
  }

  /** The code that a node gave as the initial state of the range that begins with the block `from`. */
  async recordedCode(address: Address, from: number): Promise<Buffer | undefined> {
    const { rows } = await this.tx.query<{ output: Buffer }>(
      `SELECT output FROM state_read_result WHERE subject = $1 AND what = 'code' AND outcome = 'answered' AND block_number >= $2
       ORDER BY block_number LIMIT 1`,
      [fromHex(address), from],
    );
    return rows[0]?.output;
  }

  /** The output of a tracked view call at the end of a block. @throws Error if no run of it is stored */
  async viewOutput(address: Address, data: Hex, block: number): Promise<Hex> {
    const { rows } = await this.tx.query<{ output: Buffer }>(
      `SELECT output FROM tracked_run WHERE contract = $1 AND data = $2 AND since_block <= $3 ORDER BY since_block DESC LIMIT 1`,
      [fromHex(address), fromHex(data), block],
    );
    if (rows[0] === undefined)
      throw new Error(`no result of ${data} of ${address} is stored at block ${block}`);
    return toHex(rows[0].output);
  }

  /** The frame of a transaction. @param index of the transaction @param path hex without `0x` */
  frame({ frames }: VerifiedBlock, index: number, path: string): Frame | undefined {
    return frames?.[index]?.find((frame) => frame.path.toString('hex') === path);
  }

  async #load(number: number): Promise<BlockProofs> {
    const found = await this.#find(number);
    if (found === undefined) throw new Error(`block ${number} is not stored`);
    return found;
  }

  async #find(number: number): Promise<BlockProofs | undefined> {
    const payload = await new CanonicalChain(this.tx).bundleOf(number);
    if (payload === undefined || payload.length === 0) return undefined;
    if (this.#blocks.size >= REMEMBERED_BLOCKS) this.#blocks.clear();
    if (this.#accounts.size >= REMEMBERED_BLOCKS) this.#accounts.clear();
    const loaded = new BlockProofs(decodeBundle(payload));
    this.#blocks.set(number, loaded);
    return loaded;
  }

  /**
   * A ref names its block by hash, a fact its first block by number. They differ only where the evidence of a
   * second code names the first code as well.
   */
  async #numberOf(hash: Hash): Promise<number> {
    const { rows } = await this.tx.query<{ number: number }>(
      'SELECT number FROM canonical_block WHERE hash = $1',
      [fromHex(hash)],
    );
    if (rows[0] === undefined) throw new Error(`block ${hash} is not stored`);
    return Number(rows[0].number);
  }
}

/**
 * The proof in one form: some nodes list embedded trie nodes again, and their proofs for an empty trie
 * differ.
 */
function inOneForm({ proof, code, slots }: AccountProof, address: Address): AccountProof | undefined {
  const hashed = hashedNodes(proof);
  const account = readAccount(hashed, address);
  if (account === undefined) return undefined;
  const isEmpty = account.value === undefined || account.value.storageRoot.equals(EMPTY_STORAGE_ROOT);
  return {
    proof: hashed,
    code,
    slots: new Map([...slots].map(([slot, nodes]) => [slot, isEmpty ? [] : hashedNodes(nodes)])),
  };
}

/** The account that a proof leads to; undefined if it cannot be read, because a node may answer anything. */
function readAccount(
  proof: readonly Buffer[],
  address: Address,
): { readonly value: Account | undefined } | undefined {
  try {
    const { value } = walkTrie(Buffer.alloc(0), keccak256(fromHex(address)), proof);
    return { value: value && decodeAccount(value) };
  } catch {
    return undefined;
  }
}

/**
 * Whether the account and its slots are proven below the state root, and the code has the hash of the
 * account.
 */
function isRight({ proof, code, slots }: AccountProof, address: Address, stateRoot: Buffer): boolean {
  try {
    const { value, isBound } = walkTrie(stateRoot, keccak256(fromHex(address)), proof);
    if (!isBound) return false;
    if (value === undefined) return code.length === 0;
    const { codeHash, storageRoot } = decodeAccount(value);
    if (!keccak256(code).equals(codeHash)) return false;
    if (storageRoot.equals(EMPTY_STORAGE_ROOT)) return true;
    return [...slots].every(
      ([slot, nodes]) => walkTrie(storageRoot, keccak256(fromHex(slot)), nodes).isBound,
    );
  } catch {
    // A node may answer anything: an unreadable answer is no proof.
    return false;
  }
}
