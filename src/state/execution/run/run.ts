import type { Address } from '../../../domain/chain/hex.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import { type BlockContext, HASHED_BLOCKS } from './block-context.js';
import { CALLER, type CallConditions } from './call-convention.js';
import type { ForkRules } from './fork-rules.js';
import { LIMITS, type RunLimits } from './limits.js';
import { type AccountState, type StateSource, UNKNOWN } from './state-source.js';
import { Undecided } from './undecided.js';
import type { AccountField, AccountLook, CallMade, RunFootprint, SlotRead, Volatile } from './view-result.js';

const WORD_BYTES = 32;
const HASHED_DISTANCE = BigInt(HASHED_BLOCKS);

/** Whether a run ends at a call that it is about to make. */
export type StopsAt = (call: CallMade) => boolean;

/**
 * One run: its source and block, what it has read, and what it has spent. Both interpreters ask for state here and nowhere
 * else, in the same order, so that their footprints are equal. Methods throw Undecided.
 */
export class Run {
  readonly #slots = new Map<Address, Map<bigint, bigint>>();
  readonly #codes = new Map<Address, Uint8Array>();
  readonly #reads: SlotRead[] = [];
  readonly #looked = new Map<string, AccountLook>();
  readonly #volatile = new Set<Volatile>();
  readonly #calls: CallMade[] = [];
  #asks = 0;
  #asksPrice = false;
  #starves = false;
  /** Caller and origin of the call. */
  readonly caller: Address;
  /** The caller as a word. */
  readonly callerWord: bigint;
  /** Whether no access to an account or slot is the first (EIP-2929). */
  readonly isWarm: boolean;
  #steps = 0;
  /** The sum of the steps before the first reading of each place. */
  #repeatedSteps = 0;
  #mostSteps: number;
  #waitingWords = 0;

  constructor(
    readonly block: BlockContext,
    readonly source: StateSource,
    readonly rules: ForkRules,
    readonly limits: RunLimits = LIMITS,
    /** Ends the run at a call that it is about to make. The call is noted. */
    private readonly stopsAt?: StopsAt,
    { caller = CALLER, isWarm }: CallConditions = {},
  ) {
    this.#mostSteps = limits.steps;
    this.caller = caller;
    this.callerWord = BigInt(caller);
    this.isWarm = isWarm === true;
  }

  /** The value of a slot before the run. */
  slot(address: Address, slot: bigint): bigint {
    let known = this.#slots.get(address);
    if (known === undefined) {
      known = new Map();
      this.#slots.set(address, known);
      if (this.rules.systemContracts.has(address)) this.#volatile.add('SYSTEM_CONTRACT');
    }
    let value = known.get(slot);
    if (value === undefined) {
      this.#countReading();
      const answer = this.source.slot(address, slot);
      if (answer === UNKNOWN) throw new Undecided({ kind: 'missing', what: 'slot', address, slot });
      value = answer;
      known.set(slot, value);
      this.#reads.push({ address, slot, value });
    }
    return value;
  }

  /** The code of an account before the run; precompiles have none, whatever the source says. */
  code(address: Address): Uint8Array {
    let code = this.#codes.get(address);
    if (code === undefined) {
      if (this.rules.precompiles.has(address)) return NO_CODE;
      this.#countReading();
      const answer = this.source.code(address);
      if (answer === UNKNOWN) throw new Undecided({ kind: 'missing', what: 'code', address });
      code = answer;
      this.#codes.set(address, code);
    }
    return code;
  }

  /** The account before the run, because an opcode looks at one of its fields. */
  look(address: Address, field: AccountField): AccountState | undefined {
    const key = address + field;
    if (!this.#looked.has(key)) this.#countReading();
    const account = this.source.account(address);
    if (account === UNKNOWN) throw new Undecided({ kind: 'missing', what: 'account', address });
    if (!this.#looked.has(key)) this.#looked.set(key, { address, field });
    return account;
  }

  /** Like `look`, for EXTCODEHASH. Without code it depends on whether the account is empty (EIP-161). */
  lookAtHash(address: Address): AccountState | undefined {
    const account = this.look(address, 'codeHash');
    return account !== undefined && !hasNoCode(account) ? account : this.lookWhole(address);
  }

  /** Like `look`, where every field counts. */
  lookWhole(address: Address): AccountState | undefined {
    this.look(address, 'balance');
    this.look(address, 'nonce');
    return this.look(address, 'codeHash');
  }

  /** Notes that the result is good for this block alone. */
  noteVolatile(kind: Volatile): void {
    this.#volatile.add(kind);
  }

  /** Notes that the run asks who called it; only the caller of the view call itself counts. */
  noteCaller(): void {
    this.#asks++;
  }

  /**
   * Notes an access to an account from a frame that has the gas that its caller asked for. It costs less if the account
   * is the caller of the view call: so the frame can find out, because it runs out of gas otherwise.
   */
  notePriced(address: Address): void {
    if (address === this.caller) this.noteCaller();
  }

  /** Notes that a frame ran out of the gas that its caller asked for. That asks whether something is warm. */
  noteStarved(): void {
    this.#asks++;
    this.#starves = true;
  }

  /** Notes that the run asks how much gas is left, other than to give it to a call. */
  noteGas(): void {
    this.#asks++;
    this.noteVolatile('GAS');
  }

  /** Notes that the run asks for the price of gas, which depends on who calls as well. */
  notePrice(): void {
    this.#asks++;
    this.#asksPrice = true;
  }

  /** The answer of an opcode that reads the block. */
  blockWord(kind: Volatile): bigint {
    this.#volatile.add(kind);
    switch (kind) {
      case 'COINBASE':
        return BigInt(this.block.beneficiary);
      case 'TIMESTAMP':
        return BigInt(this.block.timestamp);
      case 'NUMBER':
        return BigInt(this.block.number);
      case 'PREVRANDAO':
        return this.#blockField('prevRandao');
      case 'GASLIMIT':
        return BigInt(this.block.gasLimit);
      case 'BASEFEE':
        return this.#blockField('baseFeePerGas');
      case 'BLOBBASEFEE':
        return this.#blockField('blobBaseFee');
      case 'SLOTNUM':
        return this.#blockField('slotNumber');
      default:
        throw new RangeError(`${kind} is no field of a block`);
    }
  }

  /** The answer of BLOCKHASH: zero outside of the last 256 blocks. */
  blockHash(number: bigint): Uint8Array {
    this.#volatile.add('BLOCKHASH');
    const distance = BigInt(this.block.number) - number;
    if (distance <= 0n || distance > HASHED_DISTANCE) return ZERO_HASH;
    const hash = this.block.hashOf?.(Number(number));
    if (hash === undefined)
      throw new Undecided({ kind: 'missing', what: 'blockHash', number: Number(number) });
    return hash;
  }

  /** Counts an opcode that is paid for. */
  step(): void {
    this.spendSteps(1);
  }

  spendSteps(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#mostSteps) throw new Undecided({ kind: 'budget', what: 'steps' });
  }

  /** Counts what a costly opcode takes besides its step, where work is bounded. */
  weigh(steps: number): void {
    if (this.limits.work !== undefined) this.spendSteps(steps);
  }

  /** Counts the words that an opcode copies from input or code: the reference takes long to copy what lies behind the end of code or input. */
  copy(length: bigint): void {
    this.spendSteps(Math.ceil(Number(length) / WORD_BYTES));
  }

  get steps(): number {
    return this.#steps;
  }

  get stepsLeft(): number {
    return this.#mostSteps - this.#steps;
  }

  get work(): number {
    return this.#steps + this.#repeatedSteps;
  }

  get framesLeft(): number {
    return this.limits.frames - this.#calls.length;
  }

  /** Notes a call or creation; the caller's memory, in words, waits until `leaveCall`. */
  enterCall(call: Omit<CallMade, 'readsBefore' | 'asksBefore'>, words: number): void {
    if (this.#calls.length >= this.limits.frames) throw new Undecided({ kind: 'budget', what: 'frames' });
    this.#waitingWords += words;
    if (this.#waitingWords * WORD_BYTES > this.limits.memory) {
      throw new Undecided({ kind: 'budget', what: 'memory' });
    }
    const made = { ...call, readsBefore: this.#reads.length, asksBefore: this.#asks };
    this.#calls.push(made);
    if (this.stopsAt?.(made)) throw new Undecided({ kind: 'stopped' });
  }

  leaveCall(words: number): void {
    this.#waitingWords -= words;
  }

  /** What the run has read and done so far. */
  footprint(): RunFootprint {
    return {
      reads: this.#reads,
      codes: [...this.#codes.keys()],
      looked: [...this.#looked.values()],
      volatile: [...this.#volatile],
      calls: this.#calls,
      asks: this.#asks,
      asksPrice: this.#asksPrice,
      starves: this.#starves,
    };
  }

  #countReading(): void {
    const { work, steps } = this.limits;
    if (work === undefined) return;
    this.#repeatedSteps += this.#steps;
    this.#mostSteps = Math.min(steps, work - this.#repeatedSteps);
    this.spendSteps(0);
  }

  #blockField(field: 'prevRandao' | 'baseFeePerGas' | 'blobBaseFee' | 'slotNumber'): bigint {
    const value = this.block[field];
    if (value === undefined) throw new Undecided({ kind: 'missing', what: 'blockField', field });
    return BigInt(value);
  }
}

function hasNoCode({ codeHash }: AccountState): boolean {
  return Buffer.compare(codeHash, EMPTY_CODE_HASH) === 0;
}

const EMPTY_CODE_HASH = keccak256(new Uint8Array(0));
const NO_CODE = new Uint8Array(0);
const ZERO_HASH = new Uint8Array(WORD_BYTES);
