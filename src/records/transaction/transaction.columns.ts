/** Columns of a `TransactionRow` from table `transaction` under the alias `tx`. */
export const TRANSACTION_COLUMNS = `
  tx.tx_index AS "txIndex", tx.hash, tx.type, tx.from_address AS "from", tx.to_address AS "to",
  tx.contract_address AS "contractAddress", tx.value, tx.nonce, tx.gas_limit::text AS "gasLimit",
  tx.gas_used::text AS "gasUsed", tx.effective_gas_price AS "effectiveGasPrice", tx.max_fee_per_gas AS "maxFeePerGas",
  tx.max_priority_fee_per_gas AS "maxPriorityFeePerGas", tx.max_fee_per_blob_gas AS "maxFeePerBlobGas",
  tx.blob_versioned_hashes AS "blobVersionedHashes", tx.access_list_size AS "accessListSize",
  tx.authorization_count AS "authorizationCount", octet_length(tx.input) AS "inputSize",
  substring(tx.input FOR 4) AS "inputStart", tx.status, tx.log_count AS "logCount"`;

/** Columns of a `TransactionBlock` from table `block`. */
export const BLOCK_COLUMNS = `
  block.number AS "blockNumber", block.hash AS "blockHash", block.timestamp,
  block.base_fee_per_gas AS "baseFeePerGas", block.blob_base_fee AS "blobBaseFee"`;
