import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validator queues by day, withdrawals by validator, and who received the fees of how many blocks. */
export class CreateConsensus1795478400014 implements MigrationInterface {
  readonly name = 'CreateConsensus1795478400014';

  async up(runner: QueryRunner): Promise<void> {
    // No epoch is sampled twice, and the last one sampled is found without reading the log.
    await runner.query(
      `CREATE UNIQUE INDEX chain_event_epoch ON chain_event (block_number) WHERE kind = 'QueueSampled'`,
    );

    await runner.query(`
      CREATE TABLE queue_day (
        -- UTC days since 1970; the one in which the sampled epoch begins.
        day                int4 PRIMARY KEY,
        -- The last one sampled that day.
        epoch              int8 NOT NULL,
        -- Unix seconds at which it began, and at which the first one sampled that day did.
        time               int8 NOT NULL,
        first_time         int8 NOT NULL,
        validator_count    int8 NOT NULL,
        active_validators  int8 NOT NULL,
        total_active_gwei  numeric NOT NULL,
        pending_activation int8 NOT NULL,
        queued_gwei        numeric NOT NULL,
        deposited_gwei     numeric NOT NULL,
        pending_exit       int8 NOT NULL,
        -- Null where the node does not list what leaves.
        pending_exit_gwei  numeric,
        -- Null under rules that are not known.
        churn_gwei         numeric
      )`);
    // Lower bounds for days before the first sample.
    await runner.query(`
      CREATE TABLE queue_estimate (
        day                int4 PRIMARY KEY,
        epoch              int8 NOT NULL,
        time               int8 NOT NULL,
        pending_activation int8 NOT NULL,
        pending_exit       int8 NOT NULL
      )`);

    await runner.query(`
      CREATE TABLE withdrawal (
        block_number     int8 NOT NULL,
        withdrawal_index int8 NOT NULL,
        validator_index  int8 NOT NULL,
        address          bytea NOT NULL,
        amount_gwei      numeric NOT NULL,
        PRIMARY KEY (block_number, withdrawal_index)
      )`);
    await runner.query(
      'CREATE INDEX withdrawal_validator ON withdrawal (validator_index, withdrawal_index DESC)',
    );

    await runner.query('CREATE INDEX block_timestamp ON block (timestamp)');
    await runner.query(`
      CREATE TABLE fee_recipient_bucket (
        -- 4,096 blocks each, by number.
        bucket        int4 NOT NULL,
        fee_recipient bytea NOT NULL,
        block_count   int4 NOT NULL,
        first_block   int8 NOT NULL,
        last_block    int8 NOT NULL,
        tips          numeric NOT NULL,
        PRIMARY KEY (bucket, fee_recipient)
      )`);
    // The projection of blocks keeps it from now on; it will not see again the blocks that it has.
    await runner.query(`
      INSERT INTO fee_recipient_bucket
      SELECT number / 4096, fee_recipient, count(*), min(number), max(number),
             sum(total_gas_fees - coalesce(base_fee_per_gas * gas_used, 0))
      FROM block GROUP BY 1, 2`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fee_recipient_bucket, withdrawal, queue_estimate, queue_day');
    await runner.query('DROP INDEX block_timestamp, chain_event_epoch');
  }
}
