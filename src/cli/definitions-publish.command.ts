import { SubCommand } from 'nest-commander';
import { planReevaluation } from '../evaluation/reevaluation/plan.js';
import { readConfig } from '../platform/config/config.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { readDefinitions } from './definitions.js';
import { openDatabase } from './open-database.js';
import { planText } from './plan-text.js';
import { chainKind } from './projectors.js';
import { StrictCommand } from './strict-command.js';

@SubCommand({
  name: 'publish',
  description:
    'Makes the definitions and registries of this checkout known to the database, and prints what bringing history under them takes: which ' +
    'definitions are judged again, of how many addresses, and why. What is served stays the same until `reevaluate` is through.',
})
export class DefinitionsPublishCommand extends StrictCommand {
  async run(): Promise<void> {
    const config = readConfig(process.env);
    const { catalog, bindings } = readDefinitions(chainKind(config).isDemo);
    const database = await openDatabase(config, 'expect');
    try {
      const plan = await inTransaction(database.pool, (tx) => planReevaluation(tx, catalog, bindings));
      console.log(
        plan ? planText(plan) : 'these definitions are served already, or nothing was evaluated yet',
      );
    } finally {
      await database.close();
    }
  }
}
