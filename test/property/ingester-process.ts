import { counterpartyProjector } from '../../src/projection/counterparty/counterparty.projector.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { startIngestion } from '../fixture/ingestion.js';
import type { IngesterSettings } from './ingester-under-test.js';

/** Ingests as its only argument says until its standard input is closed. Errors go to standard error. */
const { rpcUrl, databaseUrl, firstBlock } = JSON.parse(process.argv[2]!) as IngesterSettings;
// The chains are short, so buckets are short too, and blocks settle at a depth that reorganisations exceed.
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
