import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withNextVersion } from './next-version.js';
import { readBindings } from './read-bindings.js';

const FILE = readFileSync('definitions/bindings/demo/ofac-sanctions.yaml', 'utf8');
const MALLORY = '0x91ad4d951f02846c76f9091eeade60f2a1016831';
const IVAN = '0xe1ecebc52f65c6c7867bafb5101ef6d57278c4fa';
const OTHER = `0x${'c3'.repeat(20)}`;
const list = (...addresses: readonly { address: string; note?: string }[]) => ({
  ...{
    addresses,
    source: 'SDN.XML of 2026-12-01, sha256 ab',
    retrieved: '2026-12-02',
    validFrom: 25_000_300,
  },
});

/** Reads a registry as the service does, which checks form, sources, periods and digest. */
function read(text: string) {
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-registry-'));
  try {
    writeFileSync(join(directory, 'ofac-sanctions.yaml'), text);
    return readBindings([directory]).get('ofac-sanctions')!;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('the next version of a registry', () => {
  it('begins and ends entries, and changes nothing else', () => {
    const next = withNextVersion(
      FILE,
      list({ address: IVAN }, { address: OTHER, note: 'Some Body; CYBER2' }),
    );
    expect(next).toMatchObject({ version: '1.3.0', added: 2, ended: 1, kept: 0 });
    const before = read(FILE);
    const { versions, members, source } = read(next.text);
    expect(versions.slice(0, 3)).toEqual(before.versions);
    expect(versions[3]).toMatchObject({ version: '1.3.0', retrieved: '2026-12-02', validFrom: 25_000_300 });
    expect(members.get(MALLORY)).toEqual([
      { from: 25_000_100, until: 25_000_299, version: '1.1.0', removedBy: '1.3.0', fields: {} },
    ]);
    expect(members.get(IVAN)).toEqual([
      ...before.members.get(IVAN)!,
      { from: 25_000_300, version: '1.3.0', fields: {} },
    ]);
    expect(members.get(OTHER)).toEqual([{ from: 25_000_300, version: '1.3.0', fields: {} }]);
    expect(source).toContain('SDN.XML of 2026-12-01, sha256 ab (read 2026-12-02)');
    for (const line of FILE.split('\n').filter((one) => one.includes(IVAN) || one.startsWith('#')))
      expect(next.text).toContain(line);
  });

  it('may differ only in the day', () => {
    const next = withNextVersion(FILE, list({ address: MALLORY }));
    expect(next).toMatchObject({ added: 0, ended: 0, kept: 1 });
    expect(read(next.text).members).toEqual(read(FILE).members);
    expect(read(next.text).versions.at(-1)?.retrieved).toBe('2026-12-02');
  });

  it.each([
    ['counts no later than the last', { validFrom: 25_000_200 }, /must count from a later one/],
    ['was read before it', { retrieved: '2026-11-20' }, /which is later/],
  ])('is refused when it %s', (_, change, message) => {
    expect(() => withNextVersion(FILE, { ...list({ address: MALLORY }), ...change })).toThrow(message);
  });

  it('is refused for a registry with fields, because a list has no values for them', () => {
    const file = readFileSync('definitions/bindings/mixers.yaml', 'utf8');
    expect(() => withNextVersion(file, list({ address: OTHER }))).toThrow(/no registry of addresses alone/);
  });
});
