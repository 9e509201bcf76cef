import { createHash } from 'node:crypto';
import type { Catalog } from '../../src/definition/model/definition.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Frame, StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import type { Cast } from './dense-cast.js';
import { DenseLogs } from './dense-log.js';
import { DenseNodes } from './dense-nodes.js';
import { DenseState } from './dense-state.js';
import { DenseTransaction } from './dense-transaction.js';
import type { Prng } from './prng.js';

interface ChainPlan {
  /** Whether blocks without traces or without a state diff are among them. */
  readonly isBlind: boolean;
  /** Whether nodes of different abilities give them, in turn. */
  readonly isMixed?: boolean;
}

const WORD = Buffer.alloc(32);
const NOTHING = Buffer.alloc(0);

/** A chain in which everything that definitions look for happens often, to few addresses. It can be cut back and extended again. */
export class DenseChain {
  readonly #blocks: VerifiedBlock[] = [];
  readonly #worlds: DenseState[] = [];
  readonly #logs: DenseLogs;
  readonly #nodes: DenseNodes;
  #branch = 0;

  constructor(
    readonly firstBlock: number,
    private readonly random: Prng,
    catalog: Catalog,
    private readonly cast: Cast,
    private readonly plan: ChainPlan,
  ) {
    this.#logs = new DenseLogs(catalog, cast);
    this.#nodes = new DenseNodes(random.branch(1));
  }

  get last(): number {
    return this.firstBlock + this.#blocks.length - 1;
  }

  block(number: number): VerifiedBlock {
    return this.#blocks[number - this.firstBlock]!;
  }

  /** The state at the end of a block. */
  state(number: number): DenseState {
    return this.#worlds[number - this.firstBlock]!;
  }

  growTo(last: number): void {
    while (this.last < last) this.#add();
  }

  /** Drops every block above this one. */
  cutTo(last: number): void {
    this.#blocks.length = last - this.firstBlock + 1;
    this.#worlds.length = this.#blocks.length;
    this.#branch++;
  }

  #add(): void {
    const { random, cast } = this;
    const number = this.last + 1;
    const state = new DenseState(this.#worlds.at(-1));
    const isGenesis = number === this.firstBlock;
    const allocation = isGenesis ? this.#allocation(state) : undefined;
    const { isBlind, isMixed = false } = this.plan;
    const transactions = Array.from(
      { length: isGenesis ? 0 : random.between(0, 2) },
      () => new DenseTransaction(random, state, cast, this.#logs, isMixed),
    );
    const sight = isBlind ? Math.floor(number / 23) % 7 : 0;
    const node = isMixed
      ? this.#nodes.next()
      : { tracesCalls: sight !== 2 && sight !== 4, tracesState: sight !== 3 && sight !== 4, tellsLogs: true };
    const everybody = [...cast.accounts, ...cast.contracts];
    const withdrawals = Array.from({ length: random.chance(0.1) ? random.between(1, 2) : 0 }, (_, index) => ({
      ...{ index, validatorIndex: index, address: fromHex(random.pick(everybody)), amountGwei: 1n },
    }));
    this.#worlds.push(state);
    this.#blocks.push({
      hash: createHash('sha256').update(`block ${number} ${this.#branch} ${random.next()}`).digest(),
      header: {
        ...{ parentHash: this.#blocks.at(-1)?.hash ?? WORD, ommersHash: WORD, stateRoot: WORD },
        ...{
          beneficiary: fromHex(random.pick(everybody.slice(4, 8))),
          transactionsRoot: WORD,
          receiptsRoot: WORD,
        },
        ...{ logsBloom: Buffer.alloc(256), difficulty: 0n, number, gasLimit: 30_000_000, gasUsed: 0 },
        ...{ timestamp: 1_700_000_000 + number, extraData: NOTHING, mixHash: WORD, nonce: Buffer.alloc(8) },
      },
      transactions: transactions.map(({ signer, authorities }, index) => ({
        ...{ type: authorities.length > 0 ? 4 : 2, from: fromHex(signer), raw: Buffer.from([2]), nonce: 0 },
        hash: createHash('sha256').update(`transaction ${number} ${this.#branch} ${index}`).digest(),
        ...{ value: 0n, gasLimit: 21_000, input: NOTHING, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
        authorizationList: authorities.map((authority) => ({
          ...{ chainId: 1n, address: Buffer.alloc(20), nonce: 0n, authority: fromHex(authority) },
        })),
      })),
      receipts: transactions.map(({ logs }) => ({
        ...{
          raw: Buffer.from([2]),
          status: 1,
          cumulativeGasUsed: 0,
          gasUsed: 21_000,
          effectiveGasPrice: 8n,
          logs,
        },
      })),
      ommerCount: 0,
      ommers: [],
      withdrawals,
      ...(node.tracesCalls && {
        frames: transactions.map(({ frames }) => (node.tellsLogs ? frames : frames.map(withoutLogs))),
      }),
      ...(node.tracesState && { stateChanges: transactions.map(({ changes }) => changes) }),
      ...(allocation && { allocation }),
    });
  }

  /** Some contracts exist in the genesis. */
  #allocation(state: DenseState): StateChange[] {
    const { random, cast } = this;
    return cast.contracts.slice(0, 4).map((address) => {
      const code = random.pick(cast.codes);
      state.setCode(address, code);
      return { address: fromHex(address), code: fromHex(code), storage: [] };
    });
  }
}

/** As flat traces have it: which frame emitted a log is not said. */
function withoutLogs({ logIndexes: _, ...frame }: Frame): Frame {
  return frame;
}
