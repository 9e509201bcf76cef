import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { declarationsOf } from './declarations.js';
import { heldNames } from './held-names.js';
import { NameRegistries } from './name-registries.js';
import { type PresentedAddress, presentedAddresses } from './presented-address.js';

export type { PresentedAddress };

/** The current names of addresses, and their standing. */
@Injectable()
export class PresentationReader {
  constructor(
    private readonly pool: Pool,
    private readonly registries: NameRegistries,
  ) {}

  /**
   * Address of the asset with a symbol, for imitations flagged with that symbol; undefined where no registry
   * has it now.
   */
  originalOf(symbol: string): string | undefined {
    return this.registries.assetOf(symbol);
  }

  /** The presentations, by address. @param addresses `0x` and 40 lower-case hex characters, each once */
  async of(addresses: readonly Address[]): Promise<ReadonlyMap<string, PresentedAddress>> {
    if (addresses.length === 0) return new Map();
    const asked = addresses.map(fromHex);
    const [held, declared] = await Promise.all([
      heldNames(this.pool, asked),
      // If declarations cannot be read, an address is shown without them.
      declarationsOf(this.pool, asked).catch(() => 'unavailable' as const),
    ]);
    return new Map(
      presentedAddresses(held, declared, this.registries).map((presented) => [presented.address, presented]),
    );
  }
}
