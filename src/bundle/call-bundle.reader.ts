import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { readForks } from '../definition/read-definitions.js';
import { encodeHeader } from '../domain/chain/codec/header-rlp.js';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../domain/chain/hex.js';
import type { Header } from '../domain/chain/record/block.js';
import { wordHex } from '../domain/chain/word.js';
import { NotCovered } from '../domain/refusal/not-covered.js';
import { CanonicalChain } from '../event-store/canonical-chain.js';
import { AccountProofs } from '../node/execution/account-proofs.js';
import { Turns } from '../platform/queue/turns.js';
import { TooManyTasks } from '../platform/thread/thread-pool.js';
import { CallTooLate, type ViewCall, ViewCallReader } from '../state/call/view-call.reader.js';
import { ViewThreads } from '../state/call/view-threads.js';
import { HASHED_BLOCKS } from '../state/execution/run/block-context.js';
import { executionFork } from '../state/execution/run/execution-fork.js';
import type { ExecutedViews } from '../state/witness/execute-views.js';
import type { StateWitness } from '../state/witness/proven-state.js';
import { writeCallBundle } from '../verifier/bundle/call-bundle.js';
import type { CallBundle } from '../verifier/bundle/call-bundle.schema.js';
import { BundleSettings } from './bundle-settings.js';
import { FinalBlockMissing } from './gather-finality.js';
import { LightClientReader } from './light-client.reader.js';
import { callBundle } from './make-call-bundle.js';
import { timeLimited } from './time-limited.js';
import { callWithCanonicity } from './with-canonicity.js';

/** Bundles made at the same time, and requests that wait. */
const AT_ONCE = 4;
const WAITING = 16;
/** How long nodes are asked for account proofs. */
const NODE_MS = 5_000;
/** How long the call may run over these proofs. */
const RUN_MS = 10_000;

/** No node proves all state that a call reads at the end of a block, or the rules of its fork are not published. */
export class StateNotProven extends Error {
  override readonly name = 'StateNotProven';
  constructor(readonly block: number) {
    super(`state is not proven at the end of block ${block}`);
  }
}

/** A view call, and the text of its bundle; absent where the call is undecided. */
export interface BundledCall {
  readonly call: ViewCall;
  readonly text?: string;
}

/** Bundles of view calls, as `call export` writes them. */
@Injectable()
export class CallBundleReader {
  readonly #turns = new Turns(AT_ONCE, WAITING);

  constructor(
    private readonly pool: Pool,
    private readonly settings: BundleSettings,
    private readonly calls: ViewCallReader,
    private readonly threads: ViewThreads,
    private readonly lightClient: LightClientReader,
  ) {}

  /**
   * Executes the call twice: first over the stored state, which shows what the call reads, and then over
   * nothing but proofs of that.
   * @param block the newest stored block if undefined
   * @param checkpoint root of a beacon block that the bundle's reader trusts: it shows that a young block is
   * final
   * @throws StateNotProven, NoLightClientData, and whatever `ViewCallReader.call` throws
   */
  async of(
    to: Address,
    data: Hex,
    firstBlock: number,
    block?: number,
    checkpoint?: Hash,
  ): Promise<BundledCall> {
    const turn = this.#turns.take();
    if (turn === undefined) throw NotCovered.unavailable();
    const release = await turn;
    try {
      const call = await this.calls.call(to, fromHex(data), firstBlock, block);
      if (call.reason !== undefined) return { call };
      const header = await new CanonicalChain(this.pool).headerOf(call.block.number);
      if (header === undefined) throw NotCovered.unavailable();
      return { call, text: await this.#text(to, data, header, call, checkpoint) };
    } finally {
      release();
    }
  }

  async #text(to: Address, data: Hex, header: Header, call: ViewCall, checkpoint?: Hash): Promise<string> {
    if (executionFork(readForks(), header).name !== call.fork) throw new StateNotProven(header.number);
    const state = await this.#proofs(header.number, call);
    const ancestors = call.result.volatile.includes('BLOCKHASH') ? await this.#ancestors(header.number) : [];
    const executed = await this.#execute({
      ...{ to, data: fromHex(data), header: encodeHeader(header) },
      ...{ ancestors: ancestors.map(encodeHeader), state },
    });
    // Proofs that a node took from another block do not fit this state root, so the call lacks state.
    if (executed.results[0]!.reason !== undefined) throw new StateNotProven(header.number);
    const views = { ...executed, ancestors: ancestors.slice(0, executed.ancestors) };
    const bundle = callBundle(header, { to, data: fromHex(data) }, views) as CallBundle;
    const light = checkpoint && (await this.lightClient.from(checkpoint));
    try {
      return writeCallBundle(await callWithCanonicity(this.pool, bundle, light));
    } catch (error) {
      throw error instanceof FinalBlockMissing ? NotCovered.unavailable() : error;
    }
  }

  async #proofs(block: number, { result }: ViewCall): Promise<StateWitness> {
    const slots = new Map<Address, Hex[]>();
    for (const address of [...result.codes, ...result.looked.map((one) => one.address)])
      slots.set(address, []);
    for (const { address, slot } of result.reads)
      slots.set(address, [...(slots.get(address) ?? []), wordHex(slot)]);
    const nodes = new AccountProofs(this.settings.nodeUrls());
    const proofs = timeLimited(nodes, NODE_MS);
    try {
      const found: StateWitness[] = [];
      for (const [address, asked] of slots) {
        const given = await proofs.of({ address, block, slots: asked });
        if (given === undefined) throw new StateNotProven(block);
        found.push({ nodes: [...given.proof, ...[...given.slots.values()].flat()], codes: [given.code] });
      }
      return { nodes: found.flatMap((one) => one.nodes), codes: found.flatMap((one) => one.codes) };
    } finally {
      await nodes.close();
    }
  }

  /** Headers of the blocks whose hashes BLOCKHASH can read, newest first, up to a gap. */
  async #ancestors(block: number): Promise<Header[]> {
    const chain = new CanonicalChain(this.pool);
    const headers: Header[] = [];
    for (let number = block - 1; number > block - HASHED_BLOCKS; number--) {
      const header = await chain.headerOf(number);
      if (header === undefined) break;
      headers.push(header);
    }
    return headers;
  }

  async #execute(task: Parameters<ViewThreads['executeWitness']>[0]): Promise<ExecutedViews> {
    const signal = AbortSignal.timeout(RUN_MS);
    try {
      return await this.threads.executeWitness(task, signal);
    } catch (error) {
      throw signal.aborted || error instanceof TooManyTasks ? new CallTooLate() : error;
    }
  }
}
