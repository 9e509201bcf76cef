import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import { packProof } from './packed-proof.js';

const SUBJECT = 'ab'.repeat(20);
const OBJECT = '0123456789'.repeat(4);
const HASH = 'f00d'.repeat(16);
const ORPHAN = 'dead'.repeat(16);
const EVENTS = new Map([
  [HASH, 7],
  [ORPHAN, 2 ** 39 + 1],
]);
const PROOF = {
  attributeId: 'asset:erc20',
  dependencyProofRefs: [`sha256:${HASH}`],
  factResults: [{ evidence: [`log:1:0x${HASH}:54:1`], id: 'single', observed: '0x00' }],
  object: `0x${OBJECT}`,
  referenceBlock: 25000182,
  sourceEvidenceRefs: [`log:1:0x${HASH}:54:1`, `frame:1:0x${'9'.repeat(64)}:0:00000000000a`],
  subject: `0x${SUBJECT}`,
  value: 'Vitalik Buterin',
};

/** Parts of texts that come close to every rule of packing. */
const PART = fc.oneof(
  fc.constantFrom('"', ',', ':', '[', ']', '{', '}', 'x', '0x', '\\', '"value":', '0', '00', '00000000'),
  fc.constantFrom(
    SUBJECT,
    OBJECT,
    HASH,
    ORPHAN,
    `${HASH}0`,
    `:${HASH}"`,
    '"Name of One"',
    '12345678',
    '1234567',
    'deadbeef1',
  ),
  fc.stringMatching(/^[0-9a-f]{1,140}$/),
  fc.stringMatching(/^[0-9]{1,20}$/),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
);
const TEXT = fc
  .array(PART, { minLength: 1, maxLength: 60 })
  .map((parts) => parts.join(''))
  .filter((text) => text !== '');

describe('a packed proof', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    client = new Client(database.url);
    await client.connect();
    await client.query(
      `INSERT INTO chain_event (position, kind, block_number, block_hash, chain_digest)
       SELECT position, 'BlockAppended', 1, decode(hash, 'hex'), sha256('') FROM unnest($1::text[], $2::int8[]) event (hash, position)`,
      [[...EVENTS.keys()], [...EVENTS.values()]],
    );
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function unpacked(text: string, object = OBJECT, events = EVENTS): Promise<string | undefined> {
    const packed = packProof(text, SUBJECT, object, events);
    if (!packed) return undefined;
    const { rows } = await client.query<{ text: string }>(
      "SELECT unpack_proof($1, $2, decode($3, 'hex'), decode($4, 'hex')) AS text",
      [packed.template, packed.values, SUBJECT, object],
    );
    return rows[0]!.text;
  }

  it('has the values of another proof in the template of the same form, at a tenth of the size', async () => {
    const text = canonicalJson(PROOF);
    const other = canonicalJson({ ...PROOF, referenceBlock: 7, value: 'another', subject: `0x${OBJECT}` });
    expect(packProof(text, SUBJECT, OBJECT, EVENTS)!.template).toBe(
      packProof(other, SUBJECT, OBJECT, EVENTS)!.template,
    );
    expect(packProof(text, SUBJECT, OBJECT, EVENTS)!.values.length).toBeLessThan(140);
    expect(await unpacked(text)).toBe(text);
    expect(await unpacked(other, '')).toBe(other);
  });

  it('is unpacked to exactly its text, whatever that is', async () => {
    await fc.assert(
      fc.asyncProperty(TEXT, fc.constantFrom(OBJECT, ''), async (text, object) => {
        expect(await unpacked(text, object)).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  it('has the position of an event in place of the hash of its block', async () => {
    const text = canonicalJson(PROOF);
    const [packed, without] = [EVENTS, new Map<string, number>()].map(
      (events) => packProof(text, SUBJECT, OBJECT, events)!,
    );
    expect(packed!.template).toBe(without!.template);
    expect(without!.values.length - packed!.values.length).toBe(33 - 6);
    expect(await unpacked(text, OBJECT, new Map())).toBe(text);
    await expect(unpacked(text, OBJECT, new Map([[HASH, 8]]))).rejects.toThrow('query returned no rows');
  });

  it('has more values than can be referred to', async () => {
    const hashes = Array.from({ length: 90 }, (_, at) => `0x${String(at).padStart(64, 'a')}`);
    const text = canonicalJson([...hashes, ...hashes]);
    expect(await unpacked(text)).toBe(text);
  });

  it('is none where the text is long, or has the placeholder', () => {
    expect(packProof('x'.repeat(20_000), SUBJECT, OBJECT, EVENTS)).toBeUndefined();
    expect(packProof('a\x1fb', SUBJECT, OBJECT, EVENTS)).toBeUndefined();
  });
});
