import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blocks, transactions, logs and frames: composite keys led by the block, so that rows arrive in key order and unwind by range. */
export class CreateChainProjections1795132800002 implements MigrationInterface {
  readonly name = 'CreateChainProjections1795132800002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE block (
        number                  int8 PRIMARY KEY,
        hash                    bytea NOT NULL,
        parent_hash             bytea NOT NULL,
        timestamp               int4 NOT NULL,
        fee_recipient           bytea NOT NULL,
        state_root              bytea NOT NULL,
        transactions_root       bytea NOT NULL,
        receipts_root           bytea NOT NULL,
        gas_limit               int8 NOT NULL,
        gas_used                int8 NOT NULL,
        base_fee_per_gas        numeric,
        blob_base_fee           numeric,
        blob_gas_used           int8,
        excess_blob_gas         int8,
        difficulty              numeric NOT NULL,
        extra_data              bytea NOT NULL,
        ommer_count             int2 NOT NULL,
        tx_count                int4 NOT NULL,
        contract_creation_count int4 NOT NULL,
        blob_tx_count           int4 NOT NULL,
        withdrawal_count        int4 NOT NULL,
        total_withdrawal_gwei   numeric NOT NULL,
        total_value             numeric NOT NULL,
        total_gas_fees          numeric NOT NULL,
        log_count               int4 NOT NULL,
        -- Null before Byzantium where no call traces tell success.
        successful_tx_count     int4,
        failed_tx_count         int4,
        -- Null without a state diff, or while an ommer is unknown.
        unique_address_count    int4
      )`);

    await runner.query(`
      CREATE TABLE transaction (
        block_number             int8 NOT NULL,
        tx_index                 int4 NOT NULL,
        hash                     bytea NOT NULL,
        type                     int2 NOT NULL,
        from_address             bytea NOT NULL,
        to_address               bytea,
        -- Where a creation deploys to, whether or not it succeeded.
        contract_address         bytea,
        value                    numeric NOT NULL,
        nonce                    int8 NOT NULL,
        gas_limit                int8 NOT NULL,
        gas_used                 int8 NOT NULL,
        effective_gas_price      numeric NOT NULL,
        gas_price                numeric,
        max_fee_per_gas          numeric,
        max_priority_fee_per_gas numeric,
        max_fee_per_blob_gas     numeric,
        blob_versioned_hashes    bytea[],
        access_list_size         int4,
        authorization_count      int4,
        input                    bytea NOT NULL,
        status                   int2,
        log_count                int4 NOT NULL,
        PRIMARY KEY (block_number, tx_index)
      )`);
    await runner.query('CREATE INDEX transaction_hash ON transaction (hash)');

    await runner.query(`
      CREATE TABLE log (
        block_number    int8 NOT NULL,
        log_index       int4 NOT NULL,
        tx_index        int4 NOT NULL,
        log_index_in_tx int4 NOT NULL,
        address         bytea NOT NULL,
        topic0          bytea,
        topic1          bytea,
        topic2          bytea,
        topic3          bytea,
        data            bytea NOT NULL,
        PRIMARY KEY (block_number, log_index)
      )`);

    await runner.query(`
      CREATE TABLE frame (
        block_number int8 NOT NULL,
        tx_index     int4 NOT NULL,
        -- Two bytes per level; orders the frames of a transaction as they were entered.
        path         bytea NOT NULL,
        type         int2 NOT NULL,
        from_address bytea NOT NULL,
        to_address   bytea,
        value        numeric NOT NULL,
        gas          int8 NOT NULL,
        gas_used     int8 NOT NULL,
        selector     bytea,
        input_size   int4 NOT NULL,
        -- Present exactly when the frame itself failed; output is its revert data, cut at 4096 bytes.
        error        text,
        output       bytea,
        output_size  int4 NOT NULL,
        PRIMARY KEY (block_number, tx_index, path)
      )`);

    await runner.query(`
      CREATE TABLE coverage (
        family text PRIMARY KEY,
        ranges int8multirange NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE coverage, frame, log, transaction, block');
  }
}
