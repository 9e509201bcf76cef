import { expect, it } from '@jest/globals';
import { ask } from '../e2e/fixture/ask.js';
import { TestLog } from './test-log.js';

const TILES = 6_000;
const AT_ONCE = 100;

it('a log serves a network 6,000 tiles a minute, and then says when to retry', async () => {
  const log = await TestLog.start();
  try {
    await log.append([Buffer.from('an entry')]);
    const { origin } = new URL(log.url);
    const get = (path: string) => ask(origin, `/log/${path}`);
    for (let asked = 0; asked < TILES; asked += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => get('tile/0/000.p/1')));
      expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    }
    for (const path of ['tile/0/000.p/1', 'tile/entries/000.p/1', 'tile/nonsense']) {
      const { status, headers, json } = await get(path);
      expect([status, json.error.details.reason]).toEqual([429, 'rate_limited']);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect((await get('checkpoint')).status).toBe(200);
    expect((await get('key')).status).toBe(200);
  } finally {
    await log.stop();
  }
});
