import { counterpartyProjector } from '../../src/projection/counterparty/counterparty.projector.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { startIngestion } from '../fixture/ingestion.js';
import type { IngesterSettings } from './ingester-under-test.js';

/** Ingests by its only argument until its standard input is closed; errors go to standard error. */
const { rpcUrl, databaseUrl, firstBlock } = JSON.parse(process.argv[2]!) as IngesterSettings;
// Chains here are short: so are buckets, and what counts as settled, which reorganisations go below.
const counterparties = counterpartyProjector({
  firstBlock,
  bucketBlocks: 16,
  partBlocks: 4,
  settledDepth: 4,
});
const projectors = allProjectors().map((one) => (one.name === counterparties.name ? counterparties : one));
const ingestion = startIngestion({ rpcUrls: [rpcUrl], databaseUrl, firstBlock, projectors });
let said: string | undefined;
const watch = setInterval(() => {
  const { failure } = ingestion.ingester.state;
  if (failure !== said) console.error(failure);
  said = failure;
}, 100);
process.stdin.resume().on('end', async () => {
  clearInterval(watch);
  await ingestion.stop();
  process.exit(0);
});
