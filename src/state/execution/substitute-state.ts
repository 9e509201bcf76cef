import type { Address } from '../../domain/chain/hex.js';
import { pushedBytes } from './pushed-address.js';
import type { AccountState, StateSource, Unknown } from './run/state-source.js';
import type { RunFootprint, UndecidedReason, ViewResult } from './run/view-result.js';
import { wordWith } from './slot-word.js';

const HEX_OF_ADDRESS = 40;

/** The places that name the substitute where they named the account. */
export interface Renamed {
  slot(address: Address, slot: bigint): boolean;
  code(address: Address): boolean;
}

/**
 * The state as it would be if some places named another account, the substitute, which is equal to the first in all but
 * its address. What a run does otherwise than before, it does because of these places.
 */
export class SubstituteState implements StateSource {
  /** The complement of the address, behind as many zero bytes: no code or storage names it. */
  readonly substitute: Address;
  /** The bytes of the address as compilers push them: without the zeros that it begins with. */
  readonly #pushed: Buffer;
  readonly #complement: Uint8Array;

  constructor(
    private readonly state: StateSource,
    private readonly original: Address,
    private readonly renamed: Renamed,
  ) {
    this.#pushed = pushedBytes(original);
    this.#complement = this.#pushed.map((byte) => ~byte);
    this.substitute = `0x${Buffer.from(this.#complement).toString('hex').padStart(HEX_OF_ADDRESS, '0')}`;
  }

  account(address: Address): AccountState | undefined | Unknown {
    return this.state.account(this.#real(address));
  }

  code(address: Address): Uint8Array | Unknown {
    const code = this.state.code(this.#real(address));
    return typeof code === 'string' || !this.renamed.code(address) ? code : this.#renamedIn(code);
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    const value = this.state.slot(this.#real(address), slot);
    return typeof value === 'string' || !this.renamed.slot(address, slot)
      ? value
      : wordWith(value, this.original, this.substitute);
  }

  /** The same of another source of the state. */
  over(state: StateSource): SubstituteState {
    return new SubstituteState(state, this.original, this.renamed);
  }

  /** What a run on this state read, of the real state. Its calls are left out: nobody makes them there. */
  real(result: ViewResult): ViewResult {
    const { reads, codes, looked, reason } = result;
    return {
      ...result,
      reads: reads.map(({ address, slot }) => this.#read(this.#real(address), slot)),
      codes: codes.map((address) => this.#real(address)),
      looked: looked.map((look) => ({ ...look, address: this.#real(look.address) })),
      calls: [],
      ...(reason && { reason: this.#realReason(reason) }),
    };
  }

  #read(address: Address, slot: bigint): RunFootprint['reads'][number] {
    // Known: the run read it.
    return { address, slot, value: this.state.slot(address, slot) as bigint };
  }

  #realReason(reason: UndecidedReason): UndecidedReason {
    return 'address' in reason ? { ...reason, address: this.#real(reason.address) } : reason;
  }

  #real(address: Address): Address {
    return address === this.substitute ? this.original : address;
  }

  #renamedIn(code: Uint8Array): Uint8Array {
    const text = Buffer.from(code);
    const next = (from: number) => text.indexOf(this.#pushed, from);
    for (let at = next(0); at !== -1; at = next(at + this.#pushed.length)) text.set(this.#complement, at);
    return text;
  }
}
