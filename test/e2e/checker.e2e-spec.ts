import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runChecker } from '../conformance/checker.js';
import { findSamples } from '../conformance/samples.js';
import { ServiceClient } from '../conformance/service-client.js';
import { useService } from './fixture/use-service.js';

const CHECKER = join(process.env.SHARED_DIR ?? '../shared', 'contract', 'check.mjs');
const there = existsSync(CHECKER);
if (!there) console.log(`skipped: no checker at ${CHECKER} (set SHARED_DIR)`);

(there ? describe : describe.skip)('the black-box checker', () => {
  const service = useService();

  it('R-315, R-309, R-078: finds no fault with a chain of islands, its forks and its gaps', async () => {
    const baseUrl = `http://127.0.0.1:${service.port}`;
    const client = new ServiceClient(baseUrl);
    const samples = await findSamples(client);
    expect(samples.getBlock?.filter(({ $status }) => $status === 422)).toHaveLength(7);
    const { exitCode, output } = await runChecker(CHECKER, baseUrl, samples, await client.operations());
    expect(output.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([]);
    expect(exitCode).toBe(0);
  });
});
