import { Hardfork } from '@ethereumjs/common';
import { type EVM, EVMError } from '@ethereumjs/evm';
import { bigIntToBytes, generateAddress, generateAddress2, setLengthLeft } from '@ethereumjs/util';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import { REFERENCE_STEPS } from '../run/limits.js';
import { BLOCK_OPCODES, isForwardedGas, isGivenRestOfGas, OP } from '../run/opcode.js';
import type { Run } from '../run/run.js';
import type { CallMade, CallType } from '../run/view-result.js';
import { exponentSteps, keccakSteps } from '../run/weights.js';
import { addressOf, byteLength } from '../run/word.js';

type OpcodeEntry = EVM['_opcodeMap'][number];
type RunState = Parameters<OpcodeEntry['opHandler']>[0];
type Note = (run: Run, state: RunState) => void;
/** Whether what an access costs may decide how a frame ends: it has gas that its caller asked for. */
type IsPriced = (state: RunState) => boolean;

/** Per depth, whether the gas of the frame is what the budget left rather than what its caller asked for. */
export type CappedFrames = boolean[];

const STIPEND = 2_300n;

/** Opcodes whose first operand is an account, and whose gas depends on whether it is warm. Calls do so, too. */
const ACCESSES: ReadonlySet<number> = new Set([
  OP.BALANCE,
  OP.EXTCODESIZE,
  OP.EXTCODECOPY,
  OP.EXTCODEHASH,
  OP.SELFDESTRUCT,
]);

const CALL_TYPES: ReadonlyMap<number, CallType> = new Map([
  [OP.CALL, 'call'],
  [OP.CALLCODE, 'callcode'],
  [OP.DELEGATECALL, 'delegatecall'],
  [OP.STATICCALL, 'staticcall'],
  [OP.CREATE, 'create'],
  [OP.CREATE2, 'create2'],
]);

/**
 * Lets the run see what the opcodes of the reference do: steps, calls, accounts looked at, the block read. The map of
 * opcodes is private to the reference; tests compare what is seen here with another EVM.
 */
export function hookOpcodes(evm: EVM, currentRun: () => Run, capped: CappedFrames): void {
  // biome-ignore lint/complexity/useLiteralKeys: it is private to the reference
  const opcodes = evm['_opcodeMap'];
  const arePriced = evm.common.isActivatedEIP(2929);
  const isPriced: IsPriced = ({ env }) => arePriced && !capped[env.depth];
  const notes = new Map<number, Note>([
    [OP.EXP, (run, { stack }) => run.weigh(exponentSteps(byteLength(stack.peek(2)[1]!)))],
    [OP.KECCAK256, (run, { stack }) => run.weigh(keccakSteps(Number(stack.peek(2)[1]!)))],
    [OP.BALANCE, (run, { stack }) => run.look(addressOf(stack.peek(1)[0]!), 'balance')],
    [OP.SELFBALANCE, (run, state) => run.look(selfOf(state), 'balance')],
    [OP.EXTCODEHASH, (run, { stack }) => run.lookAtHash(addressOf(stack.peek(1)[0]!))],
    [OP.CALLDATACOPY, (run, { stack }) => copy(run, stack.peek(3)[2]!)],
    [OP.CODECOPY, (run, { stack }) => copy(run, stack.peek(3)[2]!)],
    [OP.EXTCODECOPY, (run, { stack }) => copy(run, stack.peek(4)[3]!)],
    [OP.ORIGIN, (run) => run.noteCaller()],
    [OP.GASPRICE, (run) => run.notePrice()],
    [OP.CALLER, noteCaller],
    [OP.BLOCKHASH, (run) => run.noteVolatile('BLOCKHASH')],
    [OP.GAS, noteGas],
  ]);
  for (const [opcode, kind] of BLOCK_OPCODES) notes.set(opcode, (run) => run.blockWord(kind));
  for (const [opcode, entry] of opcodes.entries()) {
    if (entry.opcodeInfo.isInvalid) continue;
    const { opHandler } = entry;
    const type = CALL_TYPES.get(opcode);
    if (type !== undefined) {
      entry.opHandler = watchedCall(type, opHandler, currentRun, capped, isPriced);
      continue;
    }
    const note = notes.get(opcode);
    const isAccess = ACCESSES.has(opcode);
    entry.opHandler = (state, common) => {
      const run = currentRun();
      run.step();
      run.weigh(REFERENCE_STEPS - 1);
      if (isAccess && isPriced(state)) run.notePriced(addressOf(state.stack.peek(1)[0]!));
      note?.(run, state);
      return opHandler(state, common);
    };
  }
  beforeGas(opcodes[OP.CALL]!, (state) => lookAtTransfer(currentRun(), state, true));
  beforeGas(opcodes[OP.CALLCODE]!, (state) => lookAtTransfer(currentRun(), state, false));
  beforeGas(opcodes[OP.SELFDESTRUCT]!, (state) => lookAtDestruction(currentRun(), state));
  beforeGas(opcodes[OP.RETURNDATACOPY]!, requireReturnData);
  if (evm.common.gteHardfork(Hardfork.Istanbul)) beforeGas(opcodes[OP.SSTORE]!, requireStipend);
}

function copy(run: Run, length: bigint): void {
  const before = run.steps;
  run.copy(length);
  run.weigh((REFERENCE_STEPS - 1) * (run.steps - before));
}

/** Notes what the gas of an opcode depends on before the gas is computed. */
function beforeGas(entry: OpcodeEntry, note: (state: RunState) => void): void {
  const { gasHandler } = entry;
  if (entry.opcodeInfo.isInvalid) return;
  entry.gasHandler = (async (state, gas, common) => {
    note(state);
    return gasHandler(state, gas, common);
  }) as typeof gasHandler;
}

function watchedCall(
  type: CallType,
  opHandler: OpcodeEntry['opHandler'],
  currentRun: () => Run,
  capped: CappedFrames,
  isPriced: IsPriced,
): OpcodeEntry['opHandler'] {
  return async (state, common) => {
    const run = currentRun();
    run.step();
    run.weigh(REFERENCE_STEPS - 1);
    const { depth } = state.env;
    const isCreation = type === 'create' || type === 'create2';
    const call = isCreation ? creationOf(type, state) : callOf(type, state);
    const words = Number(state.memoryWordCount);
    if (!isCreation && isPriced(state)) run.notePriced(call.to);
    run.enterCall(call, words);
    if (isCreation) lookAtCreation(run, call, state);
    const isRest =
      isCreation ||
      state.stack.peek(1)[0]! > state.messageGasLimit! ||
      isGivenRestOfGas(state.code, state.programCounter - 1);
    capped[depth + 1] = capped[depth]! && isRest;
    try {
      await opHandler(state, common);
    } finally {
      run.leaveCall(words);
    }
  };
}

/** A call that is about to be made. */
type NewCall = Omit<CallMade, 'readsBefore' | 'asksBefore'>;

function callOf(type: CallType, state: RunState): NewCall {
  const hasValue = type === 'call' || type === 'callcode';
  const operands = state.stack.peek(hasValue ? 7 : 6);
  const [offset, length] = operands.slice(hasValue ? 3 : 2);
  const own = state.env.callData;
  const forwardsInput =
    length! >= BigInt(own.length) &&
    Buffer.compare(state.memory.read(Number(offset), own.length, true), own) === 0;
  return { type, depth: state.env.depth, from: selfOf(state), to: addressOf(operands[1]!), forwardsInput };
}

function creationOf(type: CallType, state: RunState): NewCall {
  const { address, contract, depth } = state.env;
  const [, offset, length] = state.stack.peek(3);
  const made =
    type === 'create'
      ? generateAddress(address.bytes, bigIntToBytes(contract.nonce))
      : generateAddress2(
          address.bytes,
          setLengthLeft(bigIntToBytes(state.stack.peek(4)[3]!), 32),
          state.memory.read(Number(offset), Number(length)),
        );
  const to = toHex(Buffer.from(made)) as Address;
  return { type, depth, from: selfOf(state), to, forwardsInput: false };
}

function lookAtCreation(run: Run, { type, from, to }: NewCall, { stack }: RunState): void {
  if (type === 'create') run.look(from, 'nonce');
  if (stack.peek(1)[0] !== 0n) run.look(from, 'balance');
  run.lookWhole(to);
}

/**
 * A call with value depends on the payer's balance, and its gas on whether the payee exists. Before Spurious
 * Dragon, the gas of every call does.
 */
function lookAtTransfer(run: Run, state: RunState, hasPayee: boolean): void {
  const [, to, value] = state.stack.peek(7);
  if (state.env.isStatic && value !== 0n) return;
  if (value !== 0n) run.look(selfOf(state), 'balance');
  if (hasPayee && (value !== 0n || run.rules.chargesForAbsentCallee)) run.lookWhole(addressOf(to!));
}

function lookAtDestruction(run: Run, state: RunState): void {
  if (state.env.isStatic) return;
  const beneficiary = addressOf(state.stack.peek(1)[0]!);
  run.look(selfOf(state), 'balance');
  run.lookWhole(beneficiary);
}

/**
 * Reading beyond the return data is a fault. The reference reports it as out of gas, as if another budget
 * could help.
 */
function requireReturnData({ stack, returnBytes }: RunState): void {
  const [, offset, length] = stack.peek(3);
  if (offset! + length! > BigInt(returnBytes.length)) throw new EVMError(EVMError.errorMessages.OUT_OF_RANGE);
}

/** Without more than the stipend a write fails (EIP-2200); the reference would read the slot before it says so. */
function requireStipend({ env, gasLeft }: RunState): void {
  if (!env.isStatic && gasLeft <= STIPEND) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
}

function noteGas(run: Run, { code, programCounter }: RunState): void {
  // The program counter has moved on to the next opcode.
  if (!isForwardedGas(code, programCounter)) run.noteGas();
}

function noteCaller(run: Run, { env }: RunState): void {
  if (env.caller.toString() === run.caller) run.noteCaller();
}

function selfOf({ env }: RunState): Address {
  return env.address.toString() as Address;
}
