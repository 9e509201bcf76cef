import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EPOCH_SECONDS } from '../../src/domain/consensus/queue-sample.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { aSample, projectSamples } from '../builder/queue-sampled.js';
import { runChecker } from '../conformance/checker.js';
import { findSamples } from '../conformance/samples.js';
import { ServiceClient } from '../conformance/service-client.js';
import { CHAIN, ISLAND } from './fixture/chain.js';
import { storeChain } from './fixture/store-chain.js';
import { type ClaimStory, storeClaims } from './fixture/store-claims.js';
import { useService } from './fixture/use-service.js';

const CHECKER = join(process.env.SHARED_DIR ?? '../shared', 'contract', 'check.mjs');
const there = existsSync(CHECKER);
if (!there) console.log(`skipped: no checker at ${CHECKER} (set SHARED_DIR)`);

const blocks = Object.keys(CHAIN).map((number) => [Number(number), Number(number)] as const);
const traced = blocks.filter(([number]) => number >= ISLAND);

const sample = aSample();
/** An epoch of yesterday, since older queues are not served. */
const YESTERDAY = Math.floor((Date.now() / 1_000 - 86_400 - sample.genesisTime) / EPOCH_SECONDS);

/** A story with all kinds of claims, in islands with gaps between them. */
const CLAIMS: ClaimStory = {
  evaluated: { '': blocks, state_diff: blocks, frames: traced, 'frames state_diff': traced },
  definitions: {
    'address_nature:eoa': '',
    'address_nature:contract': 'state_diff',
    'identity:listed_name': '',
    'relation:created_by': 'frames state_diff',
  },
  segments: [
    { id: 'address_nature:eoa', subject: 'sender of traced', start: 46_147 },
    { id: 'address_nature:eoa', subject: 'sender of creation', start: ISLAND },
    {
      id: 'identity:listed_name',
      subject: 'sender of creation',
      start: ISLAND,
      end: ISLAND + 2,
      value: 'Someone',
    },
    { id: 'address_nature:contract', subject: 'created', start: ISLAND },
    { id: 'relation:created_by', subject: 'created', object: 'sender of creation', start: ISLAND },
  ],
};

(there ? describe : describe.skip)('the black-box checker', () => {
  const service = useService({
    async fill(pool) {
      await storeChain(pool);
      await storeClaims(pool, CLAIMS);
      await inTransaction(pool, (tx) => projectSamples(tx, { [YESTERDAY]: sample }));
    },
  });

  it('R-315, R-309, R-078: finds no fault on a chain with gaps and blocks of many forks', async () => {
    const baseUrl = `http://127.0.0.1:${service.port}`;
    const client = new ServiceClient(baseUrl);
    const samples = await findSamples(client);
    expect(samples.getBlock?.filter(({ $status }) => $status === 422)).toHaveLength(7);
    // The checker tests tools by their answers about a token, and this chain has none.
    const operations = (await client.operations()).filter((operation) => operation !== 'callMcp');
    const { exitCode, output } = await runChecker(CHECKER, {
      baseUrl,
      samples,
      operations,
    });
    expect(output.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([]);
    expect(exitCode).toBe(0);
  });
});
