/** Code and storage of every address at the end of a block. Lower-case `0x` texts. */
export class DenseState {
  readonly #codes: Map<string, string>;
  readonly #slots: Map<string, Map<string, string>>;

  constructor(from?: DenseState) {
    this.#codes = new Map(from?.codes);
    this.#slots = new Map([...(from?.slots ?? [])].map(([address, slots]) => [address, new Map(slots)]));
  }

  get codes(): ReadonlyMap<string, string> {
    return this.#codes;
  }

  get slots(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.#slots;
  }

  code(address: string): string {
    return this.#codes.get(address) ?? '0x';
  }

  isContract(address: string): boolean {
    return this.code(address) !== '0x' && !this.isDelegated(address);
  }

  isDelegated(address: string): boolean {
    return this.code(address).startsWith('0xef0100');
  }

  setCode(address: string, code: string): void {
    this.#codes.set(address, code);
  }

  slot(address: string, slot: string): string {
    return this.#slots.get(address)?.get(slot) ?? `0x${'0'.repeat(64)}`;
  }

  setSlot(address: string, slot: string, value: string): void {
    const slots = this.#slots.get(address) ?? new Map<string, string>();
    this.#slots.set(address, slots.set(slot, value));
  }

  slotsOf(address: string): readonly string[] {
    return [...(this.#slots.get(address)?.keys() ?? [])];
  }

  clearSlots(address: string): void {
    this.#slots.delete(address);
  }
}
