import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Where the time of day is meant: it is shown, or compared with that of a block, a key, a payment or a list. */
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
  'src/tlog/note-key.ts',
];

it('the time of day, which may be set back, measures no duration', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => join('src', file));
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'));
  const using = sources.filter((file) => readFileSync(file, 'utf8').includes('Date.now'));
  expect(using.sort()).toEqual(MEANT);
});
