import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proofs as templates and values, a tenth of their text. Those that are stored stay text until the projection is rebuilt. */
export class PackProofs1795651202000 implements MigrationInterface {
  readonly name = 'PackProofs1795651202000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE proof_template (
        id   int4 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        -- Canonical JSON with U+001F in place of each value.
        text text NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX proof_template_text ON proof_template (md5(text))');
    await runner.query(`
      ALTER TABLE proof_segment
        ALTER COLUMN proof DROP NOT NULL,
        ADD COLUMN template     int4,
        -- As unpack_proof reads it.
        ADD COLUMN packed_proof bytea,
        ADD CONSTRAINT proof_segment_proof CHECK ((proof IS NULL) = (template IS NOT NULL AND packed_proof IS NOT NULL))`);
    await runner.query(UNPACK);
    await runner.query(`
      -- Canonical JSON of the hashed fields.
      CREATE FUNCTION proof_text(segment proof_segment) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT coalesce(segment.proof, (
          SELECT unpack_proof(template.text, segment.packed_proof, segment.subject, segment.object)
          FROM proof_template template WHERE template.id = segment.template
        ))
      $$`);
    await runner.query(proofByHash('proof_text(segment)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'UPDATE proof_segment SET proof = proof_text(proof_segment), template = NULL, packed_proof = NULL',
    );
    await runner.query(proofByHash('segment.proof'));
    await runner.query('DROP FUNCTION proof_text, unpack_proof');
    await runner.query(
      'ALTER TABLE proof_segment DROP COLUMN template, DROP COLUMN packed_proof, ALTER COLUMN proof SET NOT NULL',
    );
    await runner.query('DROP TABLE proof_template');
  }
}

/**
 * The first byte of a value: below 64 the place among the subject, the object and the earlier values of eight digits or more; below 72 the
 * count of bytes of a number, less one; 72 a text, whose two bytes of length follow; from 128 on the count of bytes of hexadecimal digits.
 */
const UNPACK = `
CREATE FUNCTION unpack_proof(template text, packed bytea, subject bytea, object bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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
        value := ('x' || lpad(encode(substring(packed FROM place + 1 FOR size), 'hex'), 8, '0'))::bit(32)::int::text;
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

/** As it was, with another expression for the text. */
const proofByHash = (text: string): string => `
CREATE OR REPLACE FUNCTION proof_by_hash(hash bytea)
RETURNS TABLE (proof text, "proofHash" bytea, "setDigest" text, "position" int8, "evaluatedAt" int8, object bytea)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT ${text}, segment.proof_hash, definition_set.digest, segment.position, segment.evaluated_at, segment.object
  FROM proof_segment segment JOIN definition_set ON definition_set.id = segment.definition_set
  WHERE segment.proof_hash = hash
  ORDER BY definition_set.current DESC, segment.position LIMIT 1
$$`;
