import type { Frame, FrameType, Log, StateChange } from '../../src/domain/chain/record/block.js';
import { SLOTS } from '../engine-oracle/reported.js';
import type { Cast } from './dense-cast.js';
import type { DenseLog, DenseLogs } from './dense-log.js';
import type { DenseState } from './dense-state.js';
import type { Prng } from './prng.js';

const bytes = (text: string): Buffer => Buffer.from(text.replace(/^0x/, ''), 'hex');
const NOTHING = Buffer.alloc(0);

interface Call {
  readonly type: FrameType;
  readonly from: string;
  readonly to: string;
  readonly output?: string;
  readonly logs: readonly DenseLog[];
  readonly calls: readonly Call[];
  readonly error?: string;
}

/** The effects of one transaction of a simulated chain, in the form of tracers. */
export class DenseTransaction {
  readonly signer: string;
  readonly authorities: string[] = [];
  readonly frames: Frame[] = [];
  readonly logs: Log[] = [];
  readonly #calls: Call[] = [];
  /** Addresses whose code the transaction changed. */
  readonly #codeChanged = new Set<string>();
  readonly #codes = new Map<string, string>();
  readonly #slots = new Map<string, Map<string, { before: string; after: string }>>();

  constructor(
    private readonly random: Prng,
    private readonly state: DenseState,
    private readonly cast: Cast,
    private readonly material: DenseLogs,
    /** Whether others run as a contract that records who called it. */
    private readonly isCrowded: boolean,
  ) {
    const { accounts, contracts } = cast;
    this.signer = random.pick(random.chance(0.9) ? accounts : contracts);
    const actions = random.between(0, 5);
    for (let action = 0; action < actions; action++) this.#act();
    const to = random.pick([...accounts, ...contracts]);
    this.#list({ type: 'CALL', from: this.signer, to, logs: [], calls: this.#calls }, '0000');
  }

  get changes(): StateChange[] {
    const addresses = new Set([...this.#codes.keys(), ...this.#slots.keys()]);
    return [...addresses].map((address) => {
      const code = this.#codes.get(address);
      return {
        address: bytes(address),
        ...(code !== undefined && { code: bytes(code) }),
        storage: [...(this.#slots.get(address) ?? [])].map(([slot, { before, after }]) => ({
          slot: bytes(slot),
          before: bytes(before),
          after: bytes(after),
        })),
      };
    });
  }

  #act(): void {
    const { random, cast, state } = this;
    const chance = random.between(0, 99);
    if (chance < 38) this.#log();
    else if (chance < 46) this.#call();
    else if (chance < 62) this.#create();
    else if (chance < 68) this.#destroy(random.pick(cast.contracts));
    else if (chance < 78) this.#delegate(random.pick(random.chance(0.9) ? cast.accounts : cast.contracts));
    else {
      const address = random.pick(random.chance(0.9) ? cast.contracts : cast.accounts);
      if (state.isContract(address) || random.chance(0.15)) this.#write(address);
    }
  }

  /** An account calls a contract, which emits a log. */
  #log(): void {
    const { random, cast, state } = this;
    const living = cast.contracts.filter((address) => state.isContract(address));
    const emitters =
      random.chance(0.92) && living.length > 0 ? living : [...cast.contracts, ...cast.accounts];
    const log = this.material.any(random, emitters, this.signer);
    const from = random.chance(0.7) ? this.signer : random.pick([...cast.accounts, ...cast.contracts]);
    this.#calls.push(this.#around({ type: 'CALL', from, to: log.address, logs: [log], calls: [] }));
  }

  /** A listed contract logs who called it. */
  #call(): void {
    const { random, cast } = this;
    const log = this.material.called(random);
    const from = random.pick([this.signer, ...cast.accounts, ...cast.contracts]);
    const type = random.chance(0.9) ? 'CALL' : 'DELEGATECALL';
    const to = random.chance(0.95) ? log.address : random.pick(cast.contracts);
    const error = random.chance(0.08) ? { error: 'reverted' } : {};
    const beside = this.isCrowded && random.chance(0.5) ? [this.#beside(log.address, from)] : [];
    const [within, after] = beside.length > 0 && random.chance(0.3) ? [beside, []] : [[], beside];
    const logs = error.error ? [] : [log];
    this.#calls.push(this.#around({ type, from, to, logs, calls: within, ...error }), ...after);
  }

  /** Something else that runs as the contract, or seems to. */
  #beside(contract: string, caller: string): Call {
    const { random, cast } = this;
    const other = random.pick([...cast.accounts, ...cast.contracts]);
    const from = random.chance(0.5) ? caller : other;
    const another = this.material.called(random);
    const logs = another.address === contract ? [another] : [];
    const call: Call = { type: 'CALL', from, to: contract, logs: [], calls: [] };
    switch (random.between(0, 6)) {
      case 0:
        return { ...call, logs };
      case 1:
        return { ...call, type: 'STATICCALL', calls: [{ ...call, from: contract }] };
      case 2:
        return { ...call, type: 'DELEGATECALL', from: contract, to: other, logs };
      case 3:
        return { ...call, type: 'DELEGATECALL' };
      case 4:
        return { ...call, type: 'SELFDESTRUCT' };
      case 5:
        return { ...call, error: 'reverted' };
      default:
        return call;
    }
  }

  /** Sometimes puts the call one frame deeper, which may fail as a whole. */
  #around(call: Call): Call {
    if (!this.random.chance(0.3)) return call;
    const from = this.random.chance(0.5) ? this.signer : this.random.pick(this.cast.contracts);
    return { type: 'CALL', from, to: call.from, logs: [], calls: [call] };
  }

  #create(): void {
    const { random, cast, state } = this;
    const address = random.pick(cast.contracts);
    if (state.code(address) !== '0x' || this.#codeChanged.has(address)) return;
    const code = random.pick(cast.codes);
    const creator = random.chance(0.75)
      ? random.pick(cast.contracts.filter((one) => one !== address))
      : this.signer;
    const logs = Array.from({ length: random.between(0, 2) }, () =>
      this.material.any(random, [address], this.signer),
    );
    const creation: Call = {
      type: random.chance(0.5) ? 'CREATE' : 'CREATE2',
      ...{
        from: creator,
        to: address,
        output: code,
        logs: logs.filter((log) => log.address === address),
        calls: [],
      },
    };
    const fate = random.between(0, 99);
    if (fate < 8) {
      this.#calls.push({ ...creation, logs: [], error: 'out of gas' });
      return;
    }
    if (fate < 14) {
      this.#calls.push({
        type: 'CALL',
        from: this.signer,
        to: creator,
        logs: [],
        calls: [{ ...creation, logs: [] }],
        error: 'reverted',
      });
      return;
    }
    if (fate < 18) {
      this.#calls.push({ ...creation, output: '0x' });
      return;
    }
    this.#codeChanged.add(address);
    const announcement = random.chance(0.6) ? this.material.announced(random, creator, address) : [];
    this.#calls.push({ type: 'CALL', from: this.signer, to: creator, logs: announcement, calls: [creation] });
    // A contract created and destroyed by one transaction leaves no trace in the state.
    if (fate < 30) return;
    this.#setCode(address, code);
    for (let writes = random.between(0, 2); writes > 0; writes--) this.#write(address);
  }

  #destroy(address: string): void {
    const { random, state } = this;
    if (!state.isContract(address) || this.#codeChanged.has(address)) return;
    this.#codeChanged.add(address);
    this.#calls.push({ type: 'SELFDESTRUCT', from: address, to: this.signer, logs: [], calls: [] });
    for (const slot of state.slotsOf(address))
      if (random.chance(0.5)) this.#setSlot(address, slot, `0x${'0'.repeat(64)}`);
    state.clearSlots(address);
    this.#setCode(address, '0x');
  }

  #delegate(address: string): void {
    const { random, cast, state } = this;
    if (state.isContract(address) || this.#codeChanged.has(address)) return;
    this.#codeChanged.add(address);
    this.authorities.push(address);
    if (random.chance(0.15)) return;
    if (state.isDelegated(address) && random.chance(0.4)) this.#setCode(address, '0x');
    else {
      const target = random.chance(0.95)
        ? random.pick([...cast.contracts, ...cast.accounts])
        : `0x${'0'.repeat(40)}`;
      if (state.code(address) !== `0xef0100${target.slice(2)}`)
        this.#setCode(address, `0xef0100${target.slice(2)}`);
    }
  }

  #write(address: string): void {
    const { random, cast } = this;
    const slot = random.pick(Object.values(SLOTS));
    const chance = random.between(0, 99);
    const singletons = [...cast.bindings.get('safe-singletons')!.members.keys()];
    const target = chance < 30 ? random.pick(singletons) : random.pick([...cast.contracts, ...cast.accounts]);
    const value =
      chance > 92
        ? random.hex(32)
        : chance > 78
          ? `0x${'0'.repeat(64)}`
          : `0x${target.slice(2).padStart(64, '0')}`;
    this.#setSlot(address, slot, value);
  }

  #setCode(address: string, code: string): void {
    this.#codes.set(address, code);
    this.state.setCode(address, code);
  }

  #setSlot(address: string, slot: string, after: string): void {
    const before = this.state.slot(address, slot);
    if (before === after) return;
    const known = this.#slots.get(address) ?? new Map<string, { before: string; after: string }>();
    this.#slots.set(address, known.set(slot, { before: known.get(slot)?.before ?? before, after }));
    this.state.setSlot(address, slot, after);
  }

  #list({ type, from, to, output = '0x', logs, calls, error }: Call, path: string): void {
    const logIndexes = logs.map((log) => this.#emit(log));
    this.frames.push({
      ...{ path: bytes(path), type, from: bytes(from), to: bytes(to), value: 0n, gas: 0, gasUsed: 0 },
      ...{ input: NOTHING, output: error ? NOTHING : bytes(output), logIndexes },
      ...(error !== undefined && { error }),
    });
    calls.forEach((call, at) => {
      this.#list(call, path + at.toString(16).padStart(4, '0'));
    });
  }

  #emit({ address, topics, data }: DenseLog): number {
    return this.logs.push({ address: bytes(address), topics: topics.map(bytes), data: bytes(data) }) - 1;
  }
}
