import { Pool } from 'undici';

/** Requests under way at a time. */
const WIDTH = 4;

/** Asks for targets in turn, `count` times in all; returns the milliseconds each answer took. Throws where one is not 200. */
export async function load(
  origin: string,
  targets: readonly string[],
  count: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number[]> {
  const pool = new Pool(origin, { connections: WIDTH, pipelining: 1 });
  const times: number[] = [];
  let next = 0;
  const ask = async (): Promise<void> => {
    while (next < count) {
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
