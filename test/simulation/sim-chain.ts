import { buildBlock } from './block-builder.js';
import { keccak, quantity } from './bytes.js';
import type { Liveliness } from './draft.js';
import { ERAS, type Era, type EraName } from './era.js';
import { type HeaderJson, headerHash } from './header.js';
import { inventCode } from './invention.js';
import { type Signer, signers } from './key-ring.js';
import { Prng } from './prng.js';
import type { ScriptedTransaction } from './scripted-transaction.js';
import type { SimBlock } from './sim-block.js';
import { WorldState } from './world-state.js';

/** Parent hash in the first block of a chain. */
export const NO_PARENT = `0x${'00'.repeat(32)}`;

export interface SimChainOptions {
  readonly seed: number;
  readonly era?: EraName;
  /** Lowest block; by default that of the era. */
  readonly firstBlock?: number;
  /** Parent hash in the lowest block; by default the hash of a block before it. */
  readonly parentHash?: string;
  readonly liveliness?: Liveliness;
  /** Contracts that exist before the first block. */
  readonly contracts?: number;
  readonly signers?: number;
}

const QUIET: Liveliness = {
  transactions: [0, 5],
  rareTypes: 0.7,
  creations: 0.12,
  transfers: 0.2,
  calls: { frames: 9, actions: 7, failure: 0.12, code: 60 },
};

/** Most blocks that a reorganisation can take back. */
const UNDOABLE = 512;

/**
 * A chain that is derived from its seed. The same seed and the same calls give the same blocks and hashes;
 * blocks after a reorganisation differ from those that they replace.
 */
export class SimChain {
  readonly chainId = 1;
  readonly firstBlock: number;
  readonly #era: Era;
  readonly #random: Prng;
  readonly #state = new WorldState();
  readonly #signers: Signer[];
  readonly #liveliness: Liveliness;
  readonly #undo: (() => void)[] = [];
  readonly #byHash = new Map<string, SimBlock>();
  readonly #byTransaction = new Map<string, SimBlock>();
  readonly #start: HeaderJson & { readonly hash: string };
  #blocks: SimBlock[] = [];
  #abandoned: readonly SimBlock[] = [];
  #built = 0;
  #finalized: number | undefined;

  constructor(options: SimChainOptions) {
    this.#era = ERAS[options.era ?? 'modern'];
    this.#random = new Prng(options.seed);
    this.firstBlock = options.firstBlock ?? this.#era.firstNumber;
    this.#liveliness = options.liveliness ?? QUIET;
    this.#signers = signers(options.signers ?? 8);
    for (const signer of this.#signers) this.#state.addBalance(signer.address, 10n ** 27n);
    for (let left = options.contracts ?? 10; left > 0; left--) {
      const address = this.#random.hex(20);
      this.#state.setNonce(address, 1);
      this.#state.setCode(address, inventCode(this.#random, this.#liveliness.calls.code, []));
      this.#state.addBalance(address, BigInt(this.#random.next()));
    }
    this.#state.seal();
    this.#start = this.#beforeFirst(options.parentHash);
  }

  /** The canonical blocks, ascending. */
  get blocks(): readonly SimBlock[] {
    return this.#blocks;
  }

  get head(): SimBlock | undefined {
    return this.#blocks.at(-1);
  }

  /** Blocks that the last reorganisation replaced, ascending. */
  get abandoned(): readonly SimBlock[] {
    return this.#abandoned;
  }

  get finalized(): SimBlock | undefined {
    return this.#finalized === undefined ? undefined : this.at(this.#finalized);
  }

  at(number: number): SimBlock | undefined {
    return this.#blocks[number - this.firstBlock];
  }

  /** A block by its hash, canonical or not. */
  withHash(hash: string): SimBlock | undefined {
    return this.#byHash.get(hash);
  }

  /** The canonical block with a transaction. */
  withTransaction(hash: string): SimBlock | undefined {
    const block = this.#byTransaction.get(hash);
    return block && this.at(block.number) === block ? block : undefined;
  }

  /** Appends `count` blocks. */
  async extend(count: number): Promise<void> {
    for (let left = count; left > 0; left--) await this.#append();
  }

  /** Appends a block with exactly these transactions. */
  async play(script: readonly ScriptedTransaction[]): Promise<void> {
    await this.#append(script);
  }

  async #append(script?: readonly ScriptedTransaction[]): Promise<void> {
    const random = this.#random.branch(this.#built++);
    const context = {
      era: this.#era,
      state: this.#state,
      signers: this.#signers,
      chainId: this.chainId,
      liveliness: this.#liveliness,
    };
    const block = await buildBlock(random, this.head?.json ?? this.#start, context, script);
    this.#blocks.push(block);
    this.#byHash.set(block.hash, block);
    for (const transaction of block.json.transactions) this.#byTransaction.set(transaction.hash, block);
    this.#undo.push(this.#state.seal());
    if (this.#undo.length > UNDOABLE) this.#undo.shift();
  }

  /**
   * Removes the last `depth` blocks and appends `newLength` others: more, as many, or fewer.
   * @throws Error if it would replace the finalised block or the first one
   */
  async reorg(depth: number, newLength: number): Promise<void> {
    const keep = this.#blocks.length - depth;
    const floor = this.#finalized === undefined ? 0 : this.#finalized - this.firstBlock + 1;
    if (keep < floor || depth > this.#undo.length) throw new Error(`cannot take back ${depth} blocks`);
    for (let left = depth; left > 0; left--) this.#undo.pop()!();
    this.#state.seal();
    this.#abandoned = this.#blocks.slice(keep);
    this.#blocks = this.#blocks.slice(0, keep);
    await this.extend(newLength);
  }

  /** Finalises everything up to `number`. */
  finalize(number: number): void {
    if (!this.at(number)) throw new Error(`block ${number} does not exist`);
    if (number < (this.#finalized ?? number)) throw new Error(`block ${this.#finalized} is already final`);
    this.#finalized = number;
  }

  /** Drops the content of blocks below `number`, for chains too long to keep in memory. */
  forget(number: number): void {
    this.#byTransaction.clear();
    this.#byHash.clear();
    this.#blocks = this.#blocks.map((block) =>
      block.number < number && block.runs.length > 0
        ? { ...block, json: { ...block.json, transactions: [] }, runs: [], receipts: [] }
        : block,
    );
  }

  #beforeFirst(hash: string | undefined): HeaderJson & { readonly hash: string } {
    const era = this.#era;
    const header: HeaderJson = {
      parentHash: keccak(Buffer.from('before the simulation')),
      sha3Uncles: keccak(Buffer.from([0xc0])),
      miner: `0x${'0'.repeat(40)}`,
      stateRoot: this.#random.hex(32),
      transactionsRoot: keccak(Buffer.from([0x80])),
      receiptsRoot: keccak(Buffer.from([0x80])),
      logsBloom: `0x${'0'.repeat(512)}`,
      difficulty: era.mined ? quantity(10n ** 15n) : '0x0',
      number: quantity(this.firstBlock - 1),
      gasLimit: quantity(60_000_000),
      gasUsed: quantity(30_000_000),
      timestamp: quantity(era.firstTimestamp),
      extraData: '0x',
      mixHash: this.#random.hex(32),
      nonce: '0x0000000000000000',
      ...(era.baseFee && { baseFeePerGas: quantity(20_000_000_000) }),
      ...(era.blobs && { blobGasUsed: '0x0', excessBlobGas: quantity(era.blobs.updateFraction * 3) }),
    };
    return { ...header, hash: hash ?? headerHash(header) };
  }
}
