import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Values of facts hold the bytes of addresses and hashes. Stored text is a value that packs nothing. */
export class PackFactValues1795824003050 implements MigrationInterface {
  readonly name = 'PackFactValues1795824003050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE fact ALTER COLUMN value TYPE bytea USING convert_to(value, 'UTF8')");
    await runner.query(UNPACK);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE fact ALTER COLUMN value TYPE text USING fact_value(value)');
    await runner.query('DROP FUNCTION fact_value');
  }
}

/** A byte 1, which no JSON text has, is before the counts of all bytes and of those without leading zeros, and these bytes. */
const UNPACK = `
CREATE FUNCTION fact_value(packed bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  unpacked text := '';
  mark int;
  kept int;
BEGIN
  LOOP
    mark := position('\\x01'::bytea IN packed);
    IF mark = 0 THEN
      RETURN unpacked || convert_from(packed, 'UTF8');
    END IF;
    kept := get_byte(packed, mark + 1);
    unpacked := unpacked || convert_from(substring(packed FOR mark - 1), 'UTF8') || '0x' || repeat('00', get_byte(packed, mark) - kept)
      || encode(substring(packed FROM mark + 3 FOR kept), 'hex');
    packed := substring(packed FROM mark + 3 + kept);
  END LOOP;
END $$`;
