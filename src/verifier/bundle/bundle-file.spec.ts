import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyBundle } from '../verify-bundle.js';
import { readBundleFile } from './bundle-file.js';
import { LONGEST_BUNDLE } from './read-bundle.js';

describe('what is no bundle', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-no-bundle-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const refusal = (text: string) => verifyBundle(text);
  const written = (text: string): string => {
    const file = join(directory, 'bundle.json');
    writeFileSync(file, text);
    return readBundleFile(file);
  };
  const TOO_LONG = { outcome: 'no bundle', reason: `the text is longer than ${LONGEST_BUNDLE} bytes` };

  it('is read only until it is too long, even if it never ends', async () => {
    const text = readBundleFile('/dev/zero');
    expect(text.length).toBeLessThan(LONGEST_BUNDLE + (2 << 20));
    expect(await refusal(text)).toEqual(TOO_LONG);
  });

  it('is read from a pipe only until it is too long', async () => {
    const pipe = join(directory, 'pipe');
    execFileSync('sh', ['-c', `mkfifo ${pipe}`]);
    const writer = spawn('sh', ['-c', `yes > ${pipe}`], { stdio: 'ignore' });
    try {
      expect(await refusal(readBundleFile(pipe))).toEqual(TOO_LONG);
    } finally {
      writer.kill();
    }
  });

  it.each([
    ['lists in lists', '['.repeat(1_000_000), 'the text is nested deeper than 64 levels'],
    [
      'objects in objects',
      `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`,
      'the text is nested deeper than 64 levels',
    ],
    ['very many values', `[${'1,'.repeat(4_000_000)}1]`, 'the text holds more than 131072 values'],
    [
      'brackets in a text',
      `"${'['.repeat(1_000)}"`,
      'the bundle: Invalid input: expected object, received string',
    ],
    [
      'an escaped quote before brackets',
      `"\\"${'['.repeat(1_000)}"`,
      'the bundle: Invalid input: expected object, received string',
    ],
    [
      'a whole answer of the service',
      '{"data":{"bundle":"{}\\n"},"meta":{}}',
      'the text is a whole answer of the service: save the text in its data.bundle as it is, which the answers of proof/bundle and call/bundle have',
    ],
    ['bytes of no text', '\u00ff\u00fe', 'the text is no JSON'],
  ])('is refused: %s', async (_what, text, reason) => {
    expect(await refusal(written(text))).toEqual({ outcome: 'no bundle', reason });
  });
});
