import { setTimeout } from 'node:timers/promises';
import { ProofRefused } from '../../domain/chain/trie/state-proof.js';
import type { StateProofs } from '../../platform/config/environment-variables.js';
import { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { JsonRpcError, MalformedAnswer, NodeUnreachable } from '../rpc/node-errors.js';
import type { SourcedBlock } from '../rpc/rpc-block.js';
import type { AnchoredStateRead } from './anchored-state-read.js';
import { isHeldByMost, votesAt, withoutLagging } from './block-votes.js';
import { isWhole, type NodeCapabilities, probeCapabilities } from './capabilities.js';
import { ExecutionNode, type StatedHead } from './execution-node.js';
import { readState } from './read-state.js';
import type { StateReadOutcome } from './state-read-outcome.js';

/** Why one node's answer was not taken. */
export interface NodeRefusal {
  readonly node: string;
  readonly reason: string;
}

/** A read of anything but a call, at the end of a block with a number. */
export interface ProvenRead extends AnchoredStateRead {
  readonly block: number;
}

/** A node and what it can give. */
export interface FoundNode {
  /** May carry credentials. */
  readonly url: string;
  readonly capabilities: NodeCapabilities;
}

/** Results of state reads: `unavailable` where no node has the state, nothing where one of them may still have it. */
export interface StateReadOutcomes {
  readonly answers: readonly (StateReadOutcome | undefined)[];
  readonly refusals: readonly NodeRefusal[];
}

/** Every node was asked, several times, and none gave an answer that could be taken. */
export class SourceExhausted extends Error {
  override readonly name: string = 'SourceExhausted';
  constructor(
    readonly what: string,
    readonly refusals: readonly NodeRefusal[],
  ) {
    super(`${what}: ${[...new Set(refusals.map(({ node, reason }) => `${node}: ${reason}`))].join('; ')}`);
  }
}

export type RefusalListener = (what: string, refusal: NodeRefusal) => void;

/** More blocks than are under way or waiting to be written. */
const MOST_GIVERS = 512;

/** A node is not asked again for a block of its that contradicted others. */
class DistrustedNode extends Error {
  override readonly name = 'DistrustedNode';
}

const PRUNED_LIST =
  'has pruned the access list of the block: name a node in RPC_URLS that keeps lists for longer';
const OUTVOTED = 'most nodes, or the one named first, have another block';
const ROUNDS = 4;
const FIRST_PAUSE_MS = 100;

/**
 * Several execution nodes behind one interface. The caller accepts or refuses answers: of a refused one only the reason is kept, and the
 * next node is asked, with a growing pause after each round.
 *
 * Blocks come only from the most capable nodes: records that a lesser node leaves out would be missing from the log for good. All nodes are
 * asked for heads.
 */
export class ExecutionSource {
  #preferred = 0;
  #closed = false;
  /** The nodes that gave the newest blocks. */
  readonly #givers = new Map<number, ExecutionNode>();
  /** Nodes whose blocks were found false by comparison with others, and why. */
  readonly #distrusted = new Map<number, Map<ExecutionNode, string>>();
  /** Nodes that are not asked any more. */
  readonly #leftOut: NodeRefusal[] = [];
  /** All others. */
  #asked: readonly ExecutionNode[];
  /** Those of them that are not asked for blocks while they have this one, and most nodes another. */
  readonly #aside = new Map<ExecutionNode, { readonly number: number; readonly hash: string }>();
  #forBlocks: readonly ExecutionNode[];

  constructor(
    readonly nodes: readonly ExecutionNode[],
    private readonly onRefusal: RefusalListener = () => undefined,
    private readonly proofs: StateProofs = 'claims',
    /** URLs of known nodes that cannot be asked now; they may carry credentials. */
    readonly unreached: readonly string[] = [],
  ) {
    if (nodes.length === 0) throw new RangeError('an execution source needs a node');
    this.#asked = nodes;
    const whole = nodes.filter(({ capabilities }) => isWhole(capabilities));
    this.#forBlocks = whole.length > 0 ? whole : nodes;
  }

  /**
   * Connects to nodes by URL and asks what they can give. Nodes that cannot be reached now, or that serve another chain, are named and
   * left out; throws `SourceExhausted` when none is left.
   */
  static async connect(
    urls: readonly string[],
    chainId: number,
    onRefusal: RefusalListener = () => undefined,
    proofs: StateProofs = 'claims',
  ): Promise<ExecutionSource> {
    const refusals: NodeRefusal[] = [];
    const nodes = await Promise.all(
      urls.map(async (url) => {
        const endpoint = new JsonRpcEndpoint(url, nodeName(url));
        try {
          const found = await probeCapabilities(endpoint);
          const capabilities = proofs === 'none' ? { ...found, proofs } : found;
          if (capabilities.chainId === chainId) return new ExecutionNode(endpoint, capabilities);
          throw new Error(`serves chain ${capabilities.chainId}, not ${chainId}`);
        } catch (error) {
          const refusal = { node: endpoint.name, reason: reasonOf(error) };
          refusals.push(refusal);
          onRefusal('connect', refusal);
          await endpoint.close();
          return undefined;
        }
      }),
    );
    const reached = nodes.filter((node) => node !== undefined);
    if (reached.length === 0) throw new SourceExhausted('no execution node can be used', refusals);
    const unreached = urls.filter((_, at) => nodes[at] === undefined);
    return new ExecutionSource(reached, onRefusal, proofs, unreached);
  }

  /** A source of nodes that another one has found: it expects of each what that one does. */
  static of(found: readonly FoundNode[], onRefusal?: RefusalListener): ExecutionSource {
    const nodes = found.map(
      ({ url, capabilities }) => new ExecutionNode(new JsonRpcEndpoint(url, nodeName(url)), capabilities),
    );
    return new ExecutionSource(nodes, onRefusal);
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
    await this.#readmit();
    const refusals: NodeRefusal[] = [...this.#leftOut];
    const heads = await Promise.all(
      this.#followed(this.#asked).map((node) =>
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
    const nodes = this.#followed(this.#forBlocks);
    if (stated || nodes.length === 1) return stated;
    const others = await Promise.all(nodes.map((node) => node.finalized().catch(() => undefined)));
    return others.find((other) => other !== undefined);
  }

  /**
   * A block that `accept` takes: it throws to refuse, and its result is returned. An answer without records that its node has for other
   * blocks is taken only after every node lacks them, and never of a block that is not settled: a node that has just learnt of a block, or a
   * lagging one behind a balancer, says the same of it as one that has pruned it, and what is stored is not completed.
   * @throws SourceExhausted
   */
  async block<T>(number: number, settled: boolean, accept: (sourced: SourcedBlock) => T): Promise<T> {
    const lacking = new Set<ExecutionNode>();
    return this.#ask(`block ${number}`, async (node) => {
      const why = this.#distrusted.get(number)?.get(node);
      if (why !== undefined) throw new DistrustedNode(why);
      const sourced = await node.block(number, settled);
      const accepted = accept(sourced);
      if (node.holdsAllOf(sourced)) {
        this.#note(number, node);
        return accepted;
      }
      lacking.add(node);
      // The block is stored without it for good, so that it is named even where nobody has it.
      if (sourced.hasPrunedList) this.#refuse(`block ${number}`, node, new MalformedAnswer(PRUNED_LIST));
      const mayStillCome = !settled && !node.holdsTracesOf(sourced);
      if (!mayStillCome && lacking.size === this.#followed(this.#forBlocks).length) {
        this.#note(number, node);
        return accepted;
      }
      throw new MalformedAnswer(`does not hold all records of the block${mayStillCome ? ' yet' : ''}`);
    });
  }

  /**
   * Refuses a block that was accepted and then contradicted others: its node is named and not asked for it again. False where its node is
   * no longer known.
   */
  distrust(number: number, reason: string): boolean {
    const node = this.#givers.get(number);
    if (!node) return false;
    this.#givers.delete(number);
    let nodes = this.#distrusted.get(number);
    if (!nodes) {
      nodes = new Map();
      this.#distrusted.set(number, nodes);
    }
    nodes.set(node, reason);
    this.#refuse(`block ${number}`, node, new Error(reason));
    return true;
  }

  /**
   * Asks the node that gave a block nothing any more, as the whole chain of the block is false. False where every known node has been left
   * out so, which nodes that cannot be reached have not. Throws where the block's node is no longer known.
   */
  leaveOut(number: number, reason: string): boolean {
    const node = this.#givers.get(number);
    if (!node) throw new Error(reason);
    this.#leftOut.push(this.#refuse(`block ${number}`, node, new Error(reason)));
    this.#aside.clear();
    this.#asked = this.#asked.filter((one) => one !== node);
    this.#forBlocks = this.#forBlocks.filter((one) => one !== node);
    return this.#asked.length + this.unreached.length > 0;
  }

  /** Whether a node is not asked for blocks. Another source of the same nodes still asks it. */
  get hasLeftOut(): boolean {
    return this.#leftOut.length + this.#aside.size > 0;
  }

  /**
   * Whether most nodes that have one of two blocks have the first; of as many, the node that is named first decides. Nodes with the other
   * one are named, and not asked for heads and blocks while they have it.
   *
   * @param hash of the first, as text
   * @param other hash of the other
   */
  async prefers(number: number, hash: string, other: string): Promise<boolean> {
    if (this.#asked.length === 1) return true;
    const votes = (await votesAt(this.#asked, number)).filter((vote) =>
      [hash, other].includes(vote.hash ?? ''),
    );
    if (votes.length === 0) return false;
    const isPreferred = isHeldByMost(votes, hash);
    const lost = isPreferred ? other : hash;
    for (const vote of votes) {
      if (vote.hash !== lost) this.#aside.delete(vote.node);
      else if (!this.#aside.has(vote.node)) {
        this.#aside.set(vote.node, { number, hash: lost });
        this.#refuse(`block ${number}`, vote.node, new Error(OUTVOTED));
      }
    }
    return isPreferred;
  }

  /** Whether most nodes have a block that is so old that each has it, unless it lags behind. Those that do not are named. */
  async holds(number: number, hash: string): Promise<boolean> {
    if (this.#asked.length === 1) return true;
    const votes = await withoutLagging(await votesAt(this.#asked, number));
    const isHeld = isHeldByMost(votes, hash);
    for (const vote of votes)
      if (!isHeld && vote.hash !== hash)
        this.#refuse(`finality of block ${number}`, vote.node, new Error('it does not have the block'));
    return isHeld;
  }

  /** Nodes that were set aside, and have changed over. */
  async #readmit(): Promise<void> {
    for (const [node, { number, hash }] of this.#aside) {
      const [vote] = await votesAt([node], number);
      if (vote && vote.hash !== hash) this.#aside.delete(node);
    }
  }

  #followed(nodes: readonly ExecutionNode[]): readonly ExecutionNode[] {
    return nodes.filter((node) => !this.#aside.has(node));
  }

  /** Name of the node that gave a new block; undefined where it is no longer known. */
  giverOf(number: number): string | undefined {
    return this.#givers.get(number)?.name;
  }

  /** Notes who gave a block to another source of the same nodes, so that `distrust` knows. */
  noteGiver(number: number, name: string): void {
    const node = this.nodes.find((one) => one.name === name);
    if (node) this.#note(number, node);
  }

  #note(number: number, node: ExecutionNode): void {
    this.#givers.set(number, node);
    // Insertion order: the oldest is dropped.
    for (const oldest of this.#givers.keys()) {
      if (this.#givers.size <= MOST_GIVERS) break;
      this.#givers.delete(oldest);
    }
  }

  /**
   * Results of state reads, in order, from any node; nothing and a reason where there is none. Nodes are asked once: the caller retries.
   */
  async answer(reads: readonly AnchoredStateRead[]): Promise<StateReadOutcomes> {
    const refusals: NodeRefusal[] = [];
    const onRefusal = (node: ExecutionNode, error: Error): void => {
      // Another node may answer: that this one gave what is not so has to be heard all the same.
      if (error instanceof ProofRefused) refusals.push(this.#refuse('state', node, error));
      else refusals.push({ node: node.name, reason: reasonOf(error) });
    };
    const answers = await readState(this.#asked, reads, onRefusal, this.proofs === 'required');
    return { answers, refusals };
  }

  /**
   * Words and codes that nodes prove, in the order of the reads; undefined where none does now. Where none does, and the node that gave the
   * block proves other state of it, or gives a proof that does not fit, the reason: it could hide a lie so.
   */
  async prove(reads: readonly ProvenRead[]): Promise<(Buffer | ProofRefused | undefined)[]> {
    const proven: (Buffer | ProofRefused | undefined)[] = reads.map(() => undefined);
    for (const node of this.#asked) {
      const open = [...reads.keys()].filter((at) => !Buffer.isBuffer(proven[at]));
      if (node.capabilities.proofs === 'none' || open.length === 0) continue;
      const answers = await node.prove(open.map((at) => reads[at]!));
      const shown = new Set<number>();
      for (const [index, at] of open.entries()) {
        const answer = answers[index]!;
        if (answer instanceof Error || !answer.isProven) continue;
        proven[at] = answer.output;
        shown.add(reads[at]!.block);
      }
      for (const [index, at] of open.entries()) {
        const { block } = reads[at]!;
        if (Buffer.isBuffer(proven[at]) || this.#givers.get(block) !== node) continue;
        const answer = answers[index]!;
        if (answer instanceof ProofRefused) proven[at] = answer;
        else if (shown.has(block))
          proven[at] = new ProofRefused('it proves other state of the block, and not this');
      }
      const refused = answers.find((answer) => answer instanceof ProofRefused);
      if (refused) this.#refuse('state', node, refused);
    }
    return proven;
  }

  /** Ends every question under way, and those still to come. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.nodes.map((node) => node.close()));
  }

  /** Sends a read to the nodes in turn, the last successful one first, until one result is accepted. */
  async #ask<T>(what: string, read: (node: ExecutionNode) => Promise<T>): Promise<T> {
    const nodes = this.#followed(this.#forBlocks);
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
          // The reason was reported at the refusal.
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

/** Host and port of a node: what may be shown of a URL that can carry a key. */
export function nodeName(url: string): string {
  return new URL(url).host;
}

/** Why an answer was not taken, without anything a URL could carry. */
export function reasonOf(error: unknown): string {
  if (error instanceof NodeUnreachable) return error.why;
  if (error instanceof JsonRpcError) return `${error.method}: ${error.why.slice(0, 200)} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
