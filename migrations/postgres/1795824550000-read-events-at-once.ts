import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A page of logs has the hashes of their transactions, where a cluster asked a node for each. */
export class ReadEventsAtOnce1795824550000 implements MigrationInterface {
  readonly name = 'ReadEventsAtOnce1795824550000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION last_logs');
    await runner.query(`
      CREATE FUNCTION logs_of(${PAGE})
      RETURNS TABLE (block_number int8, tx_index int4, log_index int4, log_index_in_tx int4, topic0 bytea, topic1 bytea, topic2 bytea,
                     topic3 bytea, data_size int4, packed_data bytea, tx_hash bytea)
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT log.block_number, log.tx_index, log.log_index, log.log_index_in_tx, log.topic0, log.topic1, log.topic2, log.topic3,
               log.data_size, log.packed_data, tx.hash
        FROM (${WALK}) log
        JOIN transaction tx ON tx.block_number = log.block_number AND tx.tx_index = log.tx_index
        ORDER BY log.block_number DESC, log.log_index DESC LIMIT at_most
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION logs_of');
    await runner.query(`
      CREATE FUNCTION last_logs(${PAGE}) RETURNS SETOF log LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT * FROM (${WALK}) walked ORDER BY block_number DESC, log_index DESC LIMIT at_most
      $$`);
  }
}

const PAGE = 'contract bytea, before_block int8, before_index int8, at_most int8';

const WALK = `
          SELECT * FROM log WHERE hashbyteaextended(address, 0) = hashbyteaextended(contract, 0) AND address = contract
            AND (block_number, log_index) < (before_block, before_index)
          ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES`;
