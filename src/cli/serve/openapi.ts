import { readConfig } from '../../platform/config/config.js';

/** Runs `openapi`. */
export async function run(): Promise<void> {
  // Read here: the other commands need not wait for a web framework to load.
  const { openapiDocument } = await import('../../runtime/api/openapi-document.js');
  process.stdout.write(`${await openapiDocument(readConfig(process.env))}\n`);
}
