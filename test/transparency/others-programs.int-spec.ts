import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parsePolicy } from '../../src/tlog/log-policy.js';
import { logProofText } from '../../src/tlog/log-proof.js';
import { inclusionProof } from '../../src/tlog/merkle-tree.js';
import { AuditFailed, auditLog } from '../../src/transparency/audit-log.js';
import { cosignCheckpoint } from '../../src/transparency/cosign-checkpoint.js';
import { RemoteLog } from '../../src/transparency/fetch-log.js';
import { LogReader } from '../../src/transparency/log.reader.js';
import { bounded } from '../bounded.js';
import { GoProgram, isGoHere } from './go-program.js';
import { TestLog } from './test-log.js';
import { WitnessServer } from './witness-server.js';

const LEAVES = bounded(2_000, 100_000);
const entries = Array.from({ length: LEAVES }, (_, at) =>
  Buffer.from(`entry ${at} of a log that others read`),
);
const OTHER = Buffer.from('an entry of nobody');

const withGo = bounded(isGoHere(), true) ? describe : describe.skip;

withGo(`a log of ${LEAVES} leaves, read by tessera and sumdb (skipped without Go and its modules)`, () => {
  let go: GoProgram;
  let log: TestLog;
  let directory: string;
  let state: string;
  let remembered: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-go-'));
    state = join(directory, 'state');
    go = await GoProgram.build(directory, bounded(false, true));
    log = await TestLog.start();
  });
  afterAll(async () => {
    await log?.stop();
    rmSync(directory, { recursive: true });
  });

  const goAudit = (of: TestLog) => go.run('log', of.url, log.verifierKey, state);
  /** The fault that our own audit finds. */
  const ownAudit = async (of: TestLog, isWhole = false): Promise<string> => {
    try {
      await auditLog(new RemoteLog(of.url), log.key.signer, remembered, isWhole);
      return 'consistent';
    } catch (error) {
      if (error instanceof AuditFailed) return error.fault;
      throw error;
    }
  };

  it('is complete, and consistent with its earlier state', async () => {
    const half = Math.floor(LEAVES / 2) + 3;
    await log.append(entries.slice(0, half));
    expect(await goAudit(log)).toContain(`fsck: all ${half} leaves`);
    remembered = (await auditLog(new RemoteLog(log.url), log.key.signer, undefined)).note;
    await log.append(entries.slice(half));
    const told = await goAudit(log);
    console.log(told);
    expect(told.split('\n')).toEqual([
      expect.stringMatching(`^note: checkpoint over ${LEAVES} leaves`),
      `client: consistent with the ${half} leaves of the run before`,
      expect.stringMatching(/^client: 5\d leaves proven to be included$/),
      `fsck: all ${LEAVES} leaves and all tiles are those of the root`,
      '',
    ]);
    const audited = await auditLog(new RemoteLog(log.url), log.key.signer, remembered);
    expect([audited.known, audited.head.size]).toEqual([half, LEAVES]);
    remembered = audited.note;
    expect(await ownAudit(log, true)).toBe('consistent');
  });

  it('proves an entry by a file that other programs can check', async () => {
    const reader = new LogReader(log.pool);
    const { size, note } = (await reader.checkpoint())!;
    const [proof, entry] = [join(directory, 'entry.tlog-proof'), join(directory, 'entry')];
    const hashes = await inclusionProof(reader.nodes(), 77, size);
    writeFileSync(proof, logProofText({ index: 77, hashes, checkpoint: note }));
    writeFileSync(entry, entries[77]!);
    expect(await go.run('proof', log.verifierKey, proof, entry)).toBe(
      `merkle: leaf 77 is included in the ${LEAVES} leaves of example.com/log\n`,
    );
    writeFileSync(entry, entries[78]!);
    expect(await go.run('proof', log.verifierKey, proof, entry)).toMatch(/^FAILED merkle/);
  });

  it('is cosigned in the form that other programs read', async () => {
    const witness = await WitnessServer.start('w1.example', log.key.signer);
    try {
      const policy = parsePolicy(`log ${log.verifierKey}\n${witness.line('one')}quorum one\n`);
      expect(await cosignCheckpoint(log.pool, policy)).toMatchObject({ size: LEAVES, lack: undefined });
      const file = join(directory, 'checkpoint');
      writeFileSync(file, await new RemoteLog(log.url).checkpoint());
      expect(await go.run('cosigned', log.verifierKey, witness.verifierKey, file)).toBe(
        'note: signed by example.com/log, cosigned by w1.example\n',
      );
    } finally {
      await witness.stop();
    }
  });

  it('is caught if a leaf was rewritten or removed', async () => {
    const at = LEAVES - 5;
    await log.pool.query('UPDATE log_entry SET entry = $2 WHERE index = $1', [at, OTHER]);
    expect(await goAudit(log)).toMatch(/\nFAILED fsck: /);
    expect(await ownAudit(log, true)).toBe('content');
    await log.pool.query('DELETE FROM log_entry WHERE index = $1', [at]);
    expect(await goAudit(log)).toMatch(/\nFAILED fsck: panic/);
    expect(await ownAudit(log, true)).toBe('content');
    await log.pool.query('INSERT INTO log_entry VALUES ($1, $2)', [at, entries[at]]);
    expect(await ownAudit(log, true)).toBe('consistent');
  });

  it('is caught if it signs another tree: smaller, of the same size, larger', async () => {
    const witness = await WitnessServer.start('w2.example', log.key.signer);
    // With the key one can sign a log without leaf 7, knowing nothing of what was signed before.
    const twin = await TestLog.start(log);
    try {
      const policy = parsePolicy(`log ${log.verifierKey}\n${witness.line('two')}quorum two\n`);
      await cosignCheckpoint(log.pool, policy);
      const asWitness = async () => (await cosignCheckpoint(twin.pool, policy))!.refusals.get('w2.example');
      await twin.append(entries.filter((_, at) => at !== 7));
      expect(await goAudit(twin)).toMatch(/\nFAILED monitor: the tree has \d+ leaves, and had/);
      expect(await ownAudit(twin)).toBe('smaller');
      expect(await asWitness()).toMatch(/was an older database restored/);
      await twin.append([OTHER]);
      expect(await goAudit(twin)).toMatch(/\nFAILED monitor: two checkpoints over/);
      expect(await ownAudit(twin)).toBe('fork');
      expect(await asWitness()).toBe('it has cosigned another tree of this size');
      await twin.append([OTHER]);
      expect(await goAudit(twin)).toMatch(/\nFAILED client: log consistency check failed/);
      expect(await ownAudit(twin)).toBe('fork');
      expect(await asWitness()).toBe('the checkpoint does not continue the one that it has cosigned');
    } finally {
      await twin.stop();
      await witness.stop();
    }
  });

  it('is caught with a signature that is not its own', async () => {
    const stranger = await TestLog.start();
    try {
      await stranger.append(entries);
      expect(await goAudit(stranger)).toMatch(/^FAILED note: /);
      expect(await ownAudit(stranger)).toBe('signature');
    } finally {
      await stranger.stop();
    }
  });
});
