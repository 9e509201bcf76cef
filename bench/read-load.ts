import { Pool } from 'undici';

/** Requests under way at a time. */
const WIDTH = 4;

export interface LoadOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds after which no further request begins; unlimited if absent. */
  readonly seconds?: number;
}

/**
 * Asks for targets in turn, `count` times in all at most.
 * @returns the milliseconds that each answer took
 * @throws if an answer is not 200
 */
export async function load(
  origin: string,
  targets: readonly string[],
  count: number,
  { headers = {}, seconds = Infinity }: LoadOptions = {},
): Promise<number[]> {
  const pool = new Pool(origin, { connections: WIDTH, pipelining: 1 });
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const ask = async (): Promise<void> => {
    while (next < count && performance.now() < end) {
      const path = targets[next++ % targets.length]!;
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, ask));
  await pool.close();
  return times;
}
