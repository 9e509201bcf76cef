import type { Address, Hash } from 'viem';

/** Named addresses and labelled transactions of the scenario. They are the same for the same seed. */
export class Manifest {
  private readonly addressByName = new Map<string, Address>();
  private readonly transactionByLabel = new Map<string, { hash: Hash; block: number }>();

  nameAddress(name: string, address: Address): void {
    if (this.addressByName.has(name)) throw new Error(`two addresses are called ${name}`);
    this.addressByName.set(name, address);
  }

  labelTransaction(label: string, hash: Hash, block: number): void {
    if (this.transactionByLabel.has(label)) throw new Error(`two transactions are called ${label}`);
    this.transactionByLabel.set(label, { hash, block });
  }

  /** @throws Error when the scenario names no such address. */
  address(name: string): Address {
    return known(this.addressByName, name);
  }

  /** Hash and block of a labelled transaction. @throws Error when none has the label, or it is not mined yet. */
  transaction(label: string): { readonly hash: Hash; readonly block: number } {
    return known(this.transactionByLabel, label);
  }

  addresses(): ReadonlyMap<string, Address> {
    return this.addressByName;
  }

  transactions(): ReadonlyMap<string, { readonly hash: Hash; readonly block: number }> {
    return this.transactionByLabel;
  }
}

function known<T>(entries: ReadonlyMap<string, T>, name: string): T {
  const entry = entries.get(name);
  if (entry === undefined) throw new Error(`the demo scenario has no "${name}"`);
  return entry;
}
