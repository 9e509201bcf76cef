import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls that failed, those to precompiles among them, by their place among all calls. The projection folds the log into it. */
export class CreateFailedFrame1763730000002 implements MigrationInterface {
  readonly name = 'CreateFailedFrame1763730000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE failed_frame (
        block_number int8 NOT NULL,
        tx_index     int4 NOT NULL,
        -- Two bytes per level, every call counted: not the path of a frame, which leaves calls to precompiles out.
        call_path    bytea NOT NULL,
        -- FRAME_TYPES.
        type         int2 NOT NULL,
        from_address bytea NOT NULL,
        -- Null for a creation that failed before it had an address.
        to_address   bytea,
        gas_used     int8 NOT NULL,
        error        text NOT NULL,
        -- Its first bytes.
        output       bytea NOT NULL,
        output_size  int4 NOT NULL,
        PRIMARY KEY (block_number, tx_index, call_path)
      )`);
    // Of blocks stored before nobody knows which calls to precompiles failed, but for those without transactions.
    await runner.query(`
      DO $$ BEGIN
        IF to_regclass('coverage') IS NOT NULL THEN
          INSERT INTO coverage (family, ranges)
          SELECT 'failed_frames', coalesce(range_agg(int8range(number, number, '[]')), '{}') FROM block WHERE tx_count = 0
          HAVING EXISTS (SELECT FROM coverage);
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE failed_frame');
  }
}
