import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row for all definitions that are undecided about a subject over the same blocks: they mostly lack the same state. */
export class FoldUndecidedSegments1795651300010 implements MigrationInterface {
  readonly name = 'FoldUndecidedSegments1795651300010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE undecided_interval (
        definition_set int2 NOT NULL,
        start_block    int4 NOT NULL,
        -- Last block; NULL while it is undecided at the end of its range.
        end_block      int4,
        subject        bytea NOT NULL,
        -- Ascending, and not empty.
        definitions    int2[] NOT NULL
      )`);
    await runner.query(`
      INSERT INTO undecided_interval
      SELECT definition_set, start_block, end_block, subject, array_agg(definition ORDER BY definition)
      FROM undecided_segment GROUP BY definition_set, start_block, end_block, subject`);
    await runner.query('DROP TABLE undecided_segment');
    await forgetIndexes(runner, 'undecided_segment');
    // A definition is in one interval of those that begin in a block. Unique, so that a long fill keeps it.
    await runner.query(`
      CREATE UNIQUE INDEX undecided_interval_key
      ON undecided_interval (subject, definition_set, start_block, (definitions[1]))`);
    await runner.query('CREATE INDEX undecided_interval_by_start ON undecided_interval (start_block)');
    await runner.query(
      'CREATE INDEX undecided_interval_by_end ON undecided_interval (end_block) WHERE end_block IS NOT NULL',
    );
    await runner.query(`
      CREATE VIEW undecided_segment AS
      SELECT definition_set, subject, definition, start_block::int8 AS start_block, end_block::int8 AS end_block
      FROM undecided_interval CROSS JOIN LATERAL unnest(definitions) AS undecided (definition)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE undecided_segment_before (
        definition_set int2 NOT NULL,
        subject        bytea NOT NULL,
        definition     int2 NOT NULL,
        start_block    int8 NOT NULL,
        end_block      int8
      )`);
    await runner.query('INSERT INTO undecided_segment_before SELECT * FROM undecided_segment');
    await runner.query('DROP VIEW undecided_segment');
    await runner.query('DROP TABLE undecided_interval');
    await forgetIndexes(runner, 'undecided_interval');
    await runner.query('ALTER TABLE undecided_segment_before RENAME TO undecided_segment');
    await runner.query(
      'ALTER TABLE undecided_segment ADD PRIMARY KEY (definition_set, subject, definition, start_block)',
    );
    await runner.query('CREATE INDEX undecided_segment_by_start ON undecided_segment (start_block)');
    await runner.query(
      'CREATE INDEX undecided_segment_by_end ON undecided_segment (end_block) WHERE end_block IS NOT NULL',
    );
  }
}

/** A fill that was killed may have dropped them, and would build them again. */
async function forgetIndexes(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`DELETE FROM deferred_index WHERE name IN ('${table}_by_start', '${table}_by_end')`);
}
