import { Injectable } from '@nestjs/common';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { TypeHintsReader } from '../../projection/graph/type-hints.reader.js';
import { ChainBounds } from '../chain-bounds.js';
import type { TypeStateDto } from './address-state.dto.js';

/** More than there are definitions: an address has one attribute per definition at most. */
const EVERY = 10_000;
const OF_KIND = /^(asset|address_nature|derived:account_type):[a-z0-9_]+$/;

/** What has been proven about kinds of addresses. */
@Injectable()
export class TypeStates {
  constructor(
    private readonly graph: GraphStore,
    private readonly typeHints: TypeHintsReader,
    private readonly bounds: ChainBounds,
  ) {}

  /** Never rejects: what cannot be looked up is unavailable. @param address `0x` and 40 lower-case hex characters */
  async of(address: string): Promise<TypeStateDto> {
    try {
      const { block, claims } = await this.graph.attributesOf(address, '', EVERY);
      const attributes = claims.map(({ id }) => id).filter((id) => OF_KIND.test(id));
      const isJudged = attributes.length > 0 || (block !== undefined && (await this.#isJudged(address)));
      return isJudged ? { state: 'known', attributes } : { state: 'unknown' };
    } catch {
      return { state: 'unavailable' };
    }
  }

  /** Hints are given only while the nature of an address is not judged at the newest block. */
  async #isJudged(address: string): Promise<boolean> {
    return (await this.typeHints.hintsFor(address, this.bounds.firstBlock)) === undefined;
  }
}
