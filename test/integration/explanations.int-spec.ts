import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BundleSettings } from '../../src/bundle/bundle-settings.js';
import { ExplanationReader } from '../../src/bundle/explanation.reader.js';
import { ClaimProofReader } from '../../src/claims/claim-proof.reader.js';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { NotCovered } from '../../src/domain/refusal/not-covered.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

describe('explanations where blocks are missing', () => {
  let demo: DemoDatabases;
  let pool: Pool;
  let gap: { fromBlock: number; toBlock: number };
  let explanations: ExplanationReader;

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    const [first, last] = demo.whole;
    gap = { fromBlock: first + 60, toBlock: first + 99 };
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

  it('agree with proofs on what is proven, not proven and undecided, on either side of it', async () => {
    const proofs = new ClaimProofReader(pool);
    const [first, last] = demo.whole;
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
