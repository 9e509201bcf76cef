import type { Address, Hex } from '../domain/chain/hex.js';
import type { Header } from '../domain/chain/record/block.js';
import type { CanonicalChain } from '../event-store/canonical-chain.js';
import type { WitnessSource } from '../state/witness/gather-witness.js';
import type { StateWitness } from '../state/witness/proven-state.js';
import type { AccountProofSource } from './account-proof-source.js';

/**
 * Gives proofs of the state at the end of a block from nodes, and headers of earlier blocks from the store.
 */
export class NodeWitnessSource implements WitnessSource {
  constructor(
    private readonly block: number,
    private readonly nodes: AccountProofSource,
    private readonly chain: CanonicalChain,
  ) {}

  async proof(address: Address, slots: readonly Hex[]): Promise<StateWitness | undefined> {
    const given = await this.nodes.of({ address, block: this.block, slots });
    return given && { nodes: [...given.proof, ...[...given.slots.values()].flat()], codes: [given.code] };
  }

  header(number: number): Promise<Header | undefined> {
    return this.chain.headerOf(number);
  }
}
