import { setTimeout } from 'node:timers/promises';
import { ProofRefused } from '../../domain/chain/trie/state-proof.js';
import type { StateProofs } from '../../platform/config/environment-variables.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { type NodeRefusal, type RefusalListener, reasonOf, SourceExhausted } from '../rpc/node-refusal.js';
import type { SourcedBlock } from '../rpc/rpc-block.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import { BlockGivers } from './block-givers.js';
import { isWhole, type NodeCapabilities } from './capabilities.js';
import type { ExecutionNode, StatedHead } from './execution-node.js';
import { OutvotedNodes } from './outvoted-nodes.js';
import { type Proof, type ProvenRead, proveReads } from './prove-reads.js';
import { type FoundNode, foundNodes, reachNodes } from './reach-nodes.js';
import { readState } from './read-state.js';
import type { StateReadOutcome } from './state-read-outcome.js';

/** Results of state reads: `unavailable` where no node has the state, undefined where one may have it. */
export interface StateReadOutcomes {
  readonly answers: readonly (StateReadOutcome | undefined)[];
  readonly refusals: readonly NodeRefusal[];
}

/** The node's block contradicted others, so the node is not asked for it again. */
class DistrustedNode extends Error {
  override readonly name = 'DistrustedNode';
}

const PRUNED_LIST =
  'has pruned the access list of the block: name a node in RPC_URLS that keeps lists for longer';
const ROUNDS = 4;
const FIRST_PAUSE_MS = 100;

/**
 * Several execution nodes as one source. The caller accepts or refuses each answer. Of a refused one only the
 * reason is kept, and the next node is asked, with a growing pause after each round.
 *
 * Blocks come only from the most capable nodes: the log would lack the records that a lesser node leaves out,
 * permanently. All nodes are asked for heads.
 */
export class ExecutionSource {
  #preferred = 0;
  #closed = false;
  readonly #givers = new BlockGivers();
  /** Why each left-out node is no longer asked. */
  readonly #leftOut: NodeRefusal[] = [];
  /** All nodes that are not left out. */
  #asked: readonly ExecutionNode[];
  /** Those of `#asked` that are set aside while they have another block than most. */
  readonly #outvoted = new OutvotedNodes((what, node, error) => this.#refuse(what, node, error));
  #forBlocks: readonly ExecutionNode[];

  constructor(
    readonly nodes: readonly ExecutionNode[],
    private readonly onRefusal: RefusalListener = () => undefined,
    private readonly proofs: StateProofs = 'claims',
    /** URLs of known nodes that cannot be reached now; they may carry credentials. */
    readonly unreached: readonly string[] = [],
  ) {
    if (nodes.length === 0) throw new RangeError('an execution source needs a node');
    this.#asked = nodes;
    const whole = nodes.filter(({ capabilities }) => isWhole(capabilities));
    this.#forBlocks = whole.length > 0 ? whole : nodes;
  }

  /**
   * Connects to nodes by URL and probes what they can give. Nodes that cannot be reached, or that serve
   * another chain, are reported and left out.
   *
   * @throws SourceExhausted when none is left
   */
  static async connect(
    urls: readonly string[],
    chainId: number,
    onRefusal: RefusalListener = () => undefined,
    proofs: StateProofs = 'claims',
  ): Promise<ExecutionSource> {
    const { reached, unreached } = await reachNodes(urls, chainId, onRefusal, proofs);
    return new ExecutionSource(reached, onRefusal, proofs, unreached);
  }

  /** A source of nodes that another source has probed; the capabilities are taken from it. */
  static of(found: readonly FoundNode[], onRefusal?: RefusalListener): ExecutionSource {
    return new ExecutionSource(foundNodes(found), onRefusal);
  }

  get found(): readonly FoundNode[] {
    return this.nodes.map(({ endpoint: { url }, capabilities }) => ({ url, capabilities }));
  }

  get capabilities(): readonly { readonly name: string; readonly capabilities: NodeCapabilities }[] {
    return this.nodes.map(({ name, capabilities }) => ({ name, capabilities }));
  }

  /**
   * The highest head of any node, so that a stalled node does not hold back the others.
   * @throws SourceExhausted
   */
  async head(): Promise<StatedHead> {
    return (await this.heads()).at(-1)!;
  }

  /**
   * The heads of the nodes that answer, ascending.
   * @throws SourceExhausted where there is none
   */
  async heads(): Promise<readonly StatedHead[]> {
    await this.#outvoted.readmit();
    const refusals: NodeRefusal[] = [...this.#leftOut];
    const heads = await Promise.all(
      this.#outvoted.others(this.#asked).map((node) =>
        node.head().catch((error) => {
          const refusal = this.#refuse('head', node, error);
          refusals.push(refusal);
          return undefined;
        }),
      ),
    );
    const stated = heads.filter((head) => head !== undefined);
    if (stated.length === 0) throw new SourceExhausted('head', refusals);
    return stated.sort((one, other) => one.number - other.number);
  }

  /**
   * The newest block that a node calls final; undefined where no node that answers names one.
   * @throws SourceExhausted
   */
  async finalized(): Promise<StatedHead | undefined> {
    const stated = await this.#ask('finalized block', (node) => node.finalized());
    const nodes = this.#outvoted.others(this.#forBlocks);
    if (stated || nodes.length === 1) return stated;
    const others = await Promise.all(nodes.map((node) => node.finalized().catch(() => undefined)));
    return others.find((other) => other !== undefined);
  }

  /**
   * A block that `accept` takes; its result is returned, and it throws to refuse. If an answer lacks records
   * that its node has for other blocks, it is taken only after every node lacked them, and only if the block
   * is settled: a node that has just learnt of a block, or that lags behind a load balancer, answers like one
   * that has pruned it, and stored blocks are not completed later.
   * @throws SourceExhausted
   */
  async block<T>(number: number, settled: boolean, accept: (sourced: SourcedBlock) => T): Promise<T> {
    const lacking = new Set<ExecutionNode>();
    return this.#ask(`block ${number}`, async (node) => {
      const why = this.#givers.whyDistrusted(number, node);
      if (why !== undefined) throw new DistrustedNode(why);
      const sourced = await node.block(number, settled);
      const accepted = accept(sourced);
      if (node.holdsAllOf(sourced)) {
        this.#givers.note(number, node);
        return accepted;
      }
      lacking.add(node);
      // The block may be stored without its list, permanently. So the node is reported even if every node has
      // pruned it.
      if (sourced.hasPrunedList) this.#refuse(`block ${number}`, node, new MalformedAnswer(PRUNED_LIST));
      const mayStillCome = !settled && !node.holdsTracesOf(sourced);
      if (!mayStillCome && lacking.size === this.#outvoted.others(this.#forBlocks).length) {
        this.#givers.note(number, node);
        return accepted;
      }
      throw new MalformedAnswer(`does not hold all records of the block${mayStillCome ? ' yet' : ''}`);
    });
  }

  /**
   * Refuses a block that was accepted and then contradicted others: its node is reported and not asked for it
   * again.
   * @returns false where its node is no longer known
   */
  distrust(number: number, reason: string): boolean {
    const node = this.#givers.distrust(number, reason);
    if (!node) return false;
    this.#refuse(`block ${number}`, node, new Error(reason));
    return true;
  }

  /**
   * Stops asking the node that gave a block, because the whole chain of the block is false.
   * @returns whether a node is left, counting those that cannot be reached now
   * @throws Error with the reason where the block's node is no longer known
   */
  leaveOut(number: number, reason: string): boolean {
    const node = this.#givers.of(number);
    if (!node) throw new Error(reason);
    this.#leftOut.push(this.#refuse(`block ${number}`, node, new Error(reason)));
    this.#outvoted.clear();
    this.#asked = this.#asked.filter((one) => one !== node);
    this.#forBlocks = this.#forBlocks.filter((one) => one !== node);
    return this.#asked.length + this.unreached.length > 0;
  }

  /** Whether some nodes are not asked for blocks. Other sources of the same nodes still ask them. */
  get hasLeftOut(): boolean {
    return this.#leftOut.length + this.#outvoted.count > 0;
  }

  /**
   * Whether more nodes have the first of two blocks than the second. If as many have it, the first of these
   * nodes decides. Nodes with the other block are reported, and not asked for heads and blocks while they
   * have it.
   *
   * @param hash hash of the first block, `0x` hex
   * @param other hash of the second block
   */
  prefers(number: number, hash: string, other: string): Promise<boolean> {
    return this.#outvoted.prefer(this.#asked, number, hash, other);
  }

  /** Whether most nodes have a block so old that every synchronised node has it. Others are reported. */
  holds(number: number, hash: string): Promise<boolean> {
    return this.#outvoted.hold(this.#asked, number, hash);
  }

  /** Name of the node that gave a recent block; undefined where it is no longer known. */
  giverOf(number: number): string | undefined {
    return this.#givers.of(number)?.name;
  }

  /** Notes which node gave a block to another source of the same nodes, for `distrust`. */
  noteGiver(number: number, name: string): void {
    const node = this.nodes.find((one) => one.name === name);
    if (node) this.#givers.note(number, node);
  }

  /**
   * Results of state reads, in order, from any node; undefined where there is none, with reasons in
   * `refusals`. Nodes are asked once: the caller retries.
   */
  async answer(reads: readonly AnchoredStateRead[]): Promise<StateReadOutcomes> {
    const refusals: NodeRefusal[] = [];
    const onRefusal = (node: ExecutionNode, error: Error): void => {
      // Another node may answer, but this one gave a false proof, which must be reported.
      if (error instanceof ProofRefused) refusals.push(this.#refuse('state', node, error));
      else refusals.push({ node: node.name, reason: reasonOf(error) });
    };
    const answers = await readState(this.#asked, reads, onRefusal, this.proofs === 'required');
    return { answers, refusals };
  }

  /**
   * Words and codes that nodes prove, in the order of the reads; undefined where no node does now. A
   * `ProofRefused` where the node that gave the block may hide a lie by not proving one.
   */
  async prove(reads: readonly ProvenRead[]): Promise<Proof[]> {
    return proveReads(this.#asked, reads, {
      giverOf: (block) => this.#givers.of(block),
      onRefusal: (node, error) => this.#refuse('state', node, error),
    });
  }

  /** Aborts all requests, including later ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.nodes.map((node) => node.close()));
  }

  /** Sends a read to the nodes in turn, the last successful one first, until one result is accepted. */
  async #ask<T>(what: string, read: (node: ExecutionNode) => Promise<T>): Promise<T> {
    const nodes = this.#outvoted.others(this.#forBlocks);
    const refusals: NodeRefusal[] = [...this.#leftOut];
    for (let round = 0; round < ROUNDS && !this.#closed; round++) {
      if (round > 0) await setTimeout(FIRST_PAUSE_MS * 4 ** (round - 1));
      let distrusted = 0;
      for (let turn = 0; turn < nodes.length && !this.#closed; turn++) {
        const index = (this.#preferred + turn) % nodes.length;
        try {
          const answer = await read(nodes[index]!);
          this.#preferred = index;
          return answer;
        } catch (error) {
          // The reason was already reported when the node was distrusted.
          if (error instanceof DistrustedNode)
            refusals.push({ node: nodes[index]!.name, reason: error.message });
          else refusals.push(this.#refuse(what, nodes[index]!, error));
          distrusted += error instanceof DistrustedNode ? 1 : 0;
        }
      }
      if (distrusted === nodes.length) break;
    }
    throw new SourceExhausted(what, refusals);
  }

  #refuse(what: string, { name }: ExecutionNode, error: unknown): NodeRefusal {
    const refusal = { node: name, reason: reasonOf(error) };
    if (!this.#closed) this.onRefusal(what, refusal);
    return refusal;
  }
}
