import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { isEnsName } from '../../src/projection/name/ens-name.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';

const suite = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

interface RecordedCase {
  readonly name: string;
  readonly norm?: string;
  readonly error?: true;
}

describe('names of ENS', () => {
  it.each(['alice.eth', 'a-b.eth', '_dmarc.alice.eth', '\u{1f680}.eth', '123.eth'])(
    '%s is normalised',
    (name) => {
      expect(isEnsName(name)).toBe(true);
    },
  );

  it.each([
    '',
    'Alice.eth',
    'a_b.eth',
    'ab--c.eth',
    'a..eth',
    ' alice.eth',
    '\u0430lice.eth',
    'alice.eth\u200d',
  ])('%j is not', (name) => {
    expect(isEnsName(name)).toBe(false);
  });
});

suite('the recorded cases of ENSIP-15 (skipped where SHARED_DIR holds none)', () => {
  const [, ...cases] = JSON.parse(
    gunzipSync(
      readFileSync(join(REFERENCE_DIRECTORY!, 'identity', 'ensip15_normalization_tests.json.gz')),
    ).toString(),
  ) as RecordedCase[];

  it('are normalised exactly if their recorded test case normalises to itself', () => {
    expect(cases.length).toBeGreaterThan(10_000);
    const wrong = cases.filter(
      ({ name, norm = name, error }) => name !== '' && isEnsName(name) !== (!error && norm === name),
    );
    expect(wrong).toEqual([]);
  });

  it('are normalised if they result from normalisation', () => {
    const normalised = cases.flatMap(({ norm, error }) => (norm && !error ? [norm] : []));
    expect(normalised.filter((name) => !isEnsName(name))).toEqual([]);
  });
});
