import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who deals with whom, folded from transactions, frames and token transfers. A pair stands once, its lesser address first, and serves both
 * of its sides; `forth` is from the lesser to the greater.
 */
export class CreateCounterparties1795478400013 implements MigrationInterface {
  readonly name = 'CreateCounterparties1795478400013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The runs of blocks that are folded, none overlapping another; what happened in other blocks is found in its records.
      CREATE TABLE counterparty_bucket (
        from_block int8 PRIMARY KEY,
        to_block   int8 NOT NULL,
        -- Of the last block: which blocks these are, as each names the one before it.
        end_hash   bytea NOT NULL
      )`);
    for (const [table, key] of [
      [
        'counterparty_in_bucket',
        'from_block int8 NOT NULL, lesser bytea NOT NULL, greater bytea NOT NULL, PRIMARY KEY (from_block, lesser, greater)',
      ],
      // The sum over all buckets.
      ['counterparty', 'lesser bytea NOT NULL, greater bytea NOT NULL, PRIMARY KEY (lesser, greater)'],
    ]) {
      await runner.query(`
        CREATE TABLE ${table} (
          ${key},
          -- Transactions in which they met, each once, reverted ones included.
          tx_count        int4 NOT NULL,
          -- Those in which something of it stood.
          succeeded_count int4 NOT NULL,
          forth_count     int4 NOT NULL,
          back_count      int4 NOT NULL,
          external_count  int4 NOT NULL,
          internal_count  int4 NOT NULL,
          token_count     int4 NOT NULL,
          -- Sum of TOKEN_MARKS.
          token_marks     int2 NOT NULL,
          first_block     int8 NOT NULL,
          last_block      int8 NOT NULL
        )`);
    }
    // A ranking is the first page of a walk, one on either side.
    for (const [side, other] of [
      ['lesser', 'greater'],
      ['greater', 'lesser'],
    ]) {
      await runner.query(`
        CREATE INDEX counterparty_of_${side} ON counterparty (${side}, succeeded_count DESC, last_block DESC, ${other})`);
      await runner.query(
        `CREATE INDEX counterparty_in_bucket_of_${side} ON counterparty_in_bucket (${side}, from_block)`,
      );
    }
    // Whether the tokens of these own items, their code tells: they are few, and looked up pair by pair.
    await runner.query(
      'CREATE INDEX transfer_unindexed ON transfer (from_address, to_address, block_number) WHERE shape = 5',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX transfer_unindexed');
    await runner.query('DROP TABLE counterparty, counterparty_in_bucket, counterparty_bucket');
  }
}
