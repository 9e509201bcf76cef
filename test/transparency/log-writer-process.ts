import { randomInt } from 'node:crypto';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { appendEntries } from '../../src/transparency/append-entries.js';
import { LogKey } from '../../src/transparency/log-key.js';
import { signCheckpoint } from '../../src/transparency/sign-checkpoint.js';

/** Appends and signs until it is killed. Arguments: URL of the database, directory of the key, name of the log. */
const [databaseUrl = '', directory = '', origin = ''] = process.argv.slice(2);
// The test ended without killing this process.
process.once('disconnect', () => process.exit());
const pool = createPool(databaseUrl);
const key = LogKey.at(directory, origin);
for (let round = 0; ; round++) {
  const entries = Array.from({ length: randomInt(1, 300) }, (_, at) =>
    Buffer.from(`${process.pid} ${round} ${at}`),
  );
  await inTransaction(pool, (tx) => appendEntries(tx, entries));
  await signCheckpoint(pool, key);
  if (round === 0) process.send?.('at work');
}
