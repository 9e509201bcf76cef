import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data of logs and inputs of transactions without the zeros of their words. Both projections start again from the log. */
export class PackDataAndInput1795651202030 implements MigrationInterface {
  readonly name = 'PackDataAndInput1795651202030';

  async up(runner: QueryRunner): Promise<void> {
    await startAgain(runner);
    // Topics after the first have no leading zeros any more, either.
    await runner.query(`
      ALTER TABLE log
        DROP COLUMN data,
        ADD COLUMN data_size   int4 NOT NULL,
        -- By packWords.
        ADD COLUMN packed_data bytea NOT NULL`);
    await runner.query('DROP VIEW transaction_row');
    await runner.query(`
      ALTER TABLE transaction
        DROP COLUMN input,
        ADD COLUMN input_size   int4 NOT NULL,
        -- Four bytes as they are, the others by packWords.
        ADD COLUMN packed_input bytea NOT NULL`);
    await runner.query(transactionRow('tx.input_size', 'substring(tx.packed_input FOR 4)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await startAgain(runner);
    await runner.query(
      'ALTER TABLE log DROP COLUMN data_size, DROP COLUMN packed_data, ADD COLUMN data bytea NOT NULL',
    );
    await runner.query('DROP VIEW transaction_row');
    await runner.query(
      'ALTER TABLE transaction DROP COLUMN input_size, DROP COLUMN packed_input, ADD COLUMN input bytea NOT NULL',
    );
    await runner.query(transactionRow('octet_length(tx.input)', 'substring(tx.input FOR 4)'));
  }
}

async function startAgain(runner: QueryRunner): Promise<void> {
  await runner.query('TRUNCATE log, transaction');
  await runner.query("DELETE FROM checkpoint WHERE reader IN ('log', 'transaction')");
}

/** As it was, with other expressions for the size and the first bytes of the input. */
const transactionRow = (size: string, start: string): string => `
CREATE VIEW transaction_row AS
SELECT tx.block_number, tx.tx_index AS "txIndex", tx.hash, tx.type, tx.from_address AS "from", tx.to_address AS "to",
       tx.contract_address AS "contractAddress", tx.value, tx.nonce, tx.gas_limit::text AS "gasLimit",
       tx.gas_used::text AS "gasUsed", tx.effective_gas_price AS "effectiveGasPrice", tx.max_fee_per_gas AS "maxFeePerGas",
       tx.max_priority_fee_per_gas AS "maxPriorityFeePerGas", tx.max_fee_per_blob_gas AS "maxFeePerBlobGas",
       tx.blob_versioned_hashes AS "blobVersionedHashes", tx.access_list_size AS "accessListSize",
       tx.authorization_count AS "authorizationCount", ${size} AS "inputSize", ${start} AS "inputStart", tx.status,
       tx.log_count AS "logCount"
FROM transaction tx`;
