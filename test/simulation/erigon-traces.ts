import { quantity } from './bytes.js';
import type { SimBlock } from './sim-block.js';
import { callsOf, type FrameFailure, isCreation, isSilentPrecompile, type SimFrame } from './sim-frame.js';
import type { AccountDiff, RunTransaction } from './transaction-run.js';
import { ZERO_WORD } from './world-state.js';

/** A flat frame as `trace_block` and `trace_replayBlockTransactions` list it. */
export interface FlatTraceJson {
  readonly type: 'call' | 'create' | 'suicide' | 'reward';
  readonly action: Readonly<Record<string, string | null>>;
  readonly result: Readonly<Record<string, string>> | null;
  readonly error?: string;
  readonly subtraces: number;
  readonly traceAddress: readonly number[];
  readonly blockHash?: string;
  readonly blockNumber?: number;
  readonly transactionHash?: string;
  readonly transactionPosition?: number;
}

const ERRORS: Record<FrameFailure, string> = {
  reverted: 'Reverted',
  outOfGas: 'out of gas',
  invalidOpcode: 'invalid opcode: INVALID',
  badJump: 'invalid jump destination',
  poor: 'insufficient balance for transfer',
};

/** The answer of `trace_block`: the frames of every transaction, then the rewards. */
export function blockTraces(block: SimBlock): FlatTraceJson[] {
  const place = { blockHash: block.hash, blockNumber: block.number };
  const frames = block.runs.flatMap((run, transactionPosition) => {
    const own = { ...place, transactionHash: run.signed.json.hash, transactionPosition };
    return flatten(run.root, []).map((frame) => ({ ...frame, ...own }));
  });
  return [...frames, ...rewards(block).map((reward) => ({ ...reward, ...place }))];
}

/** The answer of `trace_replayBlockTransactions`. */
export function replay(block: SimBlock, kinds: readonly string[]): Record<string, unknown>[] {
  return block.runs.map((run) => ({
    output: run.root.output,
    stateDiff: kinds.includes('stateDiff') ? stateDiff(run) : null,
    trace: kinds.includes('trace') ? flatten(run.root, []) : [],
    transactionHash: run.signed.json.hash,
    vmTrace: null,
  }));
}

function flatten(frame: SimFrame, traceAddress: readonly number[]): FlatTraceJson[] {
  const listed = callsOf(frame).filter((call) => !isSilentPrecompile(call));
  const own = { ...record(frame), subtraces: listed.length, traceAddress };
  return [own, ...listed.flatMap((call, index) => flatten(call, [...traceAddress, index]))];
}

function record(frame: SimFrame): Pick<FlatTraceJson, 'type' | 'action' | 'result' | 'error'> {
  const { from, to, input, output } = frame;
  const [value, gas, gasUsed] = [quantity(frame.value), quantity(frame.gas), quantity(frame.gasUsed)];
  if (frame.type === 'SELFDESTRUCT')
    return { type: 'suicide', action: { address: from, balance: value, refundAddress: to }, result: null };
  const error = frame.failure ? { error: ERRORS[frame.failure] } : {};
  const silent = frame.failure !== undefined && frame.failure !== 'reverted';
  if (isCreation(frame)) {
    const action = { creationMethod: frame.type.toLowerCase(), from, gas, init: input, value };
    return {
      type: 'create',
      action,
      ...error,
      result: silent ? null : { address: to, code: output, gasUsed },
    };
  }
  const action = { callType: frame.type.toLowerCase(), from, gas, input, to, value };
  return { type: 'call', action, ...error, result: silent ? null : { gasUsed, output } };
}

function rewards(block: SimBlock): FlatTraceJson[] {
  const reward = (author: string, rewardType: string, value: bigint): FlatTraceJson => ({
    action: { author, rewardType, value: quantity(value) },
    result: null,
    subtraces: 0,
    traceAddress: [],
    type: 'reward',
  });
  if (block.json.difficulty !== '0x0') {
    const ommers = block.ommers.map((ommer) => reward(ommer.miner, 'uncle', 10n ** 18n));
    return [reward(block.json.miner, 'block', 2n * 10n ** 18n), ...ommers];
  }
  return (block.json.withdrawals ?? []).map(({ address, amount }) =>
    reward(address, 'withdrawal', BigInt(amount) * 1_000_000_000n),
  );
}

type ChangeJson = '=' | Readonly<Record<string, unknown>>;

interface AccountChangeJson {
  readonly balance: ChangeJson;
  readonly code: ChangeJson;
  readonly nonce: ChangeJson;
  readonly storage: Readonly<Record<string, ChangeJson>>;
}

const stateDiff = (run: RunTransaction): Record<string, AccountChangeJson> =>
  Object.fromEntries(run.diff.map((change) => [change.address, accountChange(change)]));

function accountChange({ before, after }: AccountDiff): AccountChangeJson {
  const was = { balance: quantity(before.balance), code: before.code, nonce: quantity(before.nonce) };
  if (!after)
    return { balance: { '-': was.balance }, code: { '-': was.code }, nonce: { '-': was.nonce }, storage: {} };
  const is = { balance: quantity(after.balance), code: after.code, nonce: quantity(after.nonce) };
  const change = (from: string, to: string): ChangeJson => {
    if (!before.existed) return { '+': to };
    return from === to ? '=' : { '*': { from, to } };
  };
  const slots = [...before.slots].filter(([slot, value]) => (after.slots.get(slot) ?? ZERO_WORD) !== value);
  return {
    balance: change(was.balance, is.balance),
    code: change(was.code, is.code),
    nonce: change(was.nonce, is.nonce),
    storage: Object.fromEntries(
      slots.map(([slot, value]) => [slot, change(value, after.slots.get(slot) ?? ZERO_WORD)]),
    ),
  };
}
