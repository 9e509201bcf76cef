import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A block that changed settings of a token is one row, which also has what the token declared after it. */
export class StoreSettingsOnce1795824019220 implements MigrationInterface {
  readonly name = 'StoreSettingsOnce1795824019220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whether the block changed settings of the token. token_setting has those of contracts that are not known as tokens at that block.
      ALTER TABLE token_declaration ADD COLUMN is_setting boolean NOT NULL DEFAULT false`);
    await runner.query(`
      WITH moved AS (
        DELETE FROM token_setting setting USING token_declaration declared
        WHERE (setting.token, setting.block_number) = (declared.token, declared.block_number) RETURNING setting.token, setting.block_number
      )
      UPDATE token_declaration declared SET is_setting = true FROM moved
      WHERE (declared.token, declared.block_number) = (moved.token, moved.block_number)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO token_setting (token, block_number) SELECT token, block_number FROM token_declaration WHERE is_setting`);
    await runner.query('ALTER TABLE token_declaration DROP COLUMN is_setting');
  }
}
