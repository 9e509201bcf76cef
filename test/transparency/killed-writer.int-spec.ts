import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parseCheckpoint } from '../../src/tlog/checkpoint.js';
import { rootOf } from '../../src/tlog/merkle-tree.js';
import { parseNote } from '../../src/tlog/signed-note.js';
import { auditLog } from '../../src/transparency/audit-log.js';
import { RemoteLog } from '../../src/transparency/fetch-log.js';
import { bounded } from '../bounded.js';
import { Prng } from '../simulation/prng.js';
import { TestLog } from './test-log.js';

const KILLS = bounded(2, 50);
const WRITER = fileURLToPath(new URL('./log-writer-process.js', import.meta.url));
const LONGEST_LIFE_MS = 400;

it(`${KILLS} writers killed at any time sign no two contradictory checkpoints`, async () => {
  const random = new Prng(50);
  const log = await TestLog.start();
  const seen = new Map<number, string>();
  const see = (note: string): void => {
    const { size, root } = parseCheckpoint(parseNote(note).text);
    expect(seen.get(size) ?? root.toString('hex')).toBe(root.toString('hex'));
    seen.set(size, root.toString('hex'));
  };
  const look = async (): Promise<void> => {
    const file = join(log.directory, 'log.checkpoint');
    // This checkpoint is signed, but perhaps not published yet.
    if (existsSync(file)) see(readFileSync(file, 'utf8'));
    const checkpoint = await log.reader.checkpoint();
    if (checkpoint) see(checkpoint.note);
  };
  try {
    let survivor: ChildProcess | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      const writer = fork(WRITER, [log.databaseUrl, log.directory, log.key.signer.name]);
      await once(writer, 'message');
      // Two writers at a time, so that one continues when the other is killed.
      const victim = survivor ?? writer;
      for (const end = Date.now() + random.between(0, LONGEST_LIFE_MS); Date.now() < end; await setTimeout(5))
        await look();
      const ended = once(victim, 'exit');
      victim.kill('SIGKILL');
      await ended;
      await look();
      survivor = writer === victim ? undefined : writer;
    }
    survivor?.kill('SIGKILL');
    await log.append([Buffer.from('the end')]);
    await look();
    const [nodes, size] = [log.reader.nodes(), await log.reader.size()];
    expect(size).toBeGreaterThan(KILLS);
    for (const [at, root] of seen)
      expect([at, (await rootOf(nodes, at)).toString('hex')]).toEqual([at, root]);
    expect((await auditLog(new RemoteLog(log.url), log.key.signer, undefined)).head.size).toBe(size);
    console.log(`${KILLS} kills, ${seen.size} checkpoints seen, ${size} entries`);
  } finally {
    await log.stop();
  }
}, 3_600_000);
