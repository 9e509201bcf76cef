import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who held what of every token by its transfers, and how many transfers there were in all and when. */
export class CreateTokenHolders1795478400110 implements MigrationInterface {
  readonly name = 'CreateTokenHolders1795478400110';

  async up(runner: QueryRunner): Promise<void> {
    // One projection holds transfers and what is summed from them, so that it can subtract what it forgets. It starts again.
    await runner.query('TRUNCATE transfer, token, token_activity, token_declaration, token_metadata');
    await runner.query("DELETE FROM pending_read WHERE asker = 'token'");
    await runner.query("DELETE FROM checkpoint WHERE reader IN ('token', 'transfer')");

    // Transfers of a token; newest first is the same walk backwards.
    await runner.query(
      'CREATE INDEX transfer_token ON transfer (token, block_number, tx_index, log_index, batch_index)',
    );

    for (const table of ['token', 'token_activity']) {
      await runner.query(`
        ALTER TABLE ${table}
          -- Events that moved something: a batch is one, and so is an ERC-777 movement that is told twice.
          ADD COLUMN transfers int8 NOT NULL,
          -- Those from nobody, the others to nobody, and their raw amounts.
          ADD COLUMN mints     int8 NOT NULL,
          ADD COLUMN burns     int8 NOT NULL,
          ADD COLUMN minted    numeric NOT NULL,
          ADD COLUMN burned    numeric NOT NULL`);
    }
    // Sums over token_holder, of amounts and of items.
    await runner.query(`
      ALTER TABLE token
        -- Who has some now, who ever had, and how much the former have together.
        ADD COLUMN amount_holders      int8 NOT NULL DEFAULT 0,
        ADD COLUMN amount_holders_ever int8 NOT NULL DEFAULT 0,
        ADD COLUMN amount_held         numeric NOT NULL DEFAULT 0,
        ADD COLUMN item_holders        int8 NOT NULL DEFAULT 0,
        ADD COLUMN item_holders_ever   int8 NOT NULL DEFAULT 0,
        ADD COLUMN items_held          numeric NOT NULL DEFAULT 0`);

    // Transfers per 256 blocks, for counts over long times.
    await runner.query(`
      CREATE TABLE token_bucket (
        token     bytea NOT NULL,
        -- Number of a block by 256.
        bucket    int8 NOT NULL,
        transfers int8 NOT NULL,
        PRIMARY KEY (token, bucket)
      )`);

    // Everybody who is a side of a transfer. Whether the third word of an unindexed transfer is an amount or an item, the code of the
    // token tells when it is asked: both are kept.
    await runner.query(`
      CREATE TABLE token_holder (
        token         bytea NOT NULL,
        holder        bytea NOT NULL,
        -- Received less sent: below zero where tokens came without a transfer.
        amount        numeric NOT NULL,
        items         numeric NOT NULL,
        -- Sides of transfers of more than nothing: whoever has any held some.
        amount_moves  int8 NOT NULL,
        item_moves    int8 NOT NULL,
        -- Sides of transfers.
        sent          int8 NOT NULL,
        received      int8 NOT NULL,
        -- Blocks; null without one.
        last_sent     int8,
        last_received int8,
        PRIMARY KEY (token, holder)
      )`);
    // Holders by what they have, ties by address.
    await runner.query(
      'CREATE INDEX token_holder_amount ON token_holder (token, (-amount), holder) WHERE amount > 0',
    );
    await runner.query(
      'CREATE INDEX token_holder_items ON token_holder (token, (-items), holder) WHERE items > 0',
    );
    // Who sent and received since a block.
    await runner.query('CREATE INDEX token_holder_sent ON token_holder (token, last_sent)');
    await runner.query('CREATE INDEX token_holder_received ON token_holder (token, last_received)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE token_holder, token_bucket');
    await runner.query(`
      ALTER TABLE token DROP COLUMN amount_holders, DROP COLUMN amount_holders_ever, DROP COLUMN amount_held,
        DROP COLUMN item_holders, DROP COLUMN item_holders_ever, DROP COLUMN items_held`);
    for (const table of ['token', 'token_activity'])
      await runner.query(`
        ALTER TABLE ${table} DROP COLUMN transfers, DROP COLUMN mints, DROP COLUMN burns, DROP COLUMN minted, DROP COLUMN burned`);
    await runner.query('DROP INDEX transfer_token');
  }
}
