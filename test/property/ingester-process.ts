import { startIngestion } from '../fixture/ingestion.js';
import type { IngesterSettings } from './ingester-under-test.js';

/** Ingests as its only argument says until its standard input is closed; complaints go to standard error. */
const { rpcUrl, databaseUrl, firstBlock } = JSON.parse(process.argv[2]!) as IngesterSettings;
const ingestion = startIngestion({ rpcUrls: [rpcUrl], databaseUrl, firstBlock });
let said: string | undefined;
const watch = setInterval(() => {
  const { trouble } = ingestion.ingester.state;
  if (trouble !== said) console.error(trouble);
  said = trouble;
}, 100);
process.stdin.resume().on('end', async () => {
  clearInterval(watch);
  await ingestion.stop();
  process.exit(0);
});
