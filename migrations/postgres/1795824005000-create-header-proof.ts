import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proofs that headers are Ethereum's, from archives, for bundles. They are in no event, claim or digest. */
export class CreateHeaderProof1795824005000 implements MigrationInterface {
  readonly name = 'CreateHeaderProof1795824005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE header_proof (
        block_hash bytea PRIMARY KEY,
        -- rlp([type, SSZ of the proof]), as in .ere files.
        proof      bytea NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS header_proof');
  }
}
