import { create2Address, createAddress } from './bytes.js';
import {
  inventCode,
  inventInput,
  inventLogs,
  inventRevertPayload,
  inventSlot,
  inventWord,
} from './invention.js';
import type { Prng } from './prng.js';
import { type FrameFailure, isCreation, PRECOMPILES, type SimFrame } from './sim-frame.js';
import type { WorldState } from './world-state.js';

/** How eventful the calls of a simulated transaction are. */
export interface Busyness {
  /** Most frames in one transaction. */
  readonly frames: number;
  /** Most actions of one frame. */
  readonly actions: number;
  /** Probability that a frame fails after its actions. */
  readonly failure: number;
  /** Most bytes of deployed code. */
  readonly code: number;
}

export interface ExecutionRules {
  readonly destructionKeepsCode: boolean;
  /** Accounts that must keep their ether and code. */
  readonly spared: ReadonlySet<string>;
}

const DEEPEST = 5;

/**
 * Plays one transaction without running bytecode: the actions of each frame are drawn from the seed and applied to the state
 * by the EVM's rules for failure, static calls, contexts, nonces and destruction.
 */
export class Execution {
  #framesLeft: number;
  #created: string[] = [];
  #destroyed: string[] = [];

  constructor(
    private readonly state: WorldState,
    private readonly random: Prng,
    private readonly busyness: Busyness,
    private readonly rules: ExecutionRules,
  ) {
    this.#framesLeft = random.between(1, busyness.frames) - 1;
  }

  /** Runs the root frame, then removes destroyed contracts. The caller has already raised the sender's nonce. */
  run(root: SimFrame): void {
    this.#enter(root, root.to, false, 0);
    for (const address of new Set(this.#destroyed)) {
      if (!this.rules.destructionKeepsCode || this.#created.includes(address)) this.state.remove(address);
    }
  }

  #enter(frame: SimFrame, context: string, isStatic: boolean, depth: number): void {
    const { state, random } = this;
    const [mark, created, destroyed] = [state.mark(), this.#created.length, this.#destroyed.length];
    const moves = frame.type === 'CALL' || isCreation(frame);
    if (moves && frame.value > state.balanceOf(frame.from)) {
      frame.failure = 'poor';
      return;
    }
    if (isCreation(frame)) {
      state.setNonce(context, 1);
      this.#created.push(context);
    }
    if (moves && frame.value > 0n) {
      state.addBalance(frame.from, -frame.value);
      state.addBalance(context, frame.value);
    }
    if (PRECOMPILES.includes(frame.to)) {
      frame.gasUsed = Math.min(frame.gas, random.between(15, 700));
      frame.output = random.hex(32);
      return;
    }
    const runs = isCreation(frame) || (state.get(frame.to)?.code ?? '0x') !== '0x';
    if (!runs) return;
    this.#act(frame, context, isStatic, depth);
    if (random.chance(this.busyness.failure)) this.#fail(frame);
    else if (isCreation(frame)) {
      frame.output = inventCode(random, this.busyness.code, state.contracts);
      state.setCode(context, frame.output);
    } else frame.output = random.pick(['0x', '0x', random.hex(32), random.hex(64)]);
    if (!frame.failure) return;
    state.undoTo(mark);
    this.#created.length = created;
    this.#destroyed.length = destroyed;
    dropLogs(frame);
  }

  #fail(frame: SimFrame): void {
    const { random } = this;
    const failures: FrameFailure[] = [
      'reverted',
      'reverted',
      'reverted',
      'outOfGas',
      'invalidOpcode',
      'badJump',
    ];
    frame.failure = random.pick(failures);
    frame.output = '0x';
    if (frame.failure === 'reverted') frame.output = inventRevertPayload(random);
    else frame.gasUsed = frame.gas;
  }

  #act(frame: SimFrame, context: string, isStatic: boolean, depth: number): void {
    const { random } = this;
    const spend = (gas: number): boolean => {
      if (frame.gasUsed + gas > frame.gas) return false;
      frame.gasUsed += gas;
      return true;
    };
    spend(Math.min(frame.gas, random.between(200, 3000)));
    const actions = random.between(0, this.busyness.actions);
    for (let action = 0; action < actions; action++) {
      const roll = random.between(0, 99);
      if (roll < 30) {
        if (!isStatic && spend(random.between(750, 2600)))
          for (const log of inventLogs(random, context)) frame.events.push({ log });
      } else if (roll < 66) {
        if (!isStatic && spend(random.pick([2900, 5000, 20000])))
          this.state.setSlot(context, inventSlot(random), inventWord(random));
      } else if (roll < 98) {
        if (depth < DEEPEST && this.#framesLeft > 0) this.#call(frame, context, isStatic, depth, roll >= 94);
      } else if (!isStatic && depth > 0 && !this.rules.spared.has(context)) {
        if (spend(5000)) this.#destroy(frame, context);
        return;
      }
    }
  }

  #call(caller: SimFrame, context: string, isStatic: boolean, depth: number, creates: boolean): void {
    const gas = Math.floor(((caller.gas - caller.gasUsed) * 63) / 64) - 33_000;
    if (gas < 3000) return;
    this.#framesLeft--;
    caller.gasUsed += creates ? 32_000 : 700;
    const frame =
      creates && !isStatic ? this.#creation(context, gas) : this.#message(caller, context, gas, isStatic);
    const stays = frame.type === 'DELEGATECALL' || frame.type === 'CALLCODE';
    caller.events.push({ call: frame });
    this.#enter(frame, stays ? context : frame.to, isStatic || frame.type === 'STATICCALL', depth + 1);
    caller.gasUsed += frame.gasUsed;
  }

  #creation(context: string, gas: number): SimFrame {
    const { random, state } = this;
    const nonce = state.get(context)?.nonce ?? 0;
    const input = inventCode(random, this.busyness.code, []);
    const type = random.pick(['CREATE', 'CREATE2'] as const);
    const to =
      type === 'CREATE' ? createAddress(context, nonce) : create2Address(context, random.hex(32), input);
    state.setNonce(context, nonce + 1);
    return {
      type,
      from: context,
      to,
      value: this.#some(context),
      gas,
      gasUsed: 0,
      input,
      output: '0x',
      events: [],
    };
  }

  #message(caller: SimFrame, context: string, gas: number, isStatic: boolean): SimFrame {
    const { random, state } = this;
    const kinds = ['CALL', 'CALL', 'CALL', 'STATICCALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE'] as const;
    const type = isStatic ? random.pick(['STATICCALL', 'DELEGATECALL'] as const) : random.pick(kinds);
    const roll = random.between(0, 99);
    const proxied = type === 'DELEGATECALL' || type === 'CALLCODE';
    let to = random.pick(state.contracts);
    if (roll < 12) to = random.pick(PRECOMPILES);
    else if (roll < 24 && !proxied)
      to = random.chance(0.5) ? random.hex(20) : random.pick([...this.rules.spared]);
    let value = type === 'CALL' || type === 'CALLCODE' ? this.#some(context) : 0n;
    if (type === 'DELEGATECALL') value = caller.type === 'STATICCALL' ? 0n : caller.value;
    const input = inventInput(random);
    return { type, from: context, to, value, gas, gasUsed: 0, input, output: '0x', events: [] };
  }

  #destroy(caller: SimFrame, context: string): void {
    const to = this.random.pick([...this.rules.spared]);
    const value = this.state.balanceOf(context);
    caller.events.push({
      call: {
        type: 'SELFDESTRUCT',
        from: context,
        to,
        value,
        gas: 0,
        gasUsed: 0,
        input: '0x',
        output: '0x',
        events: [],
      },
    });
    if (value > 0n) {
      this.state.addBalance(context, -value);
      this.state.addBalance(to, value);
    }
    this.#destroyed.push(context);
  }

  /** Mostly nothing, sometimes a little ether, rarely more than the balance. */
  #some(holder: string): bigint {
    if (this.random.chance(0.6)) return 0n;
    if (this.random.chance(0.03)) return this.state.balanceOf(holder) + 1n;
    const balance = this.state.balanceOf(holder);
    return balance === 0n ? 0n : BigInt(this.random.next()) % balance;
  }
}

function dropLogs(frame: SimFrame): void {
  frame.events = frame.events.filter((event) => 'call' in event);
  for (const event of frame.events) if ('call' in event) dropLogs(event.call);
}
