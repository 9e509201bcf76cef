import type { Pool } from 'pg';
import { isStoreOutage } from '../http/refusal/store-outage.js';
import type { Quota } from './access.js';
import type { ApiKey } from './api-key.js';

/** Whether a request is within its key's quota, and what is left. */
export interface Taken {
  readonly granted: boolean;
  readonly quota: Quota;
}

/** The least a process draws at a time, as far as there is that much. */
const SMALLEST_DRAW = 4;

const IS_SAME_WINDOW = 'usage.window_number BETWEEN excluded.window_number AND excluded.window_number + 1';

/**
 * Draws requests of the current window. What all processes draw together never exceeds the quota; of what is left a draw takes an
 * eighth at most, so that near the end no process holds much that another would need. A statement that waited for a later one counts in the
 * next window, which the later one began. A window further ahead was begun while the clock of the database was wrong.
 */
const DRAW = `
INSERT INTO api_key_usage AS usage (key_id, window_number, leased, granted, last_used_at)
SELECT $1::int4, floor(extract(epoch FROM now()) / $3::int4), first.draw, first.draw, now()
FROM (SELECT least($4::int4, ($2::int4 + 7) / 8) AS draw) first
ON CONFLICT (key_id) DO UPDATE SET
  window_number = CASE WHEN ${IS_SAME_WINDOW} THEN usage.window_number ELSE excluded.window_number END,
  leased = CASE WHEN ${IS_SAME_WINDOW} THEN usage.leased + least($4, (greatest($2 - usage.leased, 0) + 7) / 8)
                ELSE excluded.leased END,
  granted = CASE WHEN ${IS_SAME_WINDOW} THEN least($4, (greatest($2 - usage.leased, 0) + 7) / 8)
                 ELSE excluded.granted END,
  last_used_at = excluded.last_used_at
RETURNING granted, greatest($2 - leased, 0) AS unleased,
          ((window_number + 1) * $3 - extract(epoch FROM now())) * 1000 AS "leftMs"`;

interface DrawRow {
  readonly granted: number;
  readonly unleased: number;
  /** Milliseconds of the window, as decimal text. */
  readonly leftMs: string;
}

interface Lease {
  inHand: number;
  /** Left for all processes when this one last drew. */
  readonly unleased: number;
  readonly endsAt: number;
  /** Taken by this process in this window. */
  used: number;
}

/**
 * The quota of one key in one process. The process draws requests in advance, the more the more it has answered, so that most
 * requests are counted without asking the database.
 */
export class LeasedQuota {
  #lease: Lease = { inHand: 0, unleased: 0, endsAt: 0, used: 0 };
  #drawing: Promise<void> | undefined;

  /** @param countsAlone while the database cannot be reached: then keys are worth up to their quota at each process */
  constructor(
    private readonly pool: Pool,
    private readonly countsAlone = false,
  ) {}

  /** Counts one request. Rejects where the database cannot be reached, unless it counts alone. */
  take(key: ApiKey): Taken | Promise<Taken> {
    return this.#take(key, false);
  }

  /** @param waited for a draw, which then counts even when its window is over: a slow database would be asked for ever. */
  #take(key: ApiKey, waited: boolean): Taken | Promise<Taken> {
    const lease = this.#lease;
    const leftMs = lease.endsAt - performance.now();
    const isOver = leftMs <= 0;
    if (lease.inHand === 0 ? isOver || lease.unleased > 0 : isOver && !waited) {
      this.#drawing ??= this.#draw(key, isOver ? 0 : lease.used).finally(() => {
        this.#drawing = undefined;
      });
      return this.#drawing.then(() => this.#take(key, true));
    }
    const granted = lease.inHand > 0;
    if (granted) {
      lease.inHand -= 1;
      lease.used += 1;
    }
    return { granted, quota: quotaOf(key, lease.inHand + lease.unleased, leftMs) };
  }

  async #draw(key: ApiKey, used: number): Promise<void> {
    try {
      await this.#drawShared(key, used);
    } catch (error) {
      if (!this.countsAlone || !isStoreOutage(error)) throw error;
      this.#drawAlone(key, used);
    }
  }

  /** What was left when this process last drew; in a new window all of it, by the clock of this machine. */
  #drawAlone({ requests, windowSeconds }: ApiKey, used: number): void {
    const windowMs = windowSeconds * 1_000;
    const inHand = this.#lease.endsAt > performance.now() ? this.#lease.unleased : requests;
    const leftMs = windowMs - (Date.now() % windowMs);
    this.#lease = { inHand, unleased: 0, endsAt: performance.now() + leftMs, used };
  }

  async #drawShared({ id, requests, windowSeconds }: ApiKey, used: number): Promise<void> {
    // Before the database looks at its clock: the window must not seem to last longer here than there.
    const askedAt = performance.now();
    const { rows } = await this.pool.query<DrawRow>({
      name: 'draw requests',
      text: DRAW,
      values: [id, requests, windowSeconds, Math.max(SMALLEST_DRAW, used)],
    });
    const { granted, unleased, leftMs } = rows[0]!;
    this.#lease = { inHand: granted, unleased, endsAt: askedAt + Number(leftMs), used };
  }
}

function quotaOf({ requests, windowSeconds }: ApiKey, left: number, leftMs: number): Quota {
  return { requests, windowSeconds, left, resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)) };
}
