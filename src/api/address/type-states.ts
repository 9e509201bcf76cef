import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/chain/hex.js';
import { EvaluatedNaturesReader } from '../../projection/graph/evaluated-natures.reader.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { TypeStateDto } from './address-state.dto.js';

const OF_KIND = /^(asset|address_nature|derived:account_type):[a-z0-9_]+$/;

/** Finds the proven kinds of addresses. */
@Injectable()
export class TypeStates {
  constructor(
    private readonly graph: GraphStore,
    private readonly evaluated: EvaluatedNaturesReader,
    private readonly bounds: ChainBounds,
  ) {}

  /**
   * The states of addresses, in their order. Never rejects: a kind that cannot be looked up is unavailable.
   * @param addresses `0x` and 40 lower-case hex characters
   */
  async of(addresses: readonly Address[]): Promise<readonly TypeStateDto[]> {
    try {
      return await this.#lookUp(addresses);
    } catch {
      return addresses.map(() => ({ state: 'unavailable' }));
    }
  }

  async #lookUp(addresses: readonly Address[]): Promise<readonly TypeStateDto[]> {
    const held = await this.graph.attributeIdsOf(addresses);
    const ofKind = addresses.map((address) => (held.get(address) ?? []).filter((id) => OF_KIND.test(id)));
    const others = addresses.filter((_, place) => ofKind[place]!.length === 0);
    const evaluated =
      others.length > 0 ? await this.evaluated.among(others, this.bounds.firstBlock) : new Set();
    return addresses.map((address, place) =>
      ofKind[place]!.length > 0 || evaluated.has(address)
        ? { state: 'known', attributes: ofKind[place]! }
        : { state: 'unknown' },
    );
  }
}
