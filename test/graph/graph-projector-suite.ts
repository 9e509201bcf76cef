import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CheckpointMoved } from '../../src/projection/graph/graph-checkpoint.js';
import { GraphProjector } from '../../src/projection/graph/graph-projector.js';
import { SHORT_STORY } from '../e2e/fixture/claim-story.js';
import { type OpenDatabase, openDatabase } from '../e2e/fixture/open-database.js';
import { storeClaims } from '../e2e/fixture/store-claims.js';
import type { UsedNeo4j } from '../fixture/test-neo4j.js';
import { changeClaims } from './change-claims.js';
import { contentExpected, contentOfNeo4j } from './graph-content.js';

/** Tests of the projector on an empty graph. */
export function graphProjectorSuite(neo4j: UsedNeo4j): void {
  let database: OpenDatabase;
  let projector: GraphProjector;
  beforeEach(async () => {
    await neo4j.empty();
    database = await openDatabase();
    await storeClaims(database.pool, SHORT_STORY);
    projector = new GraphProjector(database.pool, neo4j.graph);
    await settle();
  });
  afterEach(() => database?.close());

  const settle = async (): Promise<void> => {
    while (await projector.step());
  };
  const isAsExpected = async (): Promise<void> =>
    expect(await contentOfNeo4j(neo4j.graph)).toEqual(await contentExpected(database.pool));
  /** Changes a claim without an event. */
  const changeInSilence = () =>
    database.pool.query("UPDATE proof_segment SET value = 'silence' WHERE object <> ''");

  it('keeps a node for each address with a claim or a relation to it, and for no other', async () => {
    await isAsExpected();
    await changeClaims(
      database.pool,
      SHORT_STORY.segments!.slice(-200).map((segment) => ({ ...segment, gone: true })),
    );
    await settle();
    await isAsExpected();
  });

  it('loads the graph again if the generation of the events has changed', async () => {
    const { rows } = await database.pool.query<{ generation: string }>(
      'SELECT generation FROM definition_set WHERE current',
    );
    await changeInSilence();
    await settle();
    await expect(isAsExpected()).rejects.toThrow();
    await database.pool.query('UPDATE definition_set SET generation = DEFAULT');
    await settle();
    await isAsExpected();
    expect((await projector.checkpoint())!.generation).not.toBe(rows[0]!.generation);
  });

  it('loads the graph again if other events are at its position', async () => {
    await changeClaims(database.pool, [{ id: 'identity:ens_name', subject: 'proxy', start: 380 }]);
    await settle();
    await changeInSilence();
    // The database is restored to an earlier state.
    await database.pool.query('DELETE FROM fact_event_row');
    await database.pool.query('UPDATE proof_segment SET position = 1');
    await changeClaims(database.pool, [{ id: 'identity:ens_name', subject: 'signer', start: 381 }]);
    await settle();
    await isAsExpected();
  });

  it('loads again if an older version had loaded in another order', async () => {
    await projector.rebuild();
    while ((await projector.checkpoint())!.phase !== 'load') await projector.step();
    const loaded = JSON.stringify({ subject: `0x${'ff'.repeat(20)}`, definition: 1, object: '0x' });
    await neo4j.graph.write((run) =>
      run('MATCH (checkpoint:Checkpoint) SET checkpoint.loaded = $loaded', { loaded }),
    );
    await settle();
    await isAsExpected();
  });

  it('writes nothing if another projector was faster', async () => {
    const others = Array.from({ length: 4 }, () => new GraphProjector(database.pool, neo4j.graph));
    await changeClaims(database.pool, [{ id: 'identity:ens_name', subject: 'proxy', start: 380 }]);
    const before = (await projector.checkpoint())!.revision;
    const steps = await Promise.allSettled(others.map((other) => other.step()));
    const moved = steps.filter((step) => step.status === 'fulfilled' && step.value !== undefined);
    expect(moved).toHaveLength(1);
    for (const step of steps)
      if (step.status === 'rejected') expect(step.reason).toBeInstanceOf(CheckpointMoved);
    expect((await projector.checkpoint())!.revision).toBe(before + 1);
    await isAsExpected();
  });
}
