import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ether that the protocol took from accounts and gave to another one, which no state diff tells of. */
export class CreateNativeMoves1795478400120 implements MigrationInterface {
  readonly name = 'CreateNativeMoves1795478400120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Before the block's first transaction, everything that was held at the end of the block before it.
      CREATE TABLE native_move (
        receiver     bytea NOT NULL,
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        PRIMARY KEY (receiver, block_number, address)
      )`);
    await runner.query('ALTER FUNCTION account_at RENAME TO account_told_at');
    await runner.query(`
      -- Whether transactions changed the ether of an account in a range of blocks that ends with a block.
      CREATE FUNCTION is_wei_told(account bytea, from_block int8, at_block int8)
      RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (
          SELECT FROM account_state
          WHERE address = account AND wei IS NOT NULL AND block_number BETWEEN from_block AND at_block
        )
      $$`);
    // Where what was moved is not known, neither is what its receiver holds, until a transaction changes it.
    await runner.query(`
      CREATE FUNCTION account_at(account bytea, at_block int8, first_block int8)
      RETURNS TABLE (wei numeric, wei_since int8, nonce int8) LANGUAGE sql STABLE AS $$
        SELECT CASE WHEN moved.moves = 0 THEN told.wei
                    WHEN moved.moves = moved.known THEN told.wei + moved.wei END,
               greatest(told.wei_since, moved.last), told.nonce
        FROM account_told_at(account, at_block, first_block) told
        CROSS JOIN LATERAL (
          SELECT count(*) AS moves, count(held.wei) AS known, sum(held.wei) AS wei, max(block_number) AS last
          FROM native_move move
          CROSS JOIN LATERAL account_told_at(move.address, move.block_number - 1, first_block) held
          WHERE move.receiver = account AND move.block_number <= at_block
            AND NOT is_wei_told(account, move.block_number, at_block)
        ) moved
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION account_at, is_wei_told');
    await runner.query('ALTER FUNCTION account_told_at RENAME TO account_at');
    await runner.query('DROP TABLE native_move');
  }
}
