import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Files that need the time of day: they show it, or compare it with that of a block, key, payment or list. */
const MEANT = [
  'src/api/access/api-key-cache.ts',
  'src/api/access/key-store.ts',
  'src/api/access/leased-quota.ts',
  'src/api/access/payment/payment-verifier.ts',
  'src/api/access/payment/presented-payment.ts',
  'src/api/consensus/queue/served-days.ts',
  'src/api/explanation/explained.ts',
  'src/api/http/serialized-response.ts',
  'src/api/report/gather-report.ts',
  'src/api/report/get-report.query.ts',
  'src/api/screening/screen-addresses.query.ts',
  'src/cli/keys/key-options.ts',
  'src/cli/prices/prices-import.command.ts',
  'src/demo/beacon/demo-beacon.ts',
  'src/facilitator/payment/payment-check.ts',
  'src/node/consensus/beacon-node.ts',
  'src/node/execution/block-votes.ts',
  'src/runtime/ingestion/chain-head-readiness.ts',
];

it('no duration is measured by the time of day, which may be set back', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => join('src', file));
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'));
  const using = sources.filter((file) => readFileSync(file, 'utf8').includes('Date.now'));
  expect(using.sort()).toEqual(MEANT);
});
