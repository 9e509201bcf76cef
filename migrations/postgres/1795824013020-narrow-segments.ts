import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blocks of segments take four bytes, and the hash of a block in a proof the position of its event. */
export class NarrowSegments1795824013020 implements MigrationInterface {
  readonly name = 'NarrowSegments1795824013020';

  async up(runner: QueryRunner): Promise<void> {
    await setType(runner, 'int4');
    await runner.query(unpack('STABLE', HASH_OF_EVENT));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE proof_segment SET proof = proof_text(proof_segment), template = NULL, packed_proof = NULL WHERE template IS NOT NULL`,
    );
    await runner.query(unpack('IMMUTABLE', ''));
    await setType(runner, 'int8');
  }
}

const BLOCKS = ['start_block', 'end_block', 'interval_start', 'reference_block'];

async function setType(runner: QueryRunner, type: string): Promise<void> {
  await runner.query('DROP VIEW fact_event');
  await runner.query(
    `ALTER TABLE proof_segment ${BLOCKS.map((column) => `ALTER COLUMN ${column} TYPE ${type}`).join(', ')}`,
  );
  // With other types in its parts a union is read whole.
  await runner.query(`
    CREATE VIEW fact_event AS
    SELECT position, definition_set, kind, block_number, subject, definition, object, proof_hash FROM fact_event_row
    UNION ALL
    SELECT position, definition_set, CASE WHEN start_block = interval_start THEN 'proven' ELSE 'superseded' END AS kind,
           start_block::int8 AS block_number, subject, definition, object, proof_hash
    FROM proof_segment`);
}

/** The log keeps the events of orphaned blocks, too. */
const HASH_OF_EVENT = `
      ELSIF tag = 73 THEN
        size := 5;
        SELECT encode(event.block_hash, 'hex') INTO STRICT value FROM chain_event event
        WHERE event.position = ('x' || lpad(encode(substring(packed FROM place + 1 FOR size), 'hex'), 16, '0'))::bit(64)::int8;`;

/**
 * The first byte of a value: below 64 the place among the subject, the object and the earlier values of eight digits or more; below 72 the
 * count of bytes of a number, less one; 72 a text, whose two bytes of length follow; 73 the hash of a block, of whose event five bytes of
 * position follow; from 128 on the count of bytes of hexadecimal digits.
 */
const unpack = (volatility: string, hashOfEvent: string): string => `
CREATE OR REPLACE FUNCTION unpack_proof(template text, packed bytea, subject bytea, object bytea) RETURNS text
LANGUAGE plpgsql ${volatility} PARALLEL SAFE AS $$
DECLARE
  known text[] := ARRAY[encode(subject, 'hex'), encode(object, 'hex')];
  unpacked text;
  piece text;
  value text;
  tag int;
  size int;
  place int := 0;
BEGIN
  FOREACH piece IN ARRAY string_to_array(template, chr(31)) LOOP
    IF unpacked IS NULL THEN
      unpacked := piece;
      CONTINUE;
    END IF;
    tag := get_byte(packed, place);
    place := place + 1;
    IF tag < 64 THEN
      value := known[tag + 1];
    ELSE
      IF tag >= 128 THEN
        size := tag - 128;
        value := encode(substring(packed FROM place + 1 FOR size), 'hex');
      ELSIF tag < 72 THEN
        size := tag - 63;
        value := ('x' || lpad(encode(substring(packed FROM place + 1 FOR size), 'hex'), 8, '0'))::bit(32)::int::text;${hashOfEvent}
      ELSE
        size := get_byte(packed, place) * 256 + get_byte(packed, place + 1);
        place := place + 2;
        value := convert_from(substring(packed FROM place + 1 FOR size), 'UTF8');
      END IF;
      place := place + size;
      IF left(value, 1) <> '"' AND length(value) >= 8 AND cardinality(known) < 64 THEN
        known := known || value;
      END IF;
    END IF;
    unpacked := unpacked || value || piece;
  END LOOP;
  RETURN unpacked;
END $$`;
