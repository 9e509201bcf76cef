import { bigIntToHex, bytesToHex } from '@ethereumjs/util';
import type { VM } from '@ethereumjs/vm';
import { numberToHex, padHex } from 'viem';
import type { CallTraceJson } from '../simulation/geth-traces.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface OpenCall {
  readonly json: Mutable<CallTraceJson>;
  readonly calls: CallTraceJson[];
  readonly logs: NonNullable<CallTraceJson['logs']>[number][];
}

interface Named {
  toString(): string;
}

/** A call about to be made, from the EVM. */
interface Message {
  readonly caller: Named;
  readonly to?: Named;
  readonly codeAddress: Named;
  readonly value: bigint;
  readonly gasLimit: bigint;
  readonly data: Uint8Array;
  readonly delegatecall: boolean;
  readonly salt?: Uint8Array;
}

interface Outcome {
  readonly execResult: {
    readonly executionGasUsed: bigint;
    readonly returnValue: Uint8Array;
    readonly exceptionError?: { readonly error: string };
  };
  readonly createdAddress?: Named;
}

/** An instruction about to run. */
interface Step {
  readonly opcode: { readonly name: string };
  readonly stack: readonly bigint[];
  readonly memory: Uint8Array;
  readonly address: Parameters<VM['stateManager']['getAccount']>[0];
  readonly stateManager: VM['stateManager'];
}

/** Listens to an EVM and records the calls of the last transaction. */
export class CallRecorder {
  readonly #open: OpenCall[] = [];
  #last: CallTraceJson | undefined;
  /** The opcode by which the running frame makes its next call. */
  #doing = 'CALL';

  constructor({ evm: { events } }: VM) {
    events?.on('beforeMessage', (message, next) => {
      this.#enter(message);
      next?.();
    });
    events?.on('afterMessage', (result, next) => {
      this.#leave(result);
      next?.();
    });
    events?.on('step', (step, next) => {
      this.#step(step).then(() => next?.());
    });
  }

  /** Returns the call tree of the last transaction, and forgets it. */
  take(): CallTraceJson {
    const last = this.#last;
    this.#last = undefined;
    return last as CallTraceJson;
  }

  #enter(message: Message): void {
    const { caller, to, value, gasLimit, data, delegatecall, salt } = message;
    const creates = to === undefined;
    const called = this.#open.length === 0 ? 'CALL' : this.#doing;
    const type = creates ? (salt === undefined ? 'CREATE' : 'CREATE2') : called;
    const target = creates ? undefined : (delegatecall ? message.codeAddress : to).toString();
    const from = delegatecall ? to!.toString() : caller.toString();
    const json: Mutable<CallTraceJson> = {
      type,
      from,
      ...(target && { to: target }),
      ...(called !== 'STATICCALL' && { value: bigIntToHex(value) }),
      gas: bigIntToHex(gasLimit),
      gasUsed: '0x0',
      input: bytesToHex(data),
    };
    this.#open.push({ json, calls: [], logs: [] });
  }

  #leave({ execResult, createdAddress }: Outcome): void {
    const { json, calls, logs } = this.#open.pop()!;
    json.gasUsed = bigIntToHex(execResult.executionGasUsed);
    if (createdAddress) json.to = createdAddress.toString();
    const { exceptionError, returnValue } = execResult;
    if (exceptionError)
      json.error = exceptionError.error === 'revert' ? 'execution reverted' : exceptionError.error;
    if (exceptionError && createdAddress) delete json.to;
    if (returnValue.length > 0) json.output = bytesToHex(returnValue);
    if (calls.length > 0) json.calls = calls;
    if (logs.length > 0) json.logs = logs;
    const above = this.#open.at(-1);
    if (above) above.calls.push(json);
    else this.#last = json;
  }

  async #step({ opcode: { name }, stack, memory, address, stateManager }: Step): Promise<void> {
    const frame = this.#open.at(-1);
    if (!frame) return;
    const top = (index: number): bigint => stack.at(-1 - index)!;
    if (name.endsWith('CALL') || name === 'CALLCODE') this.#doing = name;
    if (name === 'SELFDESTRUCT') {
      const account = await stateManager.getAccount(address);
      frame.calls.push({
        type: name,
        from: address.toString(),
        to: padHex(numberToHex(top(0) % 2n ** 160n), { size: 20 }),
        value: bigIntToHex(account?.balance ?? 0n),
        gas: '0x0',
        gasUsed: '0x0',
        input: '0x',
      });
    }
    const count = /^LOG(\d)$/.exec(name)?.[1];
    if (count === undefined) return;
    const [from, size] = [Number(top(0)), Number(top(1))];
    const data = Buffer.alloc(size);
    Buffer.from(memory).copy(data, 0, from, from + size);
    frame.logs.push({
      address: address.toString(),
      topics: Array.from({ length: Number(count) }, (_, index) => numberToHex(top(2 + index), { size: 32 })),
      data: `0x${data.toString('hex')}`,
      position: numberToHex(frame.calls.length),
    });
  }
}
