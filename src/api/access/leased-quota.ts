import type { Pool } from 'pg';
import { isStoreOutage } from '../http/refusal/store-outage.js';
import type { Quota } from './access.js';
import type { ApiKey } from './api-key.js';

/** Whether a request is within the quota of its key, and what is left. */
export interface Taken {
  readonly granted: boolean;
  readonly quota: Quota;
}

/** Requests that a process draws at least, if so many are left. */
const SMALLEST_DRAW = 4;

const IS_SAME_WINDOW = 'usage.window_number BETWEEN excluded.window_number AND excluded.window_number + 1';

/**
 * Draws requests of the current window. All draws together never exceed the quota. A draw takes at most an
 * eighth of what is left, so that near the end no process keeps much that others need. A statement that
 * waited for one of the next window counts in that window. A window further ahead is replaced, because it was
 * begun while the clock of the database was wrong.
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
  /** Milliseconds that are left of the window, as decimal text. */
  readonly leftMs: string;
}

interface Lease {
  inHand: number;
  /** Requests left for all processes after the last draw of this one. */
  readonly unleased: number;
  readonly endsAt: number;
  /** Requests that this process has counted in this window. */
  used: number;
}

/**
 * The quota of one key in one process. The process draws requests in advance, and more at a time the more it
 * has answered, so that most requests are counted without a query.
 */
export class LeasedQuota {
  #lease: Lease = { inHand: 0, unleased: 0, endsAt: 0, used: 0 };
  #drawing: Promise<void> | undefined;

  /**
   * @param countsAlone whether to count in this process while the database cannot be reached. Each process
   * then allows up to the whole quota of a key
   */
  constructor(
    private readonly pool: Pool,
    private readonly countsAlone = false,
  ) {}

  /** Counts one request. Rejects if the database cannot be reached, unless `countsAlone`. */
  take(key: ApiKey): Taken | Promise<Taken> {
    return this.#take(key, false);
  }

  /**
   * @param waited whether the request waited for a draw. It then counts even if the window of the draw is
   * over, because otherwise a slow database would be asked forever
   */
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

  /**
   * Without the database: allows what was left at the last draw or, in a new window by the clock of this
   * machine, the whole quota.
   */
  #drawAlone({ requests, windowSeconds }: ApiKey, used: number): void {
    const windowMs = windowSeconds * 1_000;
    const inHand = this.#lease.endsAt > performance.now() ? this.#lease.unleased : requests;
    const leftMs = windowMs - (Date.now() % windowMs);
    this.#lease = { inHand, unleased: 0, endsAt: performance.now() + leftMs, used };
  }

  async #drawShared({ id, requests, windowSeconds }: ApiKey, used: number): Promise<void> {
    // Taken before the database reads its clock, so that the window never ends later here than there.
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
