import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { parseCheckpoint } from '../../src/tlog/checkpoint.js';
import { checkpointOver, logProofText, parseLogProof } from '../../src/tlog/log-proof.js';
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  nodesOf,
  rootOf,
  verifyConsistency,
} from '../../src/tlog/merkle-tree.js';
import { requireSignature } from '../../src/tlog/note-key.js';
import { parseNote } from '../../src/tlog/signed-note.js';
import { appendEntries } from '../../src/transparency/append-entries.js';
import { LogReader } from '../../src/transparency/log.reader.js';
import { LogKey } from '../../src/transparency/log-key.js';
import { LogWriter } from '../../src/transparency/log-writer.js';
import { LogWouldFork, signCheckpoint } from '../../src/transparency/sign-checkpoint.js';
import { until } from '../e2e/fixture/command.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { Prng } from '../simulation/prng.js';

const ORIGIN = 'example.com/log';
const random = new Prng(3);
let database: TestDatabase;
let pool: Pool;
let directory: string;
let key: LogKey;
const entries: Buffer[] = [];

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  directory = mkdtempSync(join(tmpdir(), 'chainproof-log-'));
  key = LogKey.at(directory, ORIGIN);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
  if (directory) rmSync(directory, { recursive: true });
});

async function append(count: number): Promise<void> {
  const some = Array.from({ length: count }, (_, at) => Buffer.from(`entry ${entries.length + at}`));
  expect(await inTransaction(pool, (tx) => appendEntries(tx, some))).toBe(entries.length);
  entries.push(...some);
}

/** A writer of a process that may write. */
const writerOf = (on: Pool, warnings: string[], mayWrite = () => true, onSigned = (_: number) => {}) =>
  new LogWriter(on, key, mayWrite, { onRefusal: (why) => warnings.push(why), onSigned });

/** Gives the key as it is where `log.checkpoint` is lost. */
async function withoutMemory(use: (forgetful: LogKey) => Promise<unknown>): Promise<void> {
  const other = mkdtempSync(join(tmpdir(), 'chainproof-log-'));
  try {
    copyFileSync(join(directory, 'log.key'), join(other, 'log.key'));
    await use(LogKey.at(other, ORIGIN));
  } finally {
    rmSync(other, { recursive: true });
  }
}

describe('a transparency log', () => {
  it('signs committed entries, and every checkpoint is consistent with the one before', async () => {
    const log = new LogReader(pool);
    let before = { size: 0, root: await rootOf(log.nodes(), 0) };
    for (const count of [1, 1, 254, 1, 300, ...Array.from({ length: 12 }, () => random.between(1, 90))]) {
      await append(count);
      const { note, ...head } = await signCheckpoint(pool, key);
      requireSignature(parseNote(note), key.signer);
      expect(parseCheckpoint(parseNote(note).text)).toEqual({ origin: ORIGIN, ...head });
      const naive = nodesOf(entries.map(leafHash));
      expect(head).toEqual({ size: entries.length, root: await rootOf(naive, entries.length) });
      verifyConsistency(before, head, await consistencyProof(log.nodes(), before.size, head.size));
      before = head;
    }
    expect(await signCheckpoint(pool, key)).toEqual(await log.checkpoint());
  });

  it('proves each of its entries', async () => {
    const log = new LogReader(pool);
    const { size, note } = (await log.checkpoint())!;
    for (let index = 0; index < size; index += 17) {
      const hashes = await inclusionProof(log.nodes(), index, size);
      const proof = parseLogProof(logProofText({ index, hashes, checkpoint: note }));
      expect(checkpointOver(proof, (await log.entries(index, 1))[0]!).size).toBe(size);
    }
  });

  it('appends the entries of many writers in sequence', async () => {
    const writers = Array.from({ length: 12 }, async (_, at) => {
      const some = Array.from({ length: 30 }, (__, one) => Buffer.from(`writer ${at} entry ${one}`));
      return inTransaction(pool, (tx) => appendEntries(tx, some));
    });
    const firsts = (await Promise.all(writers)).sort((one, other) => one - other);
    expect(firsts).toEqual(firsts.map((_, at) => entries.length + at * 30));
    entries.push(...(await new LogReader(pool).entries(entries.length, 1_000)));
    const { size, root } = await signCheckpoint(pool, key);
    expect(size).toBe(entries.length);
    expect(root).toEqual(await rootOf(nodesOf(entries.map(leafHash)), size));
  });

  it('signs nothing once a signed entry was changed', async () => {
    const { rows } = await pool.query('SELECT hashes FROM log_tile WHERE level = 1 AND index = 0');
    const altered = Buffer.from(rows[0].hashes);
    altered[5]! ^= 1;
    await append(1);
    await pool.query('UPDATE log_tile SET hashes = $1 WHERE level = 1 AND index = 0', [altered]);
    await expect(signCheckpoint(pool, key)).rejects.toThrow(LogWouldFork);
    await withoutMemory(async (forgetful) => {
      await expect(signCheckpoint(pool, forgetful)).rejects.toThrow(LogWouldFork);
      expect(forgetful.lastSigned()).toBeUndefined();
    });
    await pool.query('UPDATE log_tile SET hashes = $1 WHERE level = 1 AND index = 0', [rows[0].hashes]);
    await signCheckpoint(pool, key);
  });

  it('signs nothing if the database lacks entries of its own newest checkpoint, and log.checkpoint is lost', async () => {
    await pool.query('UPDATE log_head SET size = size - 1');
    await withoutMemory((forgetful) =>
      expect(signCheckpoint(pool, forgetful)).rejects.toThrow(/restore the newer database/),
    );
    await pool.query('UPDATE log_head SET size = size + 1');
  });

  it('signs nothing over a database that lacks signed entries', async () => {
    const older = await createDatabase({ migrated: true });
    const restored = createPool(older.url);
    try {
      await inTransaction(restored, (tx) => appendEntries(tx, entries.slice(0, 300)));
      await expect(signCheckpoint(restored, key)).rejects.toThrow(/restore the newer database/);
      const warnings: string[] = [];
      const writer = writerOf(restored, warnings);
      writer.start();
      await until(() => warnings.length > 0, 'the writer to refuse');
      expect(warnings).toEqual([expect.stringMatching(/restore the newer database/)]);
      expect(await new LogReader(restored).checkpoint()).toBeUndefined();
      // It signs nothing even with as many entries again, if they differ.
      const others = entries.slice(300).map((entry) => Buffer.concat([entry, Buffer.from('!')]));
      await inTransaction(restored, (tx) => appendEntries(tx, [...others, ...others]));
      await until(() => warnings.length > 1, 'the writer to refuse once more');
      await writer.stop();
      expect(warnings[1]).toMatch(/are not those that were signed/);
      expect(await new LogReader(restored).checkpoint()).toBeUndefined();
    } finally {
      await restored.end();
      await older.drop();
    }
  });

  it('is signed again once an older database has all signed entries', async () => {
    const older = await createDatabase({ migrated: true });
    const restored = createPool(older.url);
    const warnings: string[] = [];
    const writer = writerOf(restored, warnings);
    try {
      writer.start();
      await until(() => warnings.length > 0, 'the writer to refuse');
      await inTransaction(restored, (tx) => appendEntries(tx, entries));
      const log = new LogReader(restored);
      await until(async () => (await log.checkpoint())?.size === entries.length, 'the log to be signed');
      expect(warnings).toHaveLength(1);
    } finally {
      await writer.stop();
      await restored.end();
      await older.drop();
    }
  });

  it('is neither written nor signed by a process that does not write, until it does', async () => {
    await append(1);
    const log = new LogReader(pool);
    const signedBefore = (await log.checkpoint())!.size;
    const [warnings, signed]: [string[], number[]] = [[], []];
    let isWriter = false;
    const writer = writerOf(
      pool,
      warnings,
      () => isWriter,
      (size) => signed.push(size),
    );
    await writer.write();
    expect([(await log.checkpoint())!.size, signed]).toEqual([signedBefore, []]);
    isWriter = true;
    await writer.write();
    expect([(await log.checkpoint())!.size, signed]).toEqual([signedBefore + 1, [signedBefore + 1]]);
  });

  it('is neither written nor signed by a process of an older version, though it still writes', async () => {
    await append(1);
    const before = await new LogReader(pool).checkpoint();
    await pool.query("INSERT INTO migration (timestamp, name) VALUES (1, 'Newer1')");
    try {
      await expect(writerOf(pool, []).write()).rejects.toThrow(/of a newer version, with Newer1/);
      await expect(signCheckpoint(pool, key)).rejects.toThrow(/of a newer version/);
      expect(await new LogReader(pool).checkpoint()).toEqual(before);
    } finally {
      await pool.query("DELETE FROM migration WHERE name = 'Newer1'");
    }
    await signCheckpoint(pool, key);
  });

  it('is signed by several processes with one key, each of which knows what the others signed', async () => {
    const other = mkdtempSync(join(tmpdir(), 'chainproof-log-'));
    try {
      const stranger = LogKey.at(other, ORIGIN);
      await append(1);
      await expect(signCheckpoint(pool, stranger)).rejects.toThrow(
        /is signed by another key: log.key must be/,
      );
    } finally {
      rmSync(other, { recursive: true });
    }
    await withoutMemory(async (second) => {
      expect(second.lastSigned()).toBeUndefined();
      const { size } = await signCheckpoint(pool, key);
      await signCheckpoint(pool, second);
      expect(second.lastSigned()!.size).toBe(size);
    });
  });

  it('changes its key while the old one signs too, and drops the old one once the new one has signed', async () => {
    const older = key.signer;
    LogKey.rotate(directory);
    const both = LogKey.at(directory, ORIGIN);
    expect(both.signers).toHaveLength(2);
    expect(() => LogKey.finish(directory)).toThrow(/has signed nothing yet/);
    const before = await signCheckpoint(pool, key);
    const { note, size } = await signCheckpoint(pool, both);
    expect(size).toBe(before.size);
    for (const signer of [older, both.signer]) requireSignature(parseNote(note), signer);
    expect(await new LogReader(pool).checkpoint()).toMatchObject({ note });
    LogKey.finish(directory);
    const alone = LogKey.at(directory, ORIGIN);
    expect(alone.signers.map(({ id }) => id)).toEqual([both.signer.id]);
    await append(1);
    const last = parseNote((await signCheckpoint(pool, alone)).note);
    requireSignature(last, alone.signer);
    expect(() => requireSignature(last, older)).toThrow(/no signature/);
    key = alone;
  });

  it('is begun anew under another name as docs/operating.md says', async () => {
    const [sql] = /TRUNCATE log_entry[^`]*/.exec(readFileSync('docs/operating.md', 'utf8'))!;
    const other = mkdtempSync(join(tmpdir(), 'chainproof-log-'));
    try {
      await pool.query(sql!);
      entries.length = 0;
      const stranger = LogKey.at(other, 'example.com/second-log');
      expect(await new LogReader(pool).progress()).toEqual({
        ...{ entries: 0, signed: 0, signedAt: null, lastBlock: null },
      });
      await append(300);
      expect(parseCheckpoint(parseNote((await signCheckpoint(pool, stranger)).note).text)).toMatchObject({
        origin: 'example.com/second-log',
        size: 300,
      });
      expect(await new LogReader(pool).progress()).toMatchObject({
        ...{ entries: 300, signed: 300, signedAt: expect.stringMatching(/^20\S+Z$/) },
      });
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('keeps its key, and does not accept that of another log', () => {
    expect(LogKey.at(directory, ORIGIN).signer.id).toEqual(key.signer.id);
    expect(() => LogKey.at(directory, 'example.com/other')).toThrow(/is the key of the log example.com\/log/);
  });
});
