import type { Pool } from 'pg';
import type { GraphCheckpoint } from './graph-checkpoint.js';

/** How long an answer that the graph follows the database is reused. */
const BELIEVED_MS = 1_000;

/** The condition by which `GraphProjector` follows a log. */
const FOLLOWED = `
SELECT FROM definition_set WHERE current AND generation = $1 AND coalesce(fact_event_fingerprint($2), '') = $3`;

/**
 * Whether the graph follows the events of a database. A database that was restored to an earlier state, or
 * another one, has other events; a graph without a writer keeps the claims of the events that it followed.
 */
export class FollowedEvents {
  #believed = { revision: -1, until: 0 };

  /** @param pool of the database that writers of the graph read */
  constructor(private readonly pool: Pool) {}

  /**
   * While the database cannot be reached, its last answer for this checkpoint counts. A standby can still be
   * read.
   * @throws Error of the driver where there is no such answer
   */
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
