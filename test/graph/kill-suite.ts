import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { CheckpointMoved } from '../../src/projection/graph/graph-checkpoint.js';
import { GraphFollower } from '../../src/projection/graph/graph-follower.js';
import { GraphProjector } from '../../src/projection/graph/graph-projector.js';
import { bounded } from '../bounded.js';
import { SHORT_STORY } from '../e2e/fixture/claim-story.js';
import { openDatabase } from '../e2e/fixture/open-database.js';
import { storeClaims } from '../e2e/fixture/store-claims.js';
import type { UsedNeo4j } from '../fixture/test-neo4j.js';
import { Prng } from '../simulation/prng.js';
import { changeClaims, type SegmentChange } from './change-claims.js';
import { contentExpected, contentOfNeo4j, type GraphContent } from './graph-content.js';

/** Each kill costs a restart of the server. */
const KILLS = Number(process.env.NEO4J_KILLS ?? bounded(1, 50));
const CHANGES = 200;
/** Time between start and kill, so that kills come before, during and after a write. */
const LONGEST_LIFE_MS = 400;

const digest = (content: GraphContent): string =>
  createHash('sha256').update(content.join('\n')).digest('hex');

/** Kills the server while the projector writes. */
export function killSuite(neo4j: UsedNeo4j): void {
  it('at random times has no gap and no duplicate, and the digest of a new graph', async () => {
    await neo4j.empty();
    const random = new Prng(KILLS);
    const database = await openDatabase();
    await storeClaims(database.pool, SHORT_STORY);
    const projector = new GraphProjector(database.pool, neo4j.graph);
    let killedAtWork = 0;
    const follower = new GraphFollower(
      projector,
      20,
      () => undefined,
      (failure) => {
        if (failure !== undefined) killedAtWork++;
      },
    );
    try {
      follower.start();
      await settled(projector);
      for (let kill = 0; kill < KILLS; kill++) {
        await changeClaims(database.pool, randomChanges(random));
        await setTimeout(random.between(0, LONGEST_LIFE_MS));
        process.kill(neo4j.server.identity.pid, 'SIGKILL');
        await settled(projector);
        expect(await contentOfNeo4j(neo4j.graph)).toEqual(await contentExpected(database.pool));
      }
      expect(killedAtWork).toBeGreaterThan(0);
      await follower.stop();
      const followed = digest(await contentOfNeo4j(neo4j.graph));
      await projector.rebuild();
      await settled(projector);
      expect(digest(await contentOfNeo4j(neo4j.graph))).toBe(followed);
      expect(digest(await contentExpected(database.pool))).toBe(followed);
    } finally {
      await follower.stop();
      await database.close();
    }
  }, 3_600_000);
}

/** Claims of a few addresses that begin, change their proof, and end. */
function randomChanges(random: Prng): SegmentChange[] {
  const attributes = Object.keys(SHORT_STORY.definitions).filter((id) => !id.startsWith('relation:'));
  return Array.from({ length: CHANGES }, () => {
    const isRelation = random.between(0, 1) === 1;
    const claim = isRelation
      ? { id: 'relation:created_by', object: `child ${random.between(0, 20)}` }
      : { id: attributes[random.between(0, attributes.length - 1)]! };
    return {
      ...claim,
      subject: `child ${random.between(0, 20)}`,
      start: 345,
      family: `family ${random.between(0, 5)}`,
      ...(random.between(0, 2) === 0 ? { gone: true } : {}),
    };
  });
}

/** Resolves once the graph has every event, however often Neo4j is down meanwhile. */
async function settled(projector: GraphProjector): Promise<void> {
  for (;;) {
    try {
      if (!(await projector.step())) return;
    } catch (error) {
      if (!(error instanceof CheckpointMoved)) await setTimeout(50);
    }
  }
}
