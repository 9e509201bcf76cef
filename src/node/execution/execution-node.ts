import { parseNumber } from '../../domain/chain/codec/hex.js';
import type { JsonRpcAnswer, JsonRpcCall, JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { JsonRpcError, MalformedAnswer } from '../rpc/node-errors.js';
import type { RpcBlock, RpcHeader, RpcHex, RpcReceipt, SourcedBlock } from '../rpc/rpc-block.js';
import { type AnchoredStateRead, callOf } from './anchored-state-read.js';
import type { NodeCapabilities } from './capabilities.js';
import { frameReading } from './frame-reading.js';
import { proveState } from './prove-state.js';
import { type StateReadOutcome, stateReadOutcome } from './state-read-outcome.js';
import { stateReading } from './state-reading.js';

/** A block that the node names. TRUST: none before verification. */
export interface StatedHead {
  readonly number: number;
  readonly hash: RpcHex;
  readonly timestamp: number;
}

/** A node that does not give its head within this time is passed over. */
const HEAD_TIMEOUT_MS = 10_000;
/** Blocks wait for these answers, so a silent node must not delay them for long. */
const STATE_TIMEOUT_MS = 15_000;

/**
 * One execution node: asks for everything about a block and brings it to the form that verification reads.
 * TRUST: none before verification.
 */
export class ExecutionNode {
  constructor(
    readonly endpoint: JsonRpcEndpoint,
    readonly capabilities: NodeCapabilities,
  ) {}

  get name(): string {
    return this.endpoint.name;
  }

  /** The node's newest block. */
  async head(): Promise<StatedHead> {
    const header = await this.#header('latest');
    if (header === undefined) throw new MalformedAnswer('the node has no newest block');
    return statedHead(header);
  }

  /** The newest block the node calls final; undefined where it names none. */
  async finalized(): Promise<StatedHead | undefined> {
    const header = await this.#header('finalized');
    return header && statedHead(header);
  }

  /** Hash of the node's block at a number; undefined where it has none. */
  async hashAt(number: number): Promise<string | undefined> {
    const header = await this.#header(quantity(number));
    return header && String(header.hash).toLowerCase();
  }

  /** @param which a number or a tag @returns undefined where the node has no such block */
  async #header(which: string): Promise<RpcHeader | undefined> {
    const block = await this.endpoint.call('eth_getBlockByNumber', [which, false], HEAD_TIMEOUT_MS);
    return (block as RpcHeader | null) ?? undefined;
  }

  /**
   * A block with everything that the node has about it, in one batch. Frames and state changes are absent
   * when the node does not have them for this block.
   *
   * @param settled whether the block of this number can no longer change. Otherwise the batch ends with
   * another read of the block's hash, so that traces of another block are not mixed in
   * @throws MalformedAnswer
   * @throws JsonRpcError
   * @throws NodeUnreachable
   */
  async block(number: number, settled: boolean): Promise<SourcedBlock> {
    const at = quantity(number);
    const frames = frameReading(this.capabilities.frames);
    const state = stateReading(this.capabilities.state);
    const calls: JsonRpcCall[] = [{ method: 'eth_getBlockByNumber', params: [at, true] }];
    const byBlock = this.capabilities.receipts === 'eth_getBlockReceipts';
    if (byBlock) calls.push({ method: 'eth_getBlockReceipts', params: [at] });
    if (frames) calls.push(frames.call(at));
    if (state) calls.push(state.call(at));
    if (!settled) calls.push({ method: 'eth_getBlockByNumber', params: [at, false] });

    const answers = await this.endpoint.batch(calls);
    const next = answers.values();
    const take = (): JsonRpcAnswer => next.next().value as JsonRpcAnswer;
    const block = required(take()) as RpcBlock | null;
    if (block === null) throw new MalformedAnswer(`the node has no block ${number}`);
    if (block.number !== at) throw new MalformedAnswer(`another block number than ${number}`);
    if (!Array.isArray(block.transactions))
      throw new MalformedAnswer('a block without a list of transactions');
    const receipts = byBlock
      ? (required(take()) as RpcReceipt[] | null)
      : await this.#receiptsOneByOne(block);
    if (!Array.isArray(receipts)) throw new MalformedAnswer(`no receipts for block ${number}`);
    // A block without transactions has no traces, and some nodes refuse the request.
    const traced = (answer: JsonRpcAnswer): unknown => (block.transactions.length === 0 ? [] : held(answer));
    const frameAnswer = frames ? traced(take()) : undefined;
    const stateAnswer = state ? traced(take()) : undefined;
    if (!settled && (required(take()) as RpcHeader | null)?.hash !== block.hash) {
      throw new MalformedAnswer(`block ${number} was replaced while it was read`);
    }
    const ommers = await this.#ommers(block);
    const accessList = await this.#accessList(block);
    const hashes = hashesOf(block);
    return {
      block,
      receipts,
      ...(ommers === undefined ? {} : { ommers }),
      ...(accessList === 'pruned' ? { hasPrunedList: true } : accessList === undefined ? {} : { accessList }),
      ...(frames && frameAnswer !== undefined
        ? { frames: frames.read(frameAnswer, hashes, block.hash), listsEveryCall: frames.listsEveryCall }
        : {}),
      ...(state && stateAnswer !== undefined ? { stateChanges: state.read(stateAnswer, hashes) } : {}),
    };
  }

  /** State at the ends of blocks, trusted, in the order of the reads; an error where an answer is missing or malformed. */
  async answer(reads: readonly AnchoredStateRead[]): Promise<(StateReadOutcome | Error)[]> {
    try {
      const answers = await this.endpoint.batch(reads.map(callOf), STATE_TIMEOUT_MS);
      return reads.map((read, at) => taken(read, answers[at]!));
    } catch (error) {
      return reads.map(() => error as Error);
    }
  }

  /**
   * Like `answer`, but with proofs that lead to the state roots, and not for calls; `unavailable` where the
   * node gives no proof.
   */
  prove(reads: readonly AnchoredStateRead[]): Promise<(StateReadOutcome | Error)[]> {
    return proveState(this.endpoint, reads, STATE_TIMEOUT_MS);
  }

  async close(): Promise<void> {
    await this.endpoint.close();
  }

  async #receiptsOneByOne(block: RpcBlock): Promise<RpcReceipt[]> {
    if (block.transactions.length === 0) return [];
    const calls = hashesOf(block).map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    return (await this.endpoint.batch(calls)).map((answer) => required(answer) as RpcReceipt);
  }

  /** Whether an answer has every kind of record that this node offers; a pruned node lacks some for old blocks. */
  holdsAllOf(sourced: SourcedBlock): boolean {
    return this.holdsTracesOf(sourced) && sourced.ommers !== undefined && sourced.hasPrunedList !== true;
  }

  /** Like `holdsAllOf`, for frames and state diffs only. */
  holdsTracesOf({ frames, stateChanges }: SourcedBlock): boolean {
    const { frames: framesBy, state: stateBy } = this.capabilities;
    return (
      (framesBy === 'none' || frames !== undefined) && (stateBy === 'none' || stateChanges !== undefined)
    );
  }

  /**
   * RLP of the access list in hex; `pruned` where the node no longer has it, undefined where it offers none
   * or the block has none.
   */
  async #accessList({
    hash,
    blockAccessListHash,
    balHash,
  }: RpcBlock): Promise<RpcHex | 'pruned' | undefined> {
    if ((blockAccessListHash ?? balHash) === undefined) return undefined;
    const [answer] = await this.endpoint.batch([{ method: 'debug_getRawBlockAccessList', params: [hash] }]);
    if (!('error' in answer!)) {
      if (typeof answer!.result === 'string') return answer!.result;
      throw new MalformedAnswer('an access list that is not text');
    }
    if (!(answer.error instanceof JsonRpcError)) throw answer.error;
    if (answer.error.pruned) return 'pruned';
    if (answer.error.unsupported) return undefined;
    throw answer.error;
  }

  /** Ommer headers, or undefined when the node no longer has all of them. */
  async #ommers({ hash, uncles }: RpcBlock): Promise<RpcHeader[] | undefined> {
    const count = Array.isArray(uncles) ? uncles.length : 0;
    if (count === 0) return [];
    if (count > 2) throw new MalformedAnswer('a block names more than two ommers');
    const calls = uncles.map((_, index) => ({
      method: 'eth_getUncleByBlockHashAndIndex',
      params: [hash, quantity(index)],
    }));
    const headers = (await this.endpoint.batch(calls)).map(held);
    return headers.every((header) => header !== undefined) ? (headers as RpcHeader[]) : undefined;
  }
}

function taken({ what, isYoung }: AnchoredStateRead, answer: JsonRpcAnswer): StateReadOutcome | Error {
  try {
    return stateReadOutcome(what, answer, isYoung);
  } catch (error) {
    return error as Error;
  }
}

function hashesOf({ transactions }: RpcBlock): RpcHex[] {
  return transactions.map((transaction) =>
    typeof transaction === 'string' ? transaction : transaction.hash,
  );
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function required(answer: JsonRpcAnswer): unknown {
  if ('error' in answer) throw answer.error;
  return answer.result;
}

/** A tracing answer, or undefined when the node lacks the state of this block. */
function held(answer: JsonRpcAnswer): unknown {
  if (!('error' in answer)) return answer.result ?? undefined;
  if (answer.error instanceof JsonRpcError && (answer.error.unsupported || answer.error.pruned))
    return undefined;
  throw answer.error;
}

function statedHead(header: RpcHeader): StatedHead {
  return {
    number: parseNumber(header.number, 'block.number'),
    hash: String(header.hash).toLowerCase(),
    timestamp: parseNumber(header.timestamp, 'block.timestamp'),
  };
}
