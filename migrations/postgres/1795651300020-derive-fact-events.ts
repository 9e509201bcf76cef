import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The event that a proof segment begins with is read from the segment; other events are rows. */
export class DeriveFactEvents1795651300020 implements MigrationInterface {
  readonly name = 'DeriveFactEvents1795651300020';

  async up(runner: QueryRunner): Promise<void> {
    // Writers look for the last event: a long fill keeps it. Sets of definitions that have a segment in common share its position.
    await runner.query('CREATE INDEX proof_segment_position_lookup ON proof_segment (position)');
    await runner.query('CREATE TABLE fact_event_row (LIKE fact_event INCLUDING ALL)');
    await runner.query(`
      INSERT INTO fact_event_row
      SELECT * FROM fact_event event WHERE NOT EXISTS (
        SELECT FROM (${BEGINNINGS}) segment
        WHERE segment.position = event.position AND segment.definition_set = event.definition_set AND segment.kind = event.kind
          AND segment.block_number = event.block_number AND segment.subject = event.subject
          AND segment.definition = event.definition AND segment.object = event.object AND segment.proof_hash = event.proof_hash
      )`);
    await runner.query('DROP TABLE fact_event');
    await runner.query(`
      CREATE VIEW fact_event AS
      SELECT position, definition_set, kind, block_number, subject, definition, object, proof_hash FROM fact_event_row
      UNION ALL ${BEGINNINGS}`);
    await runner.query(fingerprint('ORDER BY definition_set LIMIT 1'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO fact_event_row ${BEGINNINGS} ON CONFLICT DO NOTHING`);
    await runner.query('DROP VIEW fact_event');
    await runner.query('ALTER TABLE fact_event_row RENAME TO fact_event');
    await runner.query('ALTER INDEX fact_event_row_pkey RENAME TO fact_event_pkey');
    await runner.query('DROP INDEX proof_segment_position_lookup');
    await runner.query(fingerprint(''));
  }
}

const BEGINNINGS = `
  SELECT position, definition_set, CASE WHEN start_block = interval_start THEN 'proven' ELSE 'superseded' END AS kind,
         start_block AS block_number, subject, definition, object, proof_hash
  FROM proof_segment`;

/** As it was; of sets that share a segment, of the first, whose event it was. */
const fingerprint = (order: string): string => `
CREATE OR REPLACE FUNCTION fact_event_fingerprint(at_position int8) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(concat_ws(' ', definition_set, kind, block_number, encode(subject, 'hex'), definition,
    encode(object, 'hex'), encode(proof_hash, 'hex')), 'UTF8')), 'hex')
  FROM fact_event WHERE position = at_position ${order}
$$`;
