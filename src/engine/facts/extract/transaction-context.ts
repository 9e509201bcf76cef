import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import type { Frame, Log, Transaction, VerifiedBlock } from '../../../domain/chain/record/block.js';
import { type Creation, creationsOf } from './created-contracts.js';
import { addressOf } from './field-reader.js';
import { reverseNode } from './reverse-node.js';

/** One transaction of a block. What extractors ask often is computed once. */
export class TransactionContext {
  #creations: readonly Creation[] | undefined;
  #creatorOf: ReadonlyMap<Address, Address> | undefined;
  #given: ReadonlySet<Address> | undefined;
  #reverseNodes: ReadonlyMap<string, Address> | undefined;

  constructor(
    readonly block: VerifiedBlock,
    readonly index: number,
  ) {}

  get transaction(): Transaction {
    return this.block.transactions[this.index]!;
  }

  get logs(): readonly Log[] {
    return this.block.receipts[this.index]!.logs;
  }

  get frames(): readonly Frame[] | undefined {
    return this.block.frames?.[this.index];
  }

  get creations(): readonly Creation[] {
    this.#creations ??= creationsOf(this.frames);
    return this.#creations;
  }

  /** The address that created the code in this transaction; undefined when none did. */
  creatorOf(address: Address): Address | undefined {
    this.#creatorOf ??= new Map(this.creations.map((creation) => [creation.address, creation.creator]));
    return this.#creatorOf.get(address);
  }

  /** Whether this transaction gave the address code. */
  gaveCode(address: Address): boolean {
    this.#given ??= new Set(
      (this.block.stateChanges?.[this.index] ?? []).flatMap((change) =>
        change.code !== undefined && change.code.length > 0 ? [toHex(change.address)] : [],
      ),
    );
    return this.#given.has(address) || this.creatorOf(address) !== undefined;
  }

  /**
   * The address whose reverse node this is, among those that signed the transaction, made a call in it, or
   * are in the first indexed address of one of its logs.
   */
  ownerOfReverseNode(node: Buffer): Address | undefined {
    this.#reverseNodes ??= this.#nodesOfCandidates();
    return this.#reverseNodes.get(node.toString('latin1'));
  }

  /** Each candidate is hashed once: a transaction may set many names and name many addresses. */
  #nodesOfCandidates(): ReadonlyMap<string, Address> {
    const candidates = new Set<Address>([toHex(this.transaction.from)]);
    for (const { from } of this.frames ?? []) candidates.add(toHex(from));
    for (const { topics } of this.logs) {
      const named = topics[1] && addressOf(topics[1]);
      if (named !== undefined) candidates.add(named);
    }
    return new Map([...candidates].map((address) => [reverseNode(address).toString('latin1'), address]));
  }
}
