import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { decodeHeaderProof } from '../../src/domain/canonicity/header-proof.js';
import { encodeBundle } from '../../src/domain/chain/codec/bundle.js';
import { decodeHeader, encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { ArchiveFile } from '../../src/ingestion/archive/archive-file.js';
import { readBody } from '../../src/ingestion/archive/archived-block.js';
import { archivedProofs } from '../../src/ingestion/archive/archived-proofs.js';
import { ArchivedSource } from '../../src/ingestion/archive/archived-source.js';
import { archivesAt } from '../../src/ingestion/archive/archives-at.js';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import { published } from '../../src/verifier/published.js';
import { bodyOf, era1Of, ereOf, slimReceiptsOf } from '../builder/archive-writer.js';
import { provenHeaders } from './proven-headers.js';
import { wholeBlocks } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const { forks, roots } = published();
const ERA1 = join(data, 'era1', 'mainnet-00000-5ec1ffb8.era1');
const directory = mkdtempSync(join(tmpdir(), 'archives-'));

/** Mainnet blocks, verified as recorded from nodes without traces. */
function mainnet(): Map<number, VerifiedBlock> {
  return new Map(
    wholeBlocks(data)
      .filter(({ receipts, block }) => receipts !== undefined && typeof block.transactions[0] !== 'string')
      .map(({ block, receipts }) => {
        const ommers = (block.uncles as unknown[]).length === 0 ? { ommers: [] } : {};
        const verified = verifyBlock({ block, receipts, ...ommers } as never, { schedule: forks! });
        return [verified.header.number, verified] as const;
      }),
  );
}

function written(name: string, bytes: Buffer): ArchiveFile {
  const file = join(directory, name);
  writeFileSync(file, bytes);
  return ArchiveFile.open(file);
}

const blockOf = (file: ArchiveFile, number: number) => new ArchivedSource(file, forks!).block(number);

recorded('an archive (skipped where SHARED_DIR holds no recorded blocks)', () => {
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const blocks = mainnet();
  const consecutive = (first: number) => [blocks.get(first)!, blocks.get(first + 1)!];

  it('has bodies and receipts in the published form', () => {
    for (const number of [14_764_013, 15_537_393, 17_034_869, 19_426_587, 22_431_084]) {
      const text = readFileSync(join(data, 'canonical', 'block_data', `block-data-${number}.yaml`), 'utf8');
      const part = (name: string) => Buffer.from(new RegExp(`^${name}: 0x(.*)$`, 'm').exec(text)![1]!, 'hex');
      // The ommer of one block was not recorded.
      const ommers = readBody(part('body')).ommers.map(decodeHeader);
      const block = { ...blocks.get(number)!, ommers };
      expect(encodeHeader(block.header).equals(part('header'))).toBe(true);
      expect(bodyOf(block).equals(part('body'))).toBe(true);
      expect(slimReceiptsOf(block).equals(part('receipts'))).toBe(true);
    }
  });

  it('yields the blocks of a node, byte for byte, for every recorded fork', async () => {
    const files = [...blocks.values()]
      .filter(({ ommers }) => ommers !== undefined)
      .map((block) => written(`mainnet-${block.header.number}.ere`, ereOf([block])));
    expect(files.length).toBeGreaterThan(12);
    for (const file of files) {
      const number = file.range.fromBlock;
      const expected = encodeBundle(blocks.get(number)!);
      expect(encodeBundle(await blockOf(file, number)).equals(expected)).toBe(true);
    }
    for (const first of [1_755_634, 15_537_393]) {
      const before = consecutive(first).filter(({ header }) => header.difficulty > 0n);
      const file = written(`mainnet-${first}.era1`, era1Of(before, 0n));
      for (const block of before)
        expect(encodeBundle(await blockOf(file, block.header.number)).equals(encodeBundle(block))).toBe(true);
    }
  });

  it('has proofs that lead to the accumulator of EIP-7643, in a recorded file', async () => {
    const file = ArchiveFile.open(ERA1);
    expect(file.range).toEqual({ fromBlock: 0, toBlock: 8_191 });
    const proofs = archivedProofs(file, roots!);
    expect(proofs).toHaveLength(8_192);
    const some = await Promise.all([0, 1, 46, 4_095, 8_191].map((number) => blockOf(file, number)));
    expect(some.map(({ header }) => header.number)).toEqual([0, 1, 46, 4_095, 8_191]);
    expect(blocks.get(1)!.hash).toEqual(some[1]!.hash);
    expect(() => archivedProofs(file, { ...roots!, epochs: roots!.epochs.slice(1) })).toThrow(
      /block 0 is not shown to be Ethereum's.*Take the file from elsewhere/,
    );
  });

  it('is written like the recorded file: entries, their content, and the offsets of its index', () => {
    const bytes = readFileSync(ERA1);
    const entries = entriesOf(bytes);
    const index = entries.at(-1)!;
    const offsets = entries.filter(({ type }) => type === 0x03).map(({ at }) => at - index.at);
    const stated = Array.from({ length: 8_192 }, (_, at) => Number(index.data.readBigInt64LE(8 + at * 8)));
    expect(stated).toEqual(offsets);
    expect([index.type, index.data.readBigInt64LE(0), index.data.readBigInt64LE(8 + 8_192 * 8)]).toEqual([
      0x3266,
      0n,
      8_192n,
    ]);
  });

  it('keeps the proofs of its headers, and is refused with one of them changed', () => {
    const headers = provenHeaders();
    const pairs = [15_537_393, 17_034_869, 19_426_586].map((first) => ({
      first,
      proofs: [first, first + 1].map((number) => headers.find((one) => one.number === number)!.proof),
    }));
    for (const { first, proofs } of pairs) {
      const file = written(`proven-${first}.ere`, ereOf(consecutive(first), proofs));
      expect(archivedProofs(file, roots!).map(({ proof }) => proof)).toEqual(proofs);
      const changed = Buffer.from(proofs[1]!);
      changed[changed.length - 40]! ^= 1;
      const bad = written(`changed-${first}.ere`, ereOf(consecutive(first), [proofs[0]!, changed]));
      expect(() => archivedProofs(bad, roots!)).toThrow(`block ${first + 1} is not shown to be Ethereum's`);
    }
    expect(
      new Set(pairs.flatMap(({ proofs }) => proofs.map((proof) => decodeHeaderProof(proof).type))),
    ).toEqual(new Set([0, 1, 2, 3]));
  });

  it('yields no proof of a header whose root is not known, since it could be anything', () => {
    const [before, after] = consecutive(17_034_869);
    const proofs = [before!, after!].map(
      ({ header }) => provenHeaders().find(({ number }) => number === header.number)!.proof,
    );
    const file = written('unknown.ere', ereOf([before!, after!], proofs));
    expect(archivedProofs(file, roots!)).toHaveLength(2);
    expect(archivedProofs(file, { ...roots!, eras: new Map() })).toEqual([]);
  });

  it('is refused if a byte changed, and never yields another block', async () => {
    const [block] = consecutive(15_537_393);
    const bytes = ereOf([block!]);
    const expected = encodeBundle(block!);
    const accepted: number[] = [];
    for (let at = 0; at < bytes.length; at += 3) {
      const other = Buffer.from(bytes);
      other[at]! ^= 1 << (at % 8);
      try {
        const file = written('other.ere', other);
        const found = await blockOf(file, block!.header.number);
        file.close();
        if (!encodeBundle(found).equals(expected)) expect([at, 'another block']).toBe('refused');
        accepted.push(at);
      } catch (error) {
        expect((error as Error).name).toMatch(/^(BadArchive|BlockRefused|MalformedField)$/);
      }
    }
    // Bytes without meaning (of the index, and reserved ones), and bytes that decompress to the same.
    expect(accepted.length).toBeLessThan(bytes.length / 3 / 10);
  });

  it('is refused if it is truncated, another file, or without receipts', () => {
    const bytes = ereOf(consecutive(17_034_869));
    for (const length of [0, 7, 8, 100, bytes.length - 9, bytes.length - 1])
      expect(() => {
        const file = written('cut.ere', bytes.subarray(0, length));
        new ArchivedSource(file, forks!);
      }).toThrow(expect.objectContaining({ name: 'BadArchive' }));
    expect(() => written('text.ere', Buffer.from('{"not":"an archive"}'))).toThrow('is no e2store file');
    expect(() => archivesAt(join(data, 'canonical'))).toThrow('has no .ere or .era1 file');
    const swapped = written('swapped.ere', ereOf(consecutive(17_034_869).toReversed()));
    expect(() => archivedProofs(swapped, roots!)).toThrow('does not follow the one before it');
  });
});

interface Entry {
  readonly type: number;
  readonly at: number;
  readonly data: Buffer;
}

function entriesOf(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32LE(at + 2);
    entries.push({ type: bytes.readUInt16LE(at), at, data: bytes.subarray(at + 8, end) });
    at = end;
  }
  return entries;
}
