import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Storage by block, from which the value of any slot at any covered block follows. The projection folds the log into it. */
export class CreateStateHistory1795651200900 implements MigrationInterface {
  readonly name = 'CreateStateHistory1795651200900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE storage_change (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        -- Without leading zeros, like the values: empty for zero.
        slot         bytea NOT NULL,
        -- At the beginning of the block; null where the account ended earlier in the block.
        before       bytea,
        -- At the end of the block.
        after        bytea NOT NULL,
        PRIMARY KEY (block_number, address, slot)
      )`);
    await runner.query('CREATE INDEX storage_change_slot ON storage_change (address, slot, block_number)');
    await runner.query(`
      -- Blocks in which an account began or ended: its slots are zero at the end of the block, but for those that storage_change lists there.
      CREATE TABLE storage_clearing (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        PRIMARY KEY (block_number, address)
      )`);
    await runner.query('CREATE INDEX storage_clearing_address ON storage_clearing (address, block_number)');
    // The consecutive blocks around one of which all these families are stored; no row while a projection of state is behind the others.
    await runner.query(`
      CREATE FUNCTION covered_range(families text[], at_block int8)
      RETURNS TABLE (first_block int8, last_block int8, is_whole boolean) LANGUAGE sql STABLE AS $$
        SELECT lower(covered), upper(covered) - 1, EXISTS (
          SELECT FROM canonical_block WHERE number = lower(covered) AND parent_hash = decode(repeat('00', 32), 'hex'))
        FROM (
          SELECT range_intersect_agg(ranges) AS ranges FROM coverage WHERE family = ANY (families)
          HAVING count(*) = cardinality(families)
        ) common, unnest(common.ranges) covered
        WHERE covered @> at_block AND (
          SELECT count(*) = 4 AND min(position) = max(position) FROM checkpoint
          WHERE reader IN ('contract', 'coverage', 'native_balance', 'storage'))
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION covered_range');
    await runner.query('DROP TABLE storage_clearing, storage_change');
  }
}
