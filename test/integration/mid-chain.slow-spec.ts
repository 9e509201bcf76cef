import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { decodeBundle } from '../../src/domain/chain/codec/bundle.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { BLOCKS_BEFORE_LATE, DemoDatabases } from '../fixture/demo-databases.js';
import { Prng } from '../simulation/prng.js';

/** Blocks with the same proof. */
interface CurrentFact {
  readonly id: string;
  readonly subject: string;
  readonly object: string;
  readonly value: string | null;
  readonly start: number;
  readonly end: number;
  readonly referenceBlock: number;
  /** `sha256:…` */
  readonly hash: string;
  readonly sourceEvidenceRefs: readonly string[];
  readonly dependencyProofRefs: readonly string[];
}

const SEGMENTS = `
SELECT number.id, subject, object, value, start_block AS start, coalesce(end_block, $1) AS "end",
       reference_block AS "referenceBlock", 'sha256:' || encode(proof_hash, 'hex') AS hash,
       proof_text(proof_segment)::json -> 'sourceEvidenceRefs' AS "sourceEvidenceRefs", proof_text(proof_segment)::json -> 'dependencyProofRefs' AS "dependencyProofRefs"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current`;

/** The subjects that blocks touch, computed without the code under test. */
const SHOWN = `
SELECT subject AS address FROM fact WHERE NOT is_initial UNION SELECT address FROM log`;

/** Whether a proof depends on blocks before the range, on its initial state, or on the range alone. */
type Rests = 'before' | 'opening' | 'inside';

const claimOf = ({ id, subject, object, value }: CurrentFact): string =>
  `${id} ${subject} ${object} ${value}`;

describe('the demo chain from the middle', () => {
  let demo: DemoDatabases;
  let whole: readonly CurrentFact[];
  /** By proof hash. */
  let proofs: ReadonlyMap<string, CurrentFact>;
  /** By block hash. */
  let numbers: ReadonlyMap<string, number>;

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    const pool = await demo.inOrder();
    whole = await heldIn(pool);
    proofs = new Map(whole.map((one) => [one.hash, one]));
    const { rows } = await pool.query<{ hash: string; number: number }>({
      text: 'SELECT hash, number FROM canonical_block',
      types: JSON_READY,
    });
    numbers = new Map(rows.map(({ hash, number }) => [hash, number]));
  });
  afterAll(() => demo?.stop());

  const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  const heldIn = async (pool: Pool): Promise<readonly CurrentFact[]> =>
    (
      await pool.query<CurrentFact>({ text: SEGMENTS, values: [demo.chain.height()], types: JSON_READY })
    ).rows.map((row) => ({
      ...row,
      sourceEvidenceRefs: JSON.parse(String(row.sourceEvidenceRefs)) as string[],
      dependencyProofRefs: JSON.parse(String(row.dependencyProofRefs)) as string[],
    }));

  /** That an address once had code, or other code, is history, which no initial state shows. */
  const isHistory = ({ id }: CurrentFact): boolean => /^address_nature:(selfdestructed|redeployed)$/.test(id);

  /** That an older contract was never a token is history too: no state shows which events it never emitted. */
  const wasNoToken = ({ id, subject }: CurrentFact, from: number): boolean =>
    /^derived:account_type:(contract|proxy)$/.test(id) &&
    whole.some(
      (one) =>
        one.id === 'address_nature:contract' &&
        one.subject === subject &&
        one.start < from &&
        one.end >= from,
    );

  function restsOn(held: CurrentFact, from: number): Rests {
    if (wasNoToken(held, from)) return 'before';
    // Entries of registries hold since their creation, or since the start of the range.
    let rests: Rests = held.referenceBlock < from ? 'opening' : 'inside';
    for (const ref of held.sourceEvidenceRefs) {
      const [kind, , hash] = ref.split(':');
      if (kind === 'binding' || numbers.get(hash!)! >= from) continue;
      if ((kind !== 'code' && kind !== 'slot') || isHistory(held)) return 'before';
      rests = 'opening';
    }
    for (const ref of held.dependencyProofRefs) {
      const below = restsOn(proofs.get(ref)!, from);
      if (below === 'before') return below;
      if (below === 'opening') rests = below;
    }
    return rests;
  }

  /** Whether the same claim holds at every block of these. */
  function isHeld(
    all: ReadonlyMap<string, readonly CurrentFact[]>,
    name: string,
    start: number,
    end: number,
  ): boolean {
    let at = start;
    for (const one of [...(all.get(name) ?? [])].sort((a, b) => a.start - b.start))
      if (one.start <= at && one.end >= at) at = one.end + 1;
    return at > end;
  }

  /** Addresses that call or are called. */
  async function callers(pool: Pool, from: number, to: number): Promise<string[]> {
    const bundles = await new CanonicalChain(pool).bundlesOf(from, to);
    const frames = bundles.flatMap((bundle) => decodeBundle(bundle).frames ?? []).flat();
    return frames.flatMap((frame) => [toHex(frame.from), ...(frame.to ? [toHex(frame.to)] : [])]);
  }

  function byClaim(all: readonly CurrentFact[]): ReadonlyMap<string, readonly CurrentFact[]> {
    const found = new Map<string, CurrentFact[]>();
    for (const one of all) found.set(claimOf(one), [...(found.get(claimOf(one)) ?? []), one]);
    return found;
  }

  it.each(bounded([BLOCKS_BEFORE_LATE], [30, BLOCKS_BEFORE_LATE, 160, 225]))(
    'has the claims of the whole chain from %i blocks later on, as far as the range and the state before it show them',
    async (offset) => {
      const from = demo.chain.firstBlock + offset;
      const to = demo.chain.height();
      const pool =
        offset === BLOCKS_BEFORE_LATE ? await demo.late() : await demo.ingested(projectors(), [[from, to]]);
      const middle = await heldIn(pool);
      const { rows } = await pool.query<{ address: string }>({ text: SHOWN, types: JSON_READY });
      const shown = new Set([...rows.map(({ address }) => address), ...(await callers(pool, from, to))]);
      const held = byClaim(middle);
      const fromStart = byClaim(whole);
      const counts = {
        inside: 0,
        opening: 0,
        untouched: 0,
        untouchedHeld: 0,
        before: 0,
        beforeHeld: 0,
      };
      const missing: string[] = [];
      for (const one of whole) {
        if (one.end < from) continue;
        const name = claimOf(one);
        const isThere = isHeld(held, name, Math.max(one.start, from), one.end);
        const rests = restsOn(one, from);
        if (rests === 'inside') {
          counts.inside++;
          const same = held.get(name)?.find(({ hash }) => hash === one.hash);
          if (same?.start !== Math.max(one.start, from) || same.end !== one.end)
            missing.push(`${one.hash} ${name}`);
        } else if (rests === 'before') {
          counts.before++;
          if (isThere) counts.beforeHeld++;
        } else if (shown.has(one.subject)) {
          counts.opening++;
          if (!isThere) missing.push(name);
        } else {
          counts.untouched++;
          if (isThere) counts.untouchedHeld++;
        }
      }
      expect(missing).toEqual([]);
      // Claims from the middle also hold from the start.
      const wrong = middle.filter((one) => !isHeld(fromStart, claimOf(one), one.start, one.end));
      expect(wrong.map(claimOf)).toEqual([]);
      const reads = await pool.query<{ count: number }>(
        "SELECT count(*)::int4 FROM state_read_result WHERE what NOT LIKE '0x%' AND NOT is_proven",
      );
      expect(reads.rows).toEqual([{ count: 0 }]);
      console.log(`from block ${from}: ${JSON.stringify(counts)}`);
    },
  );

  it('has the same claims whatever the order of ranges, with temporary gaps, and after a rebuild without a node', async () => {
    const [first, to] = demo.whole;
    const from = first + BLOCKS_BEFORE_LATE;
    const at = await claimDigest(await demo.late());
    const random = new Prng(5);
    const orders = [
      [
        [from + 90, to],
        [from, from + 20],
        [from + 21, from + 89],
      ] as const,
      shuffledRanges([from, to], random),
    ];
    for (const order of bounded(orders.slice(1), orders)) {
      const pool = await demo.ingested(projectors(), order, () => random.chance(0.5));
      expect(await claimDigest(pool)).toMatchObject({ digest: at.digest, segments: at.segments });
      const lease = await WriterLease.take(pool, 1_000);
      try {
        const evaluation = projectors().find(({ name }) => name === 'evaluation')!;
        await new ProjectionRunner(pool, lease).rebuild(evaluation);
      } finally {
        lease.release();
      }
      expect(await claimDigest(pool)).toMatchObject({ digest: at.digest, segments: at.segments });
    }
  });
});
