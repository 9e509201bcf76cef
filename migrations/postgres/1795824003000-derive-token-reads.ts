import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open reads of tokens are bits of their declarations, in place of three rows each. */
export class DeriveTokenReads1795824003000 implements MigrationInterface {
  readonly name = 'DeriveTokenReads1795824003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION is_state_requested');
    await runner.query('ALTER TABLE state_read_request RENAME TO state_read_request_row');
    await runner.query('ALTER INDEX state_read_request_pkey RENAME TO state_read_request_row_pkey');
    await runner.query('ALTER INDEX state_read_request_block RENAME TO state_read_request_row_block');
    await runner.query(`
      -- The calls that are still to be answered: 1 symbol(), 2 name(), 4 decimals().
      ALTER TABLE token_declaration ADD COLUMN open_reads int2 NOT NULL DEFAULT 0`);
    await runner.query(`
      UPDATE token_declaration declared SET open_reads = open.bits
      FROM (
        SELECT subject, block_number, sum(bit)::int2 AS bits
        FROM state_read_request_row JOIN ${READS} USING (what) WHERE requester = 'token' GROUP BY subject, block_number
      ) open
      WHERE (declared.token, declared.block_number) = (open.subject, open.block_number)`);
    await runner.query("DELETE FROM state_read_request_row WHERE requester = 'token'");
    // Open reads are taken in the order of blocks, also during a fill.
    await runner.query(
      'CREATE INDEX token_declaration_open_lookup ON token_declaration (block_number) WHERE open_reads <> 0',
    );
    await runner.query(`
      CREATE VIEW token_read_request AS
      SELECT token AS subject, what, block_number
      FROM token_declaration JOIN ${READS} ON open_reads & bit <> 0 WHERE open_reads <> 0`);
    await runner.query(`
      CREATE VIEW state_read_request AS
      SELECT subject, what, block_number, requester FROM state_read_request_row
      UNION ALL SELECT subject, what, block_number, 'token' FROM token_read_request`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO state_read_request_row (subject, what, block_number, requester)
      SELECT subject, what, block_number, 'token' FROM token_read_request`);
    await runner.query('DROP VIEW state_read_request, token_read_request');
    await runner.query('ALTER TABLE token_declaration DROP COLUMN open_reads');
    await runner.query('ALTER TABLE state_read_request_row RENAME TO state_read_request');
    await runner.query('ALTER INDEX state_read_request_row_pkey RENAME TO state_read_request_pkey');
    await runner.query('ALTER INDEX state_read_request_row_block RENAME TO state_read_request_block');
    await runner.query(`
      CREATE FUNCTION is_state_requested(by_requester text, of_subject bytea, at_block int8) RETURNS boolean
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT EXISTS (
          SELECT FROM state_read_request WHERE requester = by_requester AND subject = of_subject AND block_number = at_block
        )
      $$`);
  }
}

const READS = `(VALUES (1, '0x95d89b41'), (2, '0x06fdde03'), (4, '0x313ce567')) AS read (bit, what)`;
