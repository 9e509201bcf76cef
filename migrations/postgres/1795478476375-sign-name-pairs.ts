import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of pairs that tell which texts a query may be in, and the texts that begin with a query, both without the texts themselves. */
export class SignNamePairs1795478476375 implements MigrationInterface {
  readonly name = 'SignNamePairs1795478476375';

  async up(runner: QueryRunner): Promise<void> {
    // Brought in anew by the next pass, within minutes: a column for each of tens of millions of rows would take longer.
    await runner.query('TRUNCATE name_text, name_pair, name_pass');
    // A bit for every three neighbouring characters: those of a query are among those of every text that it is in.
    await runner.query(`
      CREATE FUNCTION name_signature(folded text) RETURNS int8 LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT coalesce(bit_or(1::int8 << (hashtext(substr(folded, at, 3)) & 63)), 0) FROM generate_series(1, length(folded) - 2) at
      $$`);
    await runner.query('ALTER TABLE name_pair ADD COLUMN signature int8 NOT NULL');
    await runner.query('DROP INDEX IF EXISTS name_pair_in_order');
    await runner.query("DELETE FROM deferred_index WHERE name = 'name_pair_in_order'");
    await runner.query(`
      CREATE INDEX name_pair_in_order ON name_pair
      (pair, is_token, standing_group, closeness, holders DESC, length, address, matched_on) INCLUDE (signature)`);
    // No query is longer, and names of any length would not fit into an index. A column, as an expression is not read from an index alone.
    await runner.query(
      'ALTER TABLE name_text ADD COLUMN beginning text COLLATE "C" GENERATED ALWAYS AS (left(folded, 100)) STORED',
    );
    await runner.query(`
      CREATE INDEX name_text_beginning ON name_text (is_token, standing_group, beginning) INCLUDE (holders, length, address)
      WHERE NOT carries_hex`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX name_text_beginning, name_pair_in_order');
    await runner.query(`
      CREATE INDEX name_pair_in_order ON name_pair
      (pair, is_token, standing_group, closeness, holders DESC, length, address, matched_on)`);
    await runner.query('ALTER TABLE name_text DROP COLUMN beginning');
    await runner.query('ALTER TABLE name_pair DROP COLUMN signature');
    await runner.query('DROP FUNCTION name_signature');
  }
}
