import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BundleSettings } from '../../src/bundle/bundle-settings.js';
import { ExplanationReader } from '../../src/bundle/explanation.reader.js';
import { ClaimProofReader } from '../../src/claims/claim-proof.reader.js';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { NotCovered } from '../../src/domain/refusal/not-covered.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { provenClaims } from '../fixture/proven-claims.js';

describe('explanations on a chain with missing blocks', () => {
  let demo: DemoDatabases;
  let pool: Pool;
  let gap: { fromBlock: number; toBlock: number };
  let last: number;
  let explanations: ExplanationReader;

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    const [first] = demo.whole;
    gap = { fromBlock: first + 60, toBlock: first + 99 };
    last = first + 139;
    const kind = { firstBlock: first, isDemo: true };
    pool = await demo.ingested(allProjectors(kind), [
      [first, gap.fromBlock - 1],
      [gap.toBlock + 1, last],
    ]);
    explanations = new ExplanationReader(
      pool,
      new BundleSettings(
        kind,
        () => [],
        () => [],
      ),
    );
  });
  afterAll(() => demo?.stop());

  const attributes = () =>
    readDefinitions(true).catalog.definitions.filter(({ kind }) => kind === 'attribute');
  const addresses = () =>
    ['dollar', 'whale', 'safe of three'].map(
      (name) => demo.chain.manifest.address(name).toLowerCase() as Address,
    );

  it('name the gap that the block is in', async () => {
    for (const subject of addresses())
      for (const block of [gap.fromBlock, gap.toBlock])
        expect(await explanations.of({ kind: 'attribute', id: 'asset:erc20', subject, block })).toMatchObject(
          {
            ...{ answer: 'undecided', reason: 'blocks_missing', missing: [gap], families: [], claims: [] },
          },
        );
  });

  it('agree with proofs on what is proven, not proven and undecided, on either side of the gap', async () => {
    const proofs = new ClaimProofReader(pool);
    const [first] = demo.whole;
    const answers = new Set<string>();
    for (const subject of addresses())
      for (const block of [gap.fromBlock - 1, gap.toBlock + 1, last])
        for (const { id } of attributes()) {
          const claim = { kind: 'attribute', id, subject } as const;
          const found = (await explanations.of({ ...claim, block }))!;
          const proof = await proofs.ofClaim(claim, block, first).catch((error) => error);
          const expected =
            proof instanceof NotCovered ? (proof.gap === undefined ? 'not_proven' : 'undecided') : 'proven';
          expect([id, subject, block, found.answer]).toEqual([id, subject, block, expected]);
          if (expected === 'proven')
            expect(found.claims.map(({ proofHash }) => proofHash)).toEqual([proof.proof.beside.proofHash]);
          answers.add(found.answer);
        }
    expect(answers).toEqual(new Set(['proven', 'not_proven', 'undecided']));
  });
});

describe('explanations during a rebuild of tracked calls', () => {
  it('are refused if they need calls that are not executed again yet', async () => {
    const demo = await DemoDatabases.start();
    let lease: WriterLease | undefined;
    try {
      const pool = await demo.inOrder();
      const kind = { firstBlock: demo.chain.firstBlock, isDemo: true };
      const explanations = new ExplanationReader(
        pool,
        new BundleSettings(
          kind,
          () => [],
          () => [],
        ),
      );
      const claims = [...(await provenClaims(pool)).values()].flat();
      const owned = claims.find(({ id }) => id === 'control:ownable')!.subject as Address;
      const explained = async (id: string) =>
        (await explanations.of({ kind: 'attribute', id, subject: owned }))?.answer;
      expect(await explained('control:ownable')).toBe('proven');

      const projectors = allProjectors(kind);
      const tracking = projectors.find(({ name }) => name === 'tracking')!;
      lease = await WriterLease.take(pool, 5_000);
      const runner = new ProjectionRunner(pool, lease);
      await runner.rebuild(tracking);
      await expect(explained('control:ownable')).rejects.toThrow(NotCovered);
      expect(await explained('risk:sanctioned_ofac')).toBe('not_proven');
      await runner.catchUpReaders(tracking, projectors);
      expect(await explained('control:ownable')).toBe('proven');
    } finally {
      lease?.release();
      await demo.stop();
    }
  });
});
