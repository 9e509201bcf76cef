import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const CONFIG = new URL('../../jest.config.mjs', import.meta.url).href;
const OF_TWO_LANES = /\.(int|e2e|sim)-slow-spec\.ts$/;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

describe('files of two lanes', () => {
  it('are those that leave tests to the slow lane', () => {
    const specs = ['src', 'test', 'bench'].flatMap(filesIn).filter((name) => name.endsWith('spec.ts'));
    const leaving = specs.filter((name) => / from '[^']*\/slowly\.js';/.test(readFileSync(name, 'utf8')));
    expect(leaving.length).toBeGreaterThan(10);
    expect(leaving).toEqual(specs.filter((name) => OF_TWO_LANES.test(name)));
  });

  it.each([
    ['are in their first lane alone', undefined, ['int']],
    ['are in it alone where a pattern names them', 'all', ['int']],
    ['are in the slow lane as well where that is named', 'lane', ['int', 'slow']],
  ])('%s', async (_, slow, lanes) => {
    if (slow === undefined) delete process.env.SLOW_TESTS;
    else process.env.SLOW_TESTS = slow;
    const { default: config } = await import(`${CONFIG}?${slow}`);
    const projects: { displayName: string; testMatch: string[] }[] = config.projects;
    const having = projects.filter(({ testMatch }) => testMatch.includes('**/*.int-slow-spec.js'));
    expect(having.map(({ displayName }) => displayName)).toEqual(lanes);
  });
});
