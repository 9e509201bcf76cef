import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Hex } from 'viem';
import { dollarTokens } from '../../src/demo/scenario/dollars.js';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { guardedSafe } from '../../src/demo/scenario/guarded-safe.js';
import { safes } from '../../src/demo/scenario/safes.js';
import type { Projector } from '../../src/event-store/projector.js';
import type { StateProofs } from '../../src/platform/config/environment-variables.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { startAlteredNode } from '../fixture/altered-node.js';
import { createDatabase } from '../fixture/database.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import type { NodeAnswers } from '../integration/lying-node/node-answers.js';
import { PATIENCE_MS } from '../patience.js';
import { CLAIM_LIES, type ClaimLie } from './claim-lies.js';
import { BUNDLE_LIES, exportedAt, framesOf } from './lied-bundles.js';
import { MALLORY, StateStage } from './state-stage.js';
import { unprovenLies } from './unproven-lies.js';

const TABLE = new URL('../../../test/deceit/caught-lies.md', import.meta.url);
/** One in so many lies is told; hidden ones always. */
const SHARE = bounded(9, 1);
/** One in so many lies is told before bundles are exported. */
const BUNDLE_SHARE = bounded(5, 1);
const LIES = CLAIM_LIES.filter(({ isHidden }, at) => isHidden || at % SHARE === 0);
const UNREAD = 'nothing: no claim rests on it';
const SETTLED_MS = 1_500;

const CLAIMS = `
SELECT concat_ws(' ', number.id, subject, object, value) AS claim, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current`;

interface Outcome {
  readonly claims: ReadonlySet<string>;
  /** Reasons for which answers of nodes were refused. */
  readonly refusals: readonly string[];
  readonly head: number;
  /** What readiness reports. */
  readonly failure: string | undefined;
}

let demo: DemoDatabases;
let projectors: Projector[];
let stage: StateStage;
let template: string;
let lied: number;
let tip: Hex;
let honest: NodeAnswers;
let truth: ReadonlySet<string>;
let before: ReadonlySet<string>;
const caught: string[] = [];

beforeAll(async () => {
  demo = await DemoDatabases.startOwn(bounded([dollarTokens, safes, guardedSafe], EPISODES));
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  stage = new StateStage(demo.chain.url, demo.chain.manifest.address('guarded safe').toLowerCase() as Hex);
  const last = await stage.build();
  template = await demo.templateUpTo(last);
  lied = await stage.change();
  tip = await stage.hashOf(lied);
  honest = await stage.answers(lied);
  const pool = await demo.inOrderUpTo(lied);
  truth = await claimsAt(pool, lied);
  before = await claimsAt(pool, lied - 1);
});
afterAll(async () => {
  await demo?.stop();
});

/** All claims that are proven at the end of a block. */
async function claimsAt(pool: Pool, block: number): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ claim: string; start: number; end: number }>({
    text: CLAIMS,
    types: JSON_READY,
  });
  return new Set(rows.filter(({ start, end }) => start <= block && block <= end).map(({ claim }) => claim));
}

interface Following {
  readonly stateProofs?: StateProofs;
  /** Whether a second, honest node is there. */
  readonly hasHonest?: boolean;
  /** Called before the ingestion stops. */
  readonly onEnd?: (pool: Pool, nodeUrl: string) => Promise<void>;
}

/** Follows the chain by one node up to the block that it lies about, until that is stored and settled, or refused. */
async function follow(answers = honest, lie?: ClaimLie, following: Following = {}): Promise<Outcome> {
  const { stateProofs = 'claims', hasHonest = false, onEnd } = following;
  const at = `0x${lied.toString(16)}`;
  const state = lie?.state?.(stage);
  let lastProof = 0;
  const node = await startAlteredNode(
    () => demo.chain.url,
    (method, params, result) => {
      if (method === 'eth_getProof') lastProof = Date.now();
      if (method === 'debug_traceBlockByNumber' && params[0] === at)
        return (params[1] as { tracer: string }).tracer === 'callTracer' ? answers.traces : answers.diffs;
      return state?.(method, params, result);
    },
  );
  const database = await createDatabase({ template });
  const ingestion = startIngestion({
    ...{ databaseUrl: database.url, projectors, stateProofs },
    rpcUrls: hasHonest ? [node.url, demo.chain.url] : [node.url],
    firstBlock: demo.chain.firstBlock,
  });
  try {
    await settled(ingestion, lie === undefined || lie.isHidden ? () => lastProof : undefined, hasHonest);
    const { rows } = await ingestion.pool.query('SELECT max(number)::int AS head FROM canonical_block');
    const { head } = rows[0];
    await onEnd?.(ingestion.pool, node.url);
    const { failure } = ingestion.ingester.state;
    return { claims: await claimsAt(ingestion.pool, head), refusals: [...ingestion.refusals], head, failure };
  } finally {
    await ingestion.stop();
    await node.stop();
    await database.drop();
  }
}

/** @param lastProof time of the node's last proof; given, waits until all tracked calls were checked in turn */
async function settled(
  { pool, refusals, ingester }: TestIngestion,
  lastProof?: () => number,
  hasHonest = false,
): Promise<void> {
  let since = Number.POSITIVE_INFINITY;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(25)) {
    if (!hasHonest && refusals.some((one) => one.startsWith('block ')) && ingester.state.failure) return;
    const { rows } = await pool.query(
      `SELECT (SELECT max(number)::int FROM canonical_block) AS head, (SELECT count(*)::int FROM state_read_request) AS open`,
    );
    const isStill = rows[0].head === lied && rows[0].open === 0;
    since = isStill ? Math.min(since, Date.now()) : Number.POSITIVE_INFINITY;
    if (Date.now() - Math.max(since, lastProof?.() ?? 0) > SETTLED_MS) return;
  }
  throw new Error(`neither stored nor refused: ${ingester.state.failure} ${refusals.slice(-3).join(' | ')}`);
}

/** The rule that refused a block, without its addresses and values. */
function ruleOf({ refusals }: Outcome): string | undefined {
  const refused = refusals.find((one) => one.startsWith('block '));
  if (refused === undefined)
    return refusals.some((one) => one.startsWith('contradicted'))
      ? 'proofs at the head: undecided'
      : undefined;
  const details = /refused: (\w+) (\{.*\})$/.exec(refused);
  if (!details)
    return refused
      .replace(/^block \d+: /, '')
      .replace(/0x[0-9a-f]+/g, '0x…')
      .replace(/\d+/g, 'N');
  const { field = '', problem = '' } = JSON.parse(details[2]!) as { field?: string; problem?: string };
  // The order of an account's places is random, so the field is left out.
  const named = problem.startsWith('is stated without a proof') ? '' : field;
  return `${details[1]}: ${named} ${problem}`
    .replace(/0x[0-9a-f]+/g, '0x…')
    .replace(/\d{2,}/g, 'N')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('a node that lies about state', () => {
  it('leads to the true claims if it tells the truth', async () => {
    const { claims, refusals, head } = await follow();
    expect(refusals).toEqual([]);
    expect(head).toBe(lied);
    expect([...claims].sort()).toEqual([...truth].sort());
    // The block changes many claims, so that lies have an effect.
    expect([...truth].filter((one) => !before.has(one)).length).toBeGreaterThan(10);
    expect(tip).toBe(await stage.hashOf(lied));
  });

  it.each(LIES.map((lie) => [lie.kind, lie] as const))('%s', async (kind, lie) => {
    const answers = structuredClone(honest);
    const isTold = lie.tell(answers, stage);
    if (!isTold && lie.isOptional) return;
    expect(isTold).toBe(true);
    const outcome = await follow(answers, lie);
    const allowed = outcome.head === lied ? truth : before;
    expect([...outcome.claims].filter((one) => !allowed.has(one))).toEqual([]);
    const rule = ruleOf(outcome);
    // A lie that nothing contradicts must not change a claim.
    if (rule === undefined) expect([...outcome.claims].sort()).toEqual([...truth].sort());
    caught.push(`| ${kind} | ${rule ?? lie.believed ?? UNREAD} |`);
  });

  it('is caught by the rules of the table', async () => {
    const table = [
      '# Lies about state, and what catches them',
      '',
      '`WRITE=1 npm run test:long -- lies-about-state` makes this page: one node lies about one block, and answers all questions about state.',
      '',
      '| lie | caught by |',
      '| --- | --- |',
      ...caught,
      '',
    ].join('\n');
    if (process.env.WRITE === '1') await writeFile(TABLE, table);
    const written = await readFile(TABLE, 'utf8');
    if (LIES.length === CLAIM_LIES.length) expect(written).toBe(table);
    else for (const line of caught) expect(written).toContain(`${line}\n`);
  });
});

describe('a node that lies about state and proves nothing', () => {
  const lies = unprovenLies(() => tip).filter((_, at) => at % SHARE === 0);

  it.each(lies.map((lie) => [lie.kind, lie] as const))(
    'leads to no claim if proofs are required: %s',
    async (_, lie) => {
      const answers = structuredClone(honest);
      expect(lie.tell(answers, stage)).toBe(true);
      const alone = await follow(answers, lie, { stateProofs: 'required' });
      expect([...alone.claims].filter((one) => !before.has(one))).toEqual([]);
      expect(alone.head).toBe(lied - 1);
      expect(ruleOf(alone)).toMatch(
        /is proven by no node, and STATE_PROOFS=required|without a proof that fits/,
      );
      expect(alone.failure).toContain(`block ${lied} refused`);
    },
  );

  it('is believed if proofs are not required', async () => {
    const [lie] = lies;
    const answers = structuredClone(honest);
    lie!.tell(answers, stage);
    const { claims, head } = await follow(answers, lie);
    expect(head).toBe(lied);
    expect([...claims].filter((one) => !truth.has(one)).join()).toContain(MALLORY.slice(2));
  });

  it('is passed over if another node proves the state', async () => {
    const [lie] = lies;
    const answers = structuredClone(honest);
    lie!.tell(answers, stage);
    const { claims, head, refusals } = await follow(answers, lie, {
      stateProofs: 'required',
      hasHonest: true,
    });
    expect(head).toBe(lied);
    expect([...claims].sort()).toEqual([...truth].sort());
    expect(refusals.join()).toContain('is not what the state root of the block proves');
  });

  it('needs no trust: a node that proves everything leads to the same claims if proofs are required', async () => {
    const { claims, refusals } = await follow(honest, undefined, { stateProofs: 'required' });
    expect(refusals).toEqual([]);
    expect([...claims].sort()).toEqual([...truth].sort());
  });
});

describe('bundles with executed frames from a node that lies', () => {
  /** Bounded runs tell lies that ingestion does not detect, since only execution does. */
  const lies = BUNDLE_LIES.filter(
    (lie, at) => BUNDLE_SHARE === 1 || (lie.believed !== undefined && at % BUNDLE_SHARE === 0),
  );
  const counts = { bundles: 0, frames: 0, word: 0, unexecuted: 0 };

  it.each(lies.map((lie) => [lie.kind, lie] as const))(
    'show no false frame, and name what a false claim depends on as attested: %s',
    async (_, lie) => {
      const answers = structuredClone(honest);
      if (!lie.tell(answers, stage)) return;
      const frames = framesOf(tip, honest);
      const outcome = await follow(answers, lie, {
        onEnd: async (pool, nodeUrl) => {
          for (const { claim, exported } of await exportedAt(pool, nodeUrl, lied)) {
            const { bundle } = exported.verification;
            counts.bundles++;
            counts.unexecuted += exported.unexecuted.size;
            for (const [ref, { type, from, to }] of Object.entries(bundle.frames?.results ?? {})) {
              counts.frames++;
              if (ref.includes(tip)) expect([ref, { type, from, to }]).toEqual([ref, frames.get(ref)]);
            }
            if (truth.has(claim)) continue;
            // A false claim depends on the word of the node, and the bundle lists it.
            const words = Object.keys(bundle.attested).filter((ref) => ref.includes(tip));
            expect([claim, words]).not.toEqual([claim, []]);
            counts.word++;
          }
        },
      });
      expect([lied, lied - 1]).toContain(outcome.head);
    },
  );

  it('were exported for some of the lies', () => {
    process.stdout.write(`bundles: ${JSON.stringify(counts)}\n`);
    expect(counts.bundles).toBeGreaterThan(10);
    expect(counts.frames).toBeGreaterThan(0);
  });
});
