import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExportedProof } from '../../src/bundle/proof-exporter.js';
import { proofReport } from '../../src/cli/proof/report/proof-report.js';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { bounded } from '../bounded.js';
import { changeByte } from '../builder/changed-byte.js';
import { isRight, levelOf } from '../fixture/right-level.js';
import { withFittingDigests, withFittingHashes } from '../forger/refit.js';
import { Prng } from '../simulation/prng.js';
import { exportedProofs } from './fixture/exported-proofs.js';
import { useDemo } from './fixture/use-demo.js';

const VERIFY = join(process.cwd(), 'dist', 'src', 'verify.js');
const BUNDLES = bounded(120, 1_000);
const CHANGES = bounded(400, 10_000);
const FORGERIES = bounded(120, 3_000);

/** Without known rules, so that what is attested does not depend on the release. */
const FORKS = { ...published(), rules: new Map() };

/**
 * Parts that a forger with recomputed digests may still change, since only the service attests them: how far it searched, since when
 * claims held, results of its code analysis, frames from a node's trace, and what the log signed, as the verifier has no key of it.
 */
const ATTESTED =
  /^(block|statements\..*\.(rangeStart|intervalStart|last|selectors|fingerprint)|attested\.frame:.*\.to|log\.proof)$/;

describe('proof bundles of the demo chain', () => {
  const demo = useDemo();
  let exported: ExportedProof[];
  let directory: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-bundles-'));
    const pool = createPool(demo.databaseUrl);
    exported = await exportedProofs(pool, [demo.nodeUrl], BUNDLES).finally(() => pool.end());
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const bundles = () => exported.map(({ text }) => text);

  it(`are ${BUNDLES}, of every definition with a claim, and verify from their text alone`, async () => {
    expect(exported).toHaveLength(BUNDLES);
    for (const text of bundles()) expect((await verifyBundle(text, FORKS)).outcome).toBe('verified');
    const ids = new Set(
      exported.map(({ verification: { bundle } }) => bundle.proofs[bundle.proof]!.attributeId),
    );
    expect(ids.size).toBe(readDefinitions(true).catalog.definitions.length);
  });

  it('show logs, transactions and headers by inclusion, and state if the node proves it, and list what is only attested', () => {
    const supports = new Set(
      exported.flatMap(({ verification }) =>
        [...verification.supports].map(([ref, support]) => `${ref.split(':')[0]} ${support}`),
      ),
    );
    expect([...supports].sort()).toEqual([
      'binding registry',
      'code merkle',
      'code node',
      'delegation executed',
      'frame merkle',
      'frame node',
      'header merkle',
      'log merkle',
      'slot merkle',
      'tx merkle',
      'view executed',
    ]);
  });

  it(`are refused at the right level when one byte changes, in ${CHANGES} trials`, async () => {
    const random = new Prng(2026);
    const found = new Map<string, number>();
    for (let round = 0; round < CHANGES; round++) {
      const changed = changeByte(random.pick(bundles()), random);
      const verification = await verifyBundle(changed.text, FORKS);
      const level = levelOf(verification);
      if (!isRight(changed, level))
        expect([changed.path, changed.at, level]).toBe('refused at the right level');
      found.set(`V${level}`, (found.get(`V${level}`) ?? 0) + 1);
    }
    // Changes were refused at every level.
    for (const level of ['V0', 'V1', 'V2', 'V3', 'V4'])
      expect(found.get(level)).toBeGreaterThan(CHANGES / 200);
  });

  it('are refused even if all digests are forged to fit, unless the change is in what is attested', async () => {
    const random = new Prng(2027);
    let forged = 0;
    for (let round = 0; round < FORGERIES; round++) {
      const text = random.pick(bundles());
      const changed = changeByte(text, random);
      const fitted = withFittingDigests(changed.text);
      if (fitted === undefined || fitted === text) continue;
      forged++;
      const verification = await verifyBundle(fitted, FORKS);
      if (verification.outcome === 'verified') expect(changed.path.join('.')).toMatch(ATTESTED);
    }
    expect(forged).toBeGreaterThan(FORGERIES / 3);
  });

  it('are refused if rewritten for another address with fitting hashes and digests', async () => {
    const other = `0x${'5a'.repeat(20)}`;
    let forged = 0;
    for (const { text, verification } of exported) {
      const { bundle } = verification;
      const { subject } = bundle.proofs[bundle.proof]!;
      // A forger can make up whatever a node or registry attests.
      if ([...verification.supports.values()].some((by) => by !== 'merkle' && by !== 'executed')) continue;
      const found = await verifyBundle(withFittingHashes(text.replaceAll(subject, other)), FORKS);
      const level = levelOf(found);
      // A negative control that compares two addresses may fail before the chain data is checked.
      if (level < 2 || level > 4) expect([subject, level]).toBe('refuted');
      if (level < 3) continue;
      forged++;
    }
    expect(forged).toBeGreaterThan(BUNDLES / 4);
  });

  it('contain no unused part', async () => {
    const random = new Prng(2028);
    const parts = ['proofs', 'statements', 'definitions', 'bindings', 'attested', 'blocks'] as const;
    const levels = new Map<string, Set<number>>();
    for (let round = 0; round < 600; round++) {
      const part = parts[round % parts.length]!;
      const [bundle, other] = [random.pick(bundles()), random.pick(bundles())].map(
        (one) => JSON.parse(one) as Bundle,
      );
      const added = Object.entries(other![part]).find(([key]) => !Object.hasOwn(bundle![part], key));
      if (added === undefined) continue;
      Object.assign(bundle![part], Object.fromEntries([added]));
      // A witness without calls is refused at V3.
      if (part === 'blocks') delete bundle!.blocks[added[0]]!.witness;
      const level = levelOf(await verifyBundle(writeBundle(bundle!), FORKS));
      levels.set(part, (levels.get(part) ?? new Set()).add(level));
    }
    expect(Object.fromEntries([...levels].map(([part, found]) => [part, [...found]]))).toEqual({
      proofs: [1],
      statements: [2],
      definitions: [2],
      bindings: [2],
      attested: [3],
      blocks: [4],
    });
  });

  it('are checked by a separate program, whose exit code is the result', () => {
    const file = join(directory, 'bundle.json');
    const run = (text: string): number => {
      writeFileSync(file, text);
      try {
        execFileSync(process.execPath, [VERIFY, file], { cwd: directory, env: {}, stdio: 'pipe' });
        return 0;
      } catch (error) {
        return (error as { status: number }).status;
      }
    };
    const text = bundles().find((one) => one.includes('"receipts"'))!;
    const bundle = JSON.parse(text) as Bundle;
    const [hash] = Object.keys(bundle.statements);
    const [block] = Object.keys(bundle.blocks);
    const changed = (change: (copy: Bundle) => void): string => {
      const copy = JSON.parse(text) as Bundle;
      change(copy);
      return writeBundle(copy);
    };
    expect(run(text)).toBe(0);
    expect(run(text.slice(1))).toBe(10);
    expect(run(changed(({ proofs }) => proofs[bundle.proof]!.referenceBlock++))).toBe(11);
    expect(run(changed(({ statements }) => statements[hash!]!.rangeStart++))).toBe(12);
    expect(run(changed(({ blocks }) => delete blocks[block!]!.receipts))).toBe(13);
    // The last bytes of a header are its requests hash.
    expect(
      run(changed(({ blocks }) => (blocks[block!]!.header = lastDigitChanged(blocks[block!]!.header)))),
    ).toBe(14);
    rmSync(file);
    expect(() => execFileSync(process.execPath, [VERIFY, file], { stdio: 'pipe' })).toThrow(/no such file/);
  });

  it('come with a report without scripts and external resources, which says what is not shown', () => {
    const { catalog } = readDefinitions(true);
    const meanings = new Map(catalog.definitions.map((one) => [one.id, one]));
    for (const one of exported.slice(0, 100)) {
      const report = proofReport(one, meanings, 'demo');
      const { bundle } = one.verification;
      expect(report).toContain(bundle.proof);
      expect(report).toContain('canonical chain');
      // Narrow columns, whose words must not be broken.
      expect(report).toContain('<td class="state">fact</td>');
      expect(report).not.toMatch(/<td>(fact|control|merkle|executed|node|registry)</);
      expect(report).not.toMatch(/<script|<img|<link|\son\w+=|https?:|url\(/i);
      for (const tag of ['table', 'tr', 'td', 'code', 'ul', 'li', 'body', 'html'])
        expect([tag, count(report, `<${tag}[ >]`)]).toEqual([tag, count(report, `</${tag}>`)]);
    }
  });
});

function lastDigitChanged(hex: Hex): Hex {
  return `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}` as Hex;
}

function count(text: string, pattern: string): number {
  return text.match(new RegExp(pattern, 'g'))?.length ?? 0;
}
