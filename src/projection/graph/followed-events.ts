import type { Pool } from 'pg';
import type { GraphCheckpoint } from './graph-checkpoint.js';

/** How long a database is believed to be the one that the graph follows. */
const BELIEVED_MS = 1_000;

/** The rule of `GraphProjector`. */
const FOLLOWED = `
SELECT FROM definition_set WHERE current AND generation = $1 AND coalesce(fact_event_fingerprint($2), '') = $3`;

/**
 * Whether a graph follows the events of a database: one that was restored to an earlier state, or another database, has others, and a graph
 * that no process writes to keeps the claims of those.
 */
export class FollowedEvents {
  #believed = { revision: -1, until: 0 };

  /** @param pool of the database that writers of the graph read */
  constructor(private readonly pool: Pool) {}

  /** While the database is away, what it said last of this checkpoint stays true; a standby is read on. @throws what the driver throws before that */
  async isOf({ revision, generation, position, fingerprint }: GraphCheckpoint): Promise<boolean> {
    const isKnown = this.#believed.revision === revision;
    const now = performance.now();
    if (isKnown && now < this.#believed.until) return true;
    try {
      const { rowCount } = await this.pool.query({
        name: 'events of the graph',
        text: FOLLOWED,
        values: [generation, position, fingerprint],
      });
      this.#believed = { revision: rowCount === 1 ? revision : -1, until: now + BELIEVED_MS };
      return rowCount === 1;
    } catch (error) {
      if (!isKnown) throw error;
      return true;
    }
  }
}
