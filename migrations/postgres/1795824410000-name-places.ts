import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A cluster that joins these tables with a block of the coordinator brings all their rows there; a function asks one shard. */
export class NamePlaces1795824410000 implements MigrationInterface {
  readonly name = 'NamePlaces1795824410000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table, condition] of LOOKUPS)
      await runner.query(
        `CREATE FUNCTION ${name} RETURNS SETOF ${table} LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT * FROM ${table} WHERE ${condition} $$`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of LOOKUPS) await runner.query(`DROP FUNCTION ${name}`);
  }
}

const IN_TRANSACTION = 'block_number = of_block AND tx_index = of_index';

/** Signature, table and condition of each. */
const LOOKUPS: readonly (readonly [string, string, string])[] = [
  ['failed_frames_of(of_block int8, of_index int4)', 'failed_frame', IN_TRANSACTION],
  [
    'log_at(of_block int8, of_index int4, of_place int4)',
    'log',
    `${IN_TRANSACTION} AND log_index_in_tx = of_place`,
  ],
  ['withdrawals_of(of_block int8)', 'withdrawal', 'block_number = of_block'],
];
