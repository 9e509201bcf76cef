import { Command } from 'nest-commander';
import { claimDigest } from '../evaluation/store/claim-digest.js';
import { readConfig } from '../platform/config/config.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { openDatabase } from './open-database.js';
import { StrictCommand } from './strict-command.js';

@Command({
  name: 'digest',
  description:
    'Prints one digest over everything that is proven: every interval, every proof hash, and what is covered. Two databases that cover ' +
    'the same blocks by the same definitions print the same, whatever the order in which they came to it.',
})
export class DigestCommand extends StrictCommand {
  async run(): Promise<void> {
    const database = await openDatabase(readConfig(process.env), 'expect');
    try {
      const { digest, segments, undecided } = await inTransaction(database.pool, claimDigest, {
        isolation: 'repeatable read',
      });
      console.log(`sha256:${digest}`);
      console.log(`${segments} proof segments, ${undecided} undecided stretches`);
    } finally {
      await database.close();
    }
  }
}
