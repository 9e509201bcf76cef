import { claimDigest } from '../../engine/store/claim-digest.js';
import { readConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { openDatabase } from '../../runtime/database/open-database.js';

/** Runs `digest`. */
export async function run(): Promise<void> {
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
