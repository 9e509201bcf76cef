import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const SEQUENCER = new URL('../../test/sequencer.mjs', import.meta.url).href;

describe('the order of test files', () => {
  const cacheDirectory = mkdtempSync(join(tmpdir(), 'sequencer-'));
  afterAll(() => rmSync(cacheDirectory, { recursive: true }));

  it('is by the duration of files that ran before, and by the usual duration of others', async () => {
    const { default: LongestFirst } = await import(SEQUENCER);
    const lane = (name: string) => ({
      config: { id: name, cache: true, cacheDirectory, haste: {}, displayName: { name } },
      hasteFS: { getSize: () => 1 },
    });
    const [unit, int, e2e] = [lane('unit'), lane('int'), lane('e2e')];
    const files = [
      { path: 'short.spec.js', context: unit },
      { path: 'new.spec.js', context: unit },
      { path: 'failed.spec.js', context: unit },
      { path: 'new.int-spec.js', context: int },
      { path: 'long.int-spec.js', context: int },
      { path: 'new.e2e-spec.js', context: e2e },
      { path: 'documents.e2e-spec.js', context: e2e },
    ];
    const ran = (path: string, runtime: number, numFailingTests = 0) => ({
      testFilePath: path,
      numFailingTests,
      perfStats: { runtime },
    });
    new LongestFirst({}).cacheResults(files, {
      testResults: [
        ran('short.spec.js', 200),
        ran('long.int-spec.js', 90_000),
        ran('failed.spec.js', 100, 1),
      ],
    });

    const sorted: typeof files = new LongestFirst({}).sort(files);

    expect(sorted.map(({ path }) => path)).toEqual([
      'failed.spec.js',
      'long.int-spec.js',
      'documents.e2e-spec.js',
      'new.e2e-spec.js',
      'new.int-spec.js',
      'new.spec.js',
      'short.spec.js',
    ]);
  });
});
