import { type EVM, EVMError, type Log } from '@ethereumjs/evm';
import { fromHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import { isPrecompile } from '../../../domain/chain/protocol/precompile.js';
import type { FrameType } from '../../../domain/chain/record/block.js';
import { isCreation } from '../../../domain/chain/record/is-creation.js';
import { OP } from '../run/opcode.js';
import type { ExecutedFrame } from '../run/transaction-outcome.js';
import { addressOf } from '../run/word.js';

type OpcodeEntry = EVM['_opcodeMap'][number];
type RunState = Parameters<OpcodeEntry['opHandler']>[0];

interface OpenFrame {
  readonly path: string;
  readonly type: FrameType;
  readonly from: Address;
  to: Address;
  succeeded: boolean;
  /** How many frames it has begun so far. */
  children: number;
  readonly logs: Log[];
}

const ROOT = '0000';
const LEVEL_DIGITS = 4;
const CALLS: ReadonlyMap<number, FrameType> = new Map([
  [OP.CALL, 'CALL'],
  [OP.CALLCODE, 'CALLCODE'],
  [OP.DELEGATECALL, 'DELEGATECALL'],
  [OP.STATICCALL, 'STATICCALL'],
  [OP.CREATE, 'CREATE'],
  [OP.CREATE2, 'CREATE2'],
]);
const NOBODY = `0x${'00'.repeat(20)}` as Address;

/** Notes the frames of a transaction in the normal form of the domain's `Frame`, as the EVM makes them. */
export class FrameRecorder {
  #frames: OpenFrame[] = [];
  #open: OpenFrame[] = [];

  constructor(evm: EVM) {
    // biome-ignore lint/complexity/useLiteralKeys: it is private to the reference
    const opcodes = evm['_opcodeMap'];
    for (const [opcode, type] of CALLS) this.#wrap(opcodes[opcode]!, this.#aroundCall(type));
    for (let opcode: number = OP.LOG0; opcode <= OP.LOG4; opcode++)
      this.#wrap(opcodes[opcode]!, this.#aroundLog);
    this.#wrap(opcodes[OP.SELFDESTRUCT]!, this.#aroundDestruction);
  }

  /** @param to the account that a creation makes, or that is called */
  begin(type: 'CALL' | 'CREATE', from: Address, to: Address): void {
    const root = { path: ROOT, type, from, to, succeeded: false, children: 0, logs: [] };
    this.#frames = [root];
    this.#open = [root];
  }

  /**
   * The frames in pre-order.
   * @param logs of the receipt
   */
  end(succeeded: boolean, logs: readonly Log[]): ExecutedFrame[] {
    this.#frames[0]!.succeeded = succeeded;
    const indexes = new Map(logs.map((log, index) => [log, index]));
    // The frames that a failed frame undoes follow it, up to the next frame that is no deeper.
    let failed = Number.POSITIVE_INFINITY;
    return this.#frames.map(({ path, type, from, to, succeeded: own, logs: emitted }) => {
      if (path.length <= failed) failed = own ? Number.POSITIVE_INFINITY : path.length;
      const remains = failed === Number.POSITIVE_INFINITY;
      const left = emitted.flatMap((log) => indexes.get(log) ?? []);
      return { path, type, from, to, remains, logs: left };
    });
  }

  #wrap(
    entry: OpcodeEntry,
    around: (state: RunState, handle: () => void | Promise<void>) => Promise<void>,
  ): void {
    if (entry.opcodeInfo.isInvalid) return;
    const { opHandler } = entry;
    entry.opHandler = (state, common) => around(state, () => opHandler(state, common));
  }

  #aroundCall =
    (type: FrameType) =>
    async (state: RunState, handle: () => void | Promise<void>): Promise<void> => {
      const creates = isCreation(type);
      const [, to = 0n, value] = state.stack.peek(creates ? 1 : type.startsWith('CALL') ? 3 : 2);
      const hasValue = type.startsWith('CALL') && value !== 0n;
      // A call without value to a precompile is no frame.
      if (!creates && !hasValue && isPrecompile(fromHex(addressOf(to)))) return handle();
      const count = this.#frames.length;
      const parent = this.#open.at(-1)!;
      const frame = this.#enter(type, state, creates ? NOBODY : addressOf(to));
      try {
        await handle();
      } catch (error) {
        // The frame around it fails, and this one never begins.
        this.#frames.length = count;
        this.#open.length = parent.path.length / LEVEL_DIGITS;
        throw error;
      }
      this.#open.pop();
      const [result = 0n] = state.stack.peek(1);
      frame.succeeded = result !== 0n;
      if (creates) frame.to = addressOf(result);
    };

  #aroundLog = async (state: RunState, handle: () => void | Promise<void>): Promise<void> => {
    await handle();
    // biome-ignore lint/complexity/useLiteralKeys: it is private to the reference
    this.#open.at(-1)!.logs.push(state.interpreter['_result'].logs.at(-1)!);
  };

  #aroundDestruction = async (state: RunState, handle: () => void | Promise<void>): Promise<void> => {
    const beneficiary = addressOf(state.stack.peek(1)[0]!);
    try {
      await handle();
    } catch (error) {
      // SELFDESTRUCT ends with STOP when it succeeds.
      if (error instanceof EVMError && error.error === EVMError.errorMessages.STOP) {
        this.#enter('SELFDESTRUCT', state, beneficiary).succeeded = true;
        this.#open.pop();
      }
      throw error;
    }
  };

  #enter(type: FrameType, { env }: RunState, to: Address): OpenFrame {
    const parent = this.#open.at(-1)!;
    const path = parent.path + (parent.children++).toString(16).padStart(LEVEL_DIGITS, '0');
    const from = env.address.toString() as Address;
    const frame: OpenFrame = { path, type, from, to, succeeded: false, children: 0, logs: [] };
    this.#frames.push(frame);
    this.#open.push(frame);
    return frame;
  }
}
