import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import { storeIdentity } from '../../platform/postgres/store-identity.js';
import { folded } from './findable-text.js';
import { type Collection, candidates } from './name-candidates.js';
import { inOrder, matchOf, type NameMatch } from './name-match.js';
import { PresentationReader } from './presentation.reader.js';
import { RecentCandidates } from './recent-candidates.js';

export type { Collection, NameMatch };

/** The matches of a query. */
export interface NameSearchResult {
  /** Collections that were searched; those that are not yet filled are left out. */
  readonly searched: readonly Collection[];
  /** Best first. */
  readonly matches: readonly NameMatch[];
  readonly hasMore: boolean;
  /** Whether the candidates among tokens come from the cache. */
  readonly isCached: boolean;
}

/** Candidates beyond `limit`, because some may have lost the matching text since. */
const SPARE = 10;
const MOST = 20 + 1 + SPARE;

/**
 * Tokens can be searched once a pass has added all texts, under any definitions; names once a pass has added
 * those proven under the served definitions.
 */
const READY = `
SELECT EXISTS (SELECT FROM name_pass) AS tokens,
       EXISTS (SELECT FROM name_pass JOIN definition_set USING (generation) WHERE current) AS names`;

/** Finds addresses by the names they are known by and by what tokens declare. */
@Injectable()
export class NameSearchReader {
  readonly #recent = new RecentCandidates();

  constructor(
    private readonly pool: Pool,
    private readonly presentations: PresentationReader,
  ) {}

  /**
   * @param query two characters at least, 100 at most
   * @param limit 20 at most
   */
  async search(query: string, limit: number): Promise<NameSearchResult> {
    const text = folded(query);
    // The key includes the store: a database that was restored has other texts.
    const kept = `${await storeIdentity(this.pool)} ${text}`;
    const before = await this.#ready();
    const recent = before.includes('tokens') ? this.#recent.get(kept) : undefined;
    const found = await Promise.all(
      before.map((collection) =>
        collection === 'tokens' && recent ? recent : candidates(this.pool, collection, text, MOST),
      ),
    );
    // Another process may have emptied the index meanwhile.
    const after = await this.#ready();
    const searched = before.filter((collection) => after.includes(collection));
    if (!recent && searched.includes('tokens')) this.#recent.set(kept, found[before.indexOf('tokens')]!);
    const { matches, isDeclaredKnown } = await this.#ranked(text, found.flat());
    return {
      // Token declarations could not be searched, so a missing match would mean nothing.
      searched: isDeclaredKnown ? searched : searched.filter((collection) => collection !== 'tokens'),
      matches: matches.slice(0, limit),
      hasMore: matches.length > limit,
      isCached: recent !== undefined,
    };
  }

  async #ready(): Promise<readonly Collection[]> {
    const { rows } = await this.pool.query<Record<Collection, boolean>>({
      name: 'names ready',
      text: READY,
    });
    return (['tokens', 'names'] as const).filter((collection) => rows[0]![collection]);
  }

  /** Reads the shown fields and the sort keys now. A candidate that no longer matches is dropped. */
  async #ranked(text: string, addresses: readonly Buffer[]) {
    const distinct = new Set(addresses.map(toHex));
    const presented = await this.presentations.of([...distinct]);
    const all = [...presented.values()];
    return {
      matches: all.flatMap((one) => matchOf(text, one) ?? []).sort(inOrder),
      isDeclaredKnown: all.every(({ declaration }) => declaration !== 'unavailable'),
    };
  }
}
