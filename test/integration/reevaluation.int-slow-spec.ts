import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Binding } from '../../src/definition/binding/binding.js';
import { definitionSetDigest } from '../../src/definition/catalog/definition-set.js';
import { evaluationProjector } from '../../src/engine/engine.projector.js';
import { HistoricalEvaluator, OtherDefinitions } from '../../src/engine/historical/historical-evaluator.js';
import { planReevaluation } from '../../src/engine/reevaluation/plan.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { bounded } from '../bounded.js';
import { changedRules, type Rules, rulesWith } from '../fixture/changed-rules.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { giveUp, reevaluate } from '../fixture/reevaluate.js';
import { itSlowly } from '../slowly.js';

/** The bindings with changed entries, in memory only, since files carry digests. */
function withMembers(
  rules: Rules,
  id: string,
  edit: (members: Map<string, Binding['members'] extends ReadonlyMap<string, infer P> ? P : never>) => void,
): Rules {
  const binding = rules.bindings.get(id)!;
  const members = new Map(binding.members);
  edit(members);
  const digest = `sha256:${'1'.repeat(64)}`;
  return { ...rules, bindings: new Map([...rules.bindings, [id, { ...binding, members, digest }]]) };
}

/** Steps after which each process dies. */
const STEPS_OF_LIFE = bounded(7, 3);
const AS_THEY_ARE = rulesWith(() => undefined);
const CHANGED = changedRules();

describe('a change of definitions over history', () => {
  let demo: DemoDatabases;
  let builtAsTheyAre: () => Promise<Pool>;
  /** Digest of a database built without an entry of a registry that decides which logs count. */
  let digestWithoutMixer: string;
  const at = (name: string) => demo.chain.manifest.address(name).toLowerCase();

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    builtAsTheyAre = await demo.copies([projector(AS_THEY_ARE)]);
    digestWithoutMixer = await digestOf(await built(withoutMixer()));
  });
  afterEach(() => demo.dropAll());
  afterAll(() => demo?.stop());

  const projector = (rules: Rules) =>
    evaluationProjector({ ...rules, firstBlock: demo.chain.firstBlock, views: new Tracker(forkSchedule()) });
  const built = (rules: Rules) => demo.ingested([projector(rules)]);

  /** Evaluates a database by other rules, in processes that each die after so many steps. */
  async function reevaluated(
    pool: Pool,
    rules: Rules,
    stepsOfLife = Number.POSITIVE_INFINITY,
  ): Promise<string[]> {
    const said = await reevaluate(pool, () => projector(rules), stepsOfLife);
    await demo.answer(pool, [projector(rules)]);
    return said;
  }

  const digestOf = async (pool: Pool) => (await claimDigest(pool)).digest;
  const proofsOf = async (pool: Pool) => {
    const { rows } = await pool.query<{ name: string; hash: string }>(
      `SELECT concat_ws(' ', '0x' || encode(subject, 'hex'), number.id, encode(object, 'hex'), start_block) AS name,
              encode(proof_hash, 'hex') AS hash
       FROM proof_segment JOIN definition_set ON definition_set.id = definition_set
       JOIN definition_number number ON number.number = definition WHERE current`,
    );
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  };

  it('reads facts about code again if another code analysis is locked', async () => {
    const pool = await builtAsTheyAre();
    const before = await digestOf(pool);
    const facts = async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int4 AS count FROM fact JOIN fact_source ON fact_source.id = source AND text LIKE '{"kind":"code"%'`,
      );
      return rows[0].count;
    };
    const known = await facts();
    // As if the earlier analysis had found nothing.
    await pool.query(
      `DELETE FROM fact WHERE source IN (SELECT id FROM fact_source WHERE text LIKE '{"kind":"code","register":"contract"%')`,
    );
    const analysed = rulesWith((edit) =>
      edit('lock.json', (text) => text.replace('"analysis": "2"', '"analysis": "3"')),
    );
    expect(definitionSetDigest(analysed.catalog, analysed.bindings)).not.toBe(
      definitionSetDigest(AS_THEY_ARE.catalog, AS_THEY_ARE.bindings),
    );
    await reevaluated(pool, analysed);
    expect([await facts(), await digestOf(pool)]).toEqual([known, before]);
  });

  async function expectAsBuilt(stepsOfLife: number): Promise<void> {
    const pool = await builtAsTheyAre();
    const before = await digestOf(pool);
    const said = await reevaluated(pool, CHANGED, stepsOfLife);
    // At least two processes die.
    if (stepsOfLife !== Number.POSITIVE_INFINITY) expect(said.length).toBeGreaterThan(2 * stepsOfLife);
    expect(said.some((what) => what.startsWith('reading the log'))).toBe(true);
    const fresh = await built(CHANGED);
    expect(differing(await proofsOf(pool), await proofsOf(fresh))).toEqual([]);
    expect(await digestOf(pool)).toBe(await digestOf(fresh));
    expect(await digestOf(pool)).not.toBe(before);
  }

  itSlowly('ends as a database that was built under the new ones', () =>
    expectAsBuilt(Number.POSITIVE_INFINITY),
  );

  it(`ends as a database that was built under the new ones, killed after every ${STEPS_OF_LIFE} steps`, () =>
    expectAsBuilt(STEPS_OF_LIFE));

  it('keeps earlier claims readable, and can return to them', async () => {
    const pool = await builtAsTheyAre();
    const before = await digestOf(pool);
    await reevaluated(pool, CHANGED);
    const serve = (oldest: string) =>
      pool.query(
        `UPDATE definition_set SET current = false; UPDATE definition_set SET current = true WHERE id = (SELECT ${oldest}(id) FROM definition_set)`,
      );
    await serve('min');
    expect(await digestOf(pool)).toBe(before);
    await serve('max');
    await reevaluated(pool, AS_THEY_ARE);
    expect(await digestOf(pool)).toBe(before);
  });

  it('of a registry by one added and one removed entry changes only the proofs of those two', async () => {
    const pool = await builtAsTheyAre();
    const before = await proofsOf(pool);
    const gone = at('treasury');
    const added = at('trader-1');
    const rules = withMembers(AS_THEY_ARE, 'listed-names', (members) => {
      members.delete(gone);
      members.set(added, [{ from: 0, version: '1.0.0', fields: { name: 'Trader One' } }]);
    });
    await reevaluated(pool, rules);
    const after = await proofsOf(pool);
    expect(
      differing(before, after)
        .map((name) => name.slice(0, 42))
        .sort(),
    ).toEqual([gone, added].sort());
    expect(await digestOf(pool)).toBe(await digestOf(await built(rules)));
  });

  it('finds the subjects of a new definition by its registry, without any fact', async () => {
    const before = rulesWith(
      () => undefined,
      ['identity/listed_name', 'risk/listed_scam', 'risk/sanctioned_ofac', 'role/mixer_pool'],
    );
    const pool = await built(before);
    await reevaluated(pool, AS_THEY_ARE);
    const fresh = await builtAsTheyAre();
    expect(differing(await proofsOf(pool), await proofsOf(fresh))).toEqual([]);
    expect(await digestOf(pool)).toBe(await digestOf(fresh));
  });

  async function expectFound(edited: (text: string) => string): Promise<void> {
    const pool = await builtAsTheyAre();
    const changed = rulesWith((edit) => edit('identity/listed_name.yaml', edited));
    const rules = withMembers(changed, 'listed-names', (members) =>
      members.set(at('trader-1'), [{ from: 0, version: '1.0.0', fields: { name: 'Trader One' } }]),
    );
    await reevaluated(pool, rules);
    expect(await digestOf(pool)).toBe(await digestOf(await built(rules)));
  }

  itSlowly('finds an entry that comes with another version of its definition', () =>
    expectFound((text) => text.replace('version: 1.0.0', 'version: 1.0.1')),
  );

  it('finds an entry that comes with another rule of its definition', () =>
    expectFound((text) =>
      text.replace('version: 1.0.0', 'version: 1.1.0').replace('- id: listed_name', '- id: listed'),
    ));

  const withoutMixer = () => withMembers(AS_THEY_ARE, 'mixers', (members) => members.delete(at('mixer')));
  const factsOf = async (pool: Pool) =>
    (await pool.query<{ fact: string }>('SELECT fact::text FROM fact ORDER BY 1')).rows.map(
      ({ fact }) => fact,
    );
  const planned = (pool: Pool, { catalog, bindings }: Rules) =>
    inTransaction(pool, (tx) => planReevaluation(tx, catalog, bindings));
  const explained = (pool: Pool) =>
    inTransaction(pool, (tx) =>
      HistoricalEvaluator.open(tx, { ...AS_THEY_ARE, firstBlock: demo.chain.firstBlock }),
    );
  const givenUp = async (begins: string): Promise<Pool> => {
    const pool = await builtAsTheyAre();
    await giveUp(pool, projector(withoutMixer()), (what) => what.startsWith(begins));
    return pool;
  };

  async function expectTakenBack(begins: string): Promise<void> {
    const pool = await givenUp(begins);
    const fresh = await builtAsTheyAre();
    expect(await factsOf(pool)).not.toEqual(await factsOf(fresh));
    await expect(explained(pool)).rejects.toThrow(OtherDefinitions);
    const plan = await planned(pool, AS_THEY_ARE);
    expect(plan?.unread).toEqual([expect.stringContaining('mixers')]);
    expect(plan?.changes).not.toEqual([]);
    await reevaluated(pool, AS_THEY_ARE);
    expect(await planned(pool, AS_THEY_ARE)).toBeUndefined();
    expect(await explained(pool)).toBeInstanceOf(HistoricalEvaluator);
    expect(await factsOf(pool)).toEqual(await factsOf(fresh));
    expect(await digestOf(pool)).toBe(await digestOf(fresh));
    await reevaluated(pool, withoutMixer());
    expect(await digestOf(pool)).toBe(digestWithoutMixer);
  }

  it('that is given up when facts are read anew is taken back, and begins anew', () =>
    expectTakenBack('reading the log: done'));

  itSlowly.each([
    ['forgotten', 'forgetting'],
    ['evaluated', 'evaluating'],
  ])('that is given up when facts are %s is taken back, and begins anew', (_, begins) =>
    expectTakenBack(begins),
  );

  itSlowly('that is given up starts again after a rebuild', async () => {
    const pool = await givenUp('reading the log: done');
    const lease = await WriterLease.take(pool, 1_000);
    await new ProjectionRunner(pool, lease).rebuild(projector(AS_THEY_ARE));
    lease.release();
    await demo.answer(pool, [projector(AS_THEY_ARE)]);
    expect(await digestOf(pool)).toBe(await digestOf(await builtAsTheyAre()));
    await reevaluated(pool, withoutMixer());
    expect(await digestOf(pool)).toBe(digestWithoutMixer);
  });

  itSlowly('that is given up is followed by another change', async () => {
    const pool = await givenUp('reading the log: done');
    const control = await builtAsTheyAre();
    await reevaluated(pool, CHANGED);
    await reevaluated(control, CHANGED);
    expect(await factsOf(pool)).toEqual(await factsOf(control));
    expect(differing(await proofsOf(pool), await proofsOf(control))).toEqual([]);
  });

  it('of a registry that decides which logs count reads those logs again', async () => {
    const pool = await builtAsTheyAre();
    const said = await reevaluated(pool, withoutMixer());
    expect(said.some((what) => what.startsWith('reading the log'))).toBe(true);
    const { rows } = await pool.query(
      `SELECT FROM proof_segment JOIN definition_set ON definition_set.id = definition_set
       JOIN definition_number number ON number.number = definition WHERE current AND number.id = 'relation:mixer_deposit'`,
    );
    expect(rows).toEqual([]);
    expect(await digestOf(pool)).toBe(digestWithoutMixer);
  });
});

/** Keys that only one has, or whose values differ. */
function differing(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name)).sort();
}
