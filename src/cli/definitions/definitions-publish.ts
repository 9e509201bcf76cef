import { readDefinitions } from '../../definition/read-definitions.js';
import { planReevaluation } from '../../engine/reevaluation/plan.js';
import { readConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { chainKind } from '../../runtime/projection/projectors.js';
import { planText } from './plan-text.js';

/** Runs `definitions publish`. */
export async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { catalog, bindings } = readDefinitions(chainKind(config).isDemo);
  const database = await openDatabase(config, 'expect');
  try {
    const plan = await inTransaction(database.pool, (tx) => planReevaluation(tx, catalog, bindings));
    console.log(plan ? planText(plan) : 'these definitions are served already, or nothing was evaluated yet');
  } finally {
    await database.close();
  }
}
