import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts without the hash of their block, and with an index of what they are looked up by. */
export class NarrowFacts1795651300030 implements MigrationInterface {
  readonly name = 'NarrowFacts1795651300030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE fact RENAME TO fact_before');
    await runner.query('DROP INDEX IF EXISTS fact_by_block');
    await forgetIndexes(runner);
    await runner.query(`
      CREATE TABLE fact (
        block_number int4 NOT NULL,
        source       int4 NOT NULL,
        tx_index     int4 NOT NULL,
        ordinal      int4 NOT NULL,
        is_initial   bool NOT NULL,
        subject      bytea NOT NULL,
        key          bytea NOT NULL,
        -- JSON text; NULL when it clears.
        value        text,
        -- Evidence refs with # in place of the hash of the block, separated by blanks; empty for code and slots.
        evidence     text NOT NULL
      )`);
    await runner.query(`
      INSERT INTO fact
      SELECT block_number, source, tx_index, ordinal, is_initial, subject, key, value,
             coalesce(replace(evidence, '0x' || encode(block.hash, 'hex'), '#'), evidence)
      FROM fact_before LEFT JOIN canonical_block block ON block.number = block_number`);
    await runner.query('DROP TABLE fact_before');
    // Writers read the facts of their subjects: a long fill keeps it.
    await runner.query('CREATE INDEX fact_subject_lookup ON fact (subject, source, key)');
    // What an unwind deletes.
    await runner.query('CREATE INDEX fact_by_block ON fact (block_number)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE fact RENAME TO fact_after');
    await runner.query('DROP INDEX IF EXISTS fact_by_block');
    await forgetIndexes(runner);
    await runner.query(`
      CREATE TABLE fact (
        subject      bytea NOT NULL,
        source       int4 NOT NULL,
        key          bytea NOT NULL,
        block_number int8 NOT NULL,
        tx_index     int4 NOT NULL,
        ordinal      int4 NOT NULL,
        is_initial   bool NOT NULL,
        value        text,
        evidence     text NOT NULL,
        PRIMARY KEY (subject, source, key, block_number, tx_index, ordinal, is_initial)
      )`);
    await runner.query(`
      INSERT INTO fact
      SELECT subject, source, key, block_number, tx_index, ordinal, is_initial, value,
             coalesce(replace(evidence, '#', '0x' || encode(block.hash, 'hex')), evidence)
      FROM fact_after LEFT JOIN canonical_block block ON block.number = block_number`);
    await runner.query('DROP TABLE fact_after');
    await runner.query('CREATE INDEX fact_by_block ON fact (block_number)');
  }
}

/** A fill that was killed may have dropped it, and would build it again. */
async function forgetIndexes(runner: QueryRunner): Promise<void> {
  await runner.query("DELETE FROM deferred_index WHERE name = 'fact_by_block'");
}
