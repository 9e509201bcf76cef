import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Views and functions for what several statements have in common. Each is one SELECT that PostgreSQL inlines, so that it plans with the
 * statement around it, unless stated otherwise.
 */
export class NameSharedSql1795651200020 implements MigrationInterface {
  readonly name = 'NameSharedSql1795651200020';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of CREATE) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION whole_token, last_code, code_history, balance_layouts_at, last_cleared, known_run, first_gap, gap_at, gaps,
        claim_interval, proof_by_hash, tips, is_nature_evaluated, fact_event_fingerprint, is_state_requested, holders_ever, recent_counterparties, moved_unindexed`);
    await runner.query(`
      DROP VIEW token_movement, transaction_row, interaction, internal_transfer, unindexed_transfer, counterparty_side,
        counterparty_in_bucket_side`);
    await runner.query('DROP FUNCTION is_delegation');
  }
}

const CREATE = [
  // Blocks from the chain's first one to the head that are not covered, ascending.
  `CREATE FUNCTION gaps(covered int8multirange, first_block int8, head int8)
   RETURNS TABLE (from_block int8, to_block int8) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
     SELECT lower(missing), upper(missing) - 1
     FROM unnest(int8multirange(int8range(first_block, greatest(first_block, head + 1))) - covered) missing
   $$`,
  // The lowest gap of any of the families; none where \`families\` is null.
  `CREATE FUNCTION first_gap(families text[], first_block int8, head int8)
   RETURNS TABLE (from_block int8, to_block int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT gap.from_block, gap.to_block
     FROM coverage CROSS JOIN LATERAL gaps(ranges, first_block, head) gap
     WHERE family = ANY(families)
     ORDER BY 1 LIMIT 1
   $$`,
  // The gap of a family that a block is in; none where \`at_block\` is null.
  `CREATE FUNCTION gap_at(at_block int8, of_family text, first_block int8, head int8)
   RETURNS TABLE (from_block int8, to_block int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT gap.from_block, gap.to_block
     FROM coverage CROSS JOIN LATERAL gaps(ranges, first_block, head) gap
     WHERE family = of_family AND at_block BETWEEN gap.from_block AND gap.to_block
     LIMIT 1
   $$`,

  // Inner frames that move value, as the indexes of frames by address have them. A CALLCODE (type 1) leaves it where it is.
  `CREATE VIEW internal_transfer AS
   SELECT block_number, tx_index, path, type, from_address, to_address, value, gas, gas_used, selector, input_size, error, output,
          output_size, reverted
   FROM frame WHERE value > 0 AND octet_length(path) > 2 AND type <> 1`,
  // Transfers whose class only the code of the token decides, as their index has them.
  `CREATE VIEW unindexed_transfer AS
   SELECT block_number, tx_index, log_index, batch_index, token, from_address, to_address, operator, value
   FROM transfer WHERE shape = 5`,
  // EIP-7702: 0xef0100 and an address.
  `CREATE FUNCTION is_delegation(code bytea) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
     SELECT octet_length(code) = 23 AND substring(code FOR 3) = '\\xef0100'
   $$`,
  // The last code recorded for an address. A contract that was destroyed still shows it; of a delegation \`cleared_in\` is the block that
  // cleared it.
  `CREATE FUNCTION last_code(account bytea)
   RETURNS TABLE (hash bytea, code bytea, fingerprint bytea, selectors bytea, clone_target bytea, proxy_pattern text, block_number int8,
                  is_delegation boolean, cleared_in int8)
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT last.hash, last.code, last.fingerprint, last.selectors, last.clone_target, last.proxy_pattern, last.block_number,
            last.is_delegation, newest.cleared_in
     FROM (
       SELECT code.*, change.block_number, is_delegation(code.code) AS is_delegation
       FROM code_change change JOIN code ON code.hash = change.code_hash
       WHERE change.address = account
       ORDER BY change.block_number DESC, change.tx_index DESC LIMIT 1
     ) last
     LEFT JOIN LATERAL (
       SELECT CASE change.kind WHEN 'cleared' THEN change.block_number END AS cleared_in
       FROM code_change change
       WHERE last.is_delegation AND change.address = account
       ORDER BY change.block_number DESC, change.tx_index DESC LIMIT 1
     ) newest ON true
   $$`,
  // Changes of the code of a contract, without clearings by authorizations: those clear delegations only, because no older contract can be
  // destroyed since they exist (EIP-6780).
  `CREATE FUNCTION code_history(account bytea)
   RETURNS TABLE (block_number int8, tx_index int4, kind text, code_hash bytea, creation_type text, deployer bytea)
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT step.block_number, step.tx_index, step.kind, step.code_hash, step.creation_type, step.deployer
     FROM code_change step
     WHERE step.address = account AND NOT (step.kind = 'cleared' AND EXISTS (
       SELECT FROM transaction clearing
       WHERE clearing.block_number = step.block_number AND clearing.tx_index = step.tx_index AND clearing.authorization_count > 0
     ))
   $$`,

  // Fees above the base fee; before London all fees.
  `CREATE FUNCTION tips(gas_fees numeric, base_fee_per_gas numeric, gas_used int8) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
     SELECT gas_fees - coalesce(base_fee_per_gas * gas_used, 0)
   $$`,
  // A transaction in the words of answers.
  `CREATE VIEW transaction_row AS
   SELECT tx.block_number, tx.tx_index AS "txIndex", tx.hash, tx.type, tx.from_address AS "from", tx.to_address AS "to",
          tx.contract_address AS "contractAddress", tx.value, tx.nonce, tx.gas_limit::text AS "gasLimit",
          tx.gas_used::text AS "gasUsed", tx.effective_gas_price AS "effectiveGasPrice", tx.max_fee_per_gas AS "maxFeePerGas",
          tx.max_priority_fee_per_gas AS "maxPriorityFeePerGas", tx.max_fee_per_blob_gas AS "maxFeePerBlobGas",
          tx.blob_versioned_hashes AS "blobVersionedHashes", tx.access_list_size AS "accessListSize",
          tx.authorization_count AS "authorizationCount", octet_length(tx.input) AS "inputSize",
          substring(tx.input FOR 4) AS "inputStart", tx.status, tx.log_count AS "logCount"
   FROM transaction tx`,
  // A token transfer with its transaction and block, in the words of answers.
  `CREATE VIEW token_movement AS
   SELECT transfer.block_number AS "blockNumber", transfer.tx_index AS "txIndex", transfer.log_index AS "logIndex",
          transfer.batch_index AS "batchIndex", block.timestamp, tx.hash AS "txHash", tx.from_address AS "txSender",
          tx.to_address AS "txTo", transfer.token, transfer.shape, transfer.from_address AS "from", transfer.to_address AS "to",
          transfer.operator, transfer.token_id AS "tokenId", transfer.value
   FROM transfer
   LEFT JOIN transaction tx USING (block_number, tx_index)
   LEFT JOIN block ON block.number = transfer.block_number`,

  // A token with its lifetime totals, and the first gap that invalidates them: one between its deployment, or the chain's first block where
  // that is unknown, and the head. Where only its code decides the class of its transfers and no code is known, a gap of state changes counts
  // too; without one it has no code. The deployment is the first change of the code, unless that clears code or the token had transfers
  // before: then it was deployed where changes are not known, and what comes later is another creation. A delegation deploys nothing. One row
  // once a block is stored; the columns of a token are null where the address is none.
  `CREATE FUNCTION whole_token(token_address bytea, first_block int8)
   RETURNS TABLE ("headNumber" int8, "fromBlock" int8, "toBlock" int8, transfers int8, mints int8, burns int8, minted numeric,
                  burned numeric, erc20 int8, erc721 int8, erc1155 int8, unindexed int8, erc777 int8, erc4626 int8, symbol bytea,
                  name bytea, decimals int2, selectors bytea, "amountHolders" int8, "amountHoldersEver" int8, "amountHeld" numeric,
                  "itemHolders" int8, "itemHoldersEver" int8, "itemsHeld" numeric)
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT head.number, gap.from_block, gap.to_block, token.transfers, token.mints, token.burns, token.minted, token.burned,
            token.erc20_transfers, token.erc721_transfers, token.erc1155_transfers, token.unindexed_transfers, token.erc777_events,
            token.erc4626_events, declared.symbol, declared.name, declared.decimals, coalesce(code.selectors, ''),
            token.amount_holders, token.amount_holders_ever, token.amount_held, token.item_holders, token.item_holders_ever,
            token.items_held
     FROM (SELECT max(number) AS number FROM block) head
     LEFT JOIN token ON token.address = token_address
     LEFT JOIN token_metadata declared ON declared.token = token_address
     LEFT JOIN LATERAL (
       SELECT code.selectors FROM code_change change JOIN code ON code.hash = change.code_hash
       WHERE change.address = token_address AND token.unindexed_transfers > 0
       ORDER BY change.block_number DESC, change.tx_index DESC LIMIT 1
     ) code ON true
     LEFT JOIN LATERAL (
       SELECT change.block_number AS block
       FROM (
         SELECT block_number, code_hash FROM code_change WHERE address = token_address ORDER BY block_number, tx_index LIMIT 1
       ) change JOIN code ON code.hash = change.code_hash
       WHERE NOT is_delegation(code.code)
         AND change.block_number <= coalesce((SELECT min(block_number) FROM transfer WHERE token = token_address), change.block_number)
     ) deployment ON true
     LEFT JOIN LATERAL (
       SELECT missing.from_block, missing.to_block
       FROM coverage CROSS JOIN LATERAL gaps(ranges, coalesce(deployment.block, first_block), head.number) missing
       WHERE family = 'blocks' OR (family = 'state_diff' AND token.unindexed_transfers > 0 AND code.selectors IS NULL)
       ORDER BY 1 LIMIT 1
     ) gap ON true
     WHERE head.number IS NOT NULL
   $$`,
  // Count of addresses that ever held a token: of items where most transfers moved items, of amounts otherwise. Not inlined.
  `CREATE FUNCTION holders_ever(token_address bytea) RETURNS int8 LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT CASE WHEN erc721_transfers > greatest(erc20_transfers, erc1155_transfers) THEN item_holders_ever ELSE amount_holders_ever END
     FROM token WHERE address = token_address
   $$`,

  // The blocks around one that have state diffs, and their first: from there on every change up to the block is known.
  `CREATE FUNCTION known_run(at_block int8) RETURNS TABLE (run int8range, since int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT run, lower(run) FROM coverage, unnest(ranges) run WHERE family = 'state_diff' AND run @> at_block
   $$`,
  // The block in which code of a contract last went, and its storage with it, which no state diff lists. Null without one.
  `CREATE FUNCTION last_cleared(account bytea, at_block int8) RETURNS TABLE (block int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT max(block_number) FROM code_change WHERE address = account AND kind = 'cleared' AND block_number <= at_block
   $$`,
  // Balance layouts that apply at a block. The contract may have changed in a gap, so a balance must have agreed since.
  `CREATE FUNCTION balance_layouts_at(at_block int8)
   RETURNS TABLE (token bytea, layout int2, from_block int8, known_since int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT covering.token, covering.layout, covering.from_block, known.since
     FROM known_run(at_block) known
     CROSS JOIN balance_layout covering
     WHERE covering.from_block <= at_block AND (covering.to_block IS NULL OR covering.to_block >= at_block)
       AND (covering.from_block >= known.since OR EXISTS (
         SELECT FROM balance_check agreed
         JOIN balance_read USING (token, block_number, holder)
         JOIN storage_value word ON word.block_number = agreed.block_number AND word.address = agreed.token AND word.slot = agreed.slot
         WHERE agreed.token = covering.token AND agreed.layout = covering.layout AND known.run @> agreed.block_number
           AND agreed.block_number <= coalesce(covering.to_block, agreed.block_number)
           AND word.value = balance_read.value AND word.value <> ''
       ))
   $$`,

  // Calls, frames and token transfers between two addresses that differ. Flags: 1 external, 2 internal, 4 token, and of a token 8 fungible,
  // 16 item, 32 decided by its code.
  `CREATE VIEW interaction AS
   SELECT block_number, tx_index, from_address, to_address, status = 1 AS succeeded, 1 AS flags
   FROM transaction WHERE from_address <> to_address
   UNION ALL
   SELECT block_number, tx_index, from_address, to_address, NOT reverted, 2 FROM internal_transfer WHERE from_address <> to_address
   UNION ALL
   SELECT block_number, tx_index, from_address, to_address, true, (ARRAY[12, 20, 20, 20, 12, 36])[shape + 1]
   FROM transfer WHERE from_address <> to_address`,
  ...['counterparty', 'counterparty_in_bucket'].map((table) => {
    const bucket = table === 'counterparty' ? '' : 'from_block, ';
    // Each pair twice, from either side.
    return `CREATE VIEW ${table}_side AS
   SELECT ${bucket}address_a AS address, address_b AS counterparty, tx_count, succeeded_count, a_to_b_count AS sent_count,
          b_to_a_count AS received_count, external_count, internal_count, token_count, token_flags, first_block, last_block
   FROM ${table}
   UNION ALL
   SELECT ${bucket}address_b, address_a, tx_count, succeeded_count, b_to_a_count, a_to_b_count, external_count, internal_count,
          token_count, token_flags, first_block, last_block
   FROM ${table}`;
  }),
  // The counterparties of an address in the blocks that are in no bucket that ends by a block, from the records themselves.
  `CREATE FUNCTION recent_counterparties(account bytea, at_block int8, chain_start int8)
   RETURNS TABLE (counterparty bytea, tx_count int8, succeeded_count int8, sent_count int8, received_count int8, external_count int8,
                  internal_count int8, token_count int8, token_flags int2, first_block int8, last_block int8)
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT met.counterparty, count(*), count(*) FILTER (WHERE met.succeeded), count(*) FILTER (WHERE is_sent),
            count(*) FILTER (WHERE is_received), count(*) FILTER (WHERE met.flags & 1 > 0), count(*) FILTER (WHERE met.flags & 2 > 0),
            count(*) FILTER (WHERE met.flags & 4 > 0), (bit_or(met.flags) >> 3)::int2, min(met.block_number), max(met.block_number)
     FROM (
       SELECT coalesce(range_agg(int8range(bucket.from_block, bucket.to_block, '[]')), '{}') AS blocks
       FROM counterparty_bucket bucket WHERE bucket.to_block <= at_block
     ) folded
     CROSS JOIN LATERAL gaps(folded.blocks, chain_start, at_block) run
     CROSS JOIN LATERAL (
       SELECT side.counterparty, side.block_number, bool_or(side.is_sent) AS is_sent, bool_or(NOT side.is_sent) AS is_received,
              bool_or(side.succeeded) AS succeeded, bit_or(side.flags) AS flags
       FROM (
         SELECT to_address AS counterparty, block_number, tx_index, true AS is_sent, succeeded, flags FROM interaction
         WHERE from_address = account AND block_number BETWEEN run.from_block AND run.to_block
         UNION ALL
         SELECT from_address, block_number, tx_index, false, succeeded, flags FROM interaction
         WHERE to_address = account AND block_number BETWEEN run.from_block AND run.to_block
       ) side
       GROUP BY side.counterparty, side.block_number, side.tx_index
     ) met
     GROUP BY met.counterparty
   $$`,
  // Whether tokens that index nothing and own items (ownerOf), or amounts, moved between two addresses up to a block.
  `CREATE FUNCTION moved_unindexed(account bytea, counterparty bytea, at_block int8)
   RETURNS TABLE (items boolean, amounts boolean) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT bool_or(owned.are_items), bool_or(NOT owned.are_items)
     FROM (
       SELECT token FROM unindexed_transfer WHERE from_address = account AND to_address = counterparty AND block_number <= at_block
       UNION
       SELECT token FROM unindexed_transfer WHERE from_address = counterparty AND to_address = account AND block_number <= at_block
     ) moved
     LEFT JOIN LATERAL (
       SELECT code.selectors FROM code_change change JOIN code ON code.hash = change.code_hash
       WHERE change.address = moved.token
       ORDER BY change.block_number DESC, change.tx_index DESC LIMIT 1
     ) code ON true
     CROSS JOIN LATERAL (
       SELECT EXISTS (
         SELECT FROM generate_series(1, octet_length(code.selectors), 4) place
         WHERE substring(code.selectors FROM place FOR 4) = '\\x6352211e'
       ) AS are_items
     ) owned
   $$`,

  // The covered blocks of the whole interval of a claim. An open one ends with its evaluated range: a claim that was open when a gap began is
  // not known to hold beyond it. \`start_block\` is null where none of it is covered; \`end_block\` is, while it holds at the end of coverage.
  `CREATE FUNCTION claim_interval(claim_set int2, claim_subject bytea, claim_definition int2, claim_object bytea, claim_start int8,
                                  covered int8multirange, evaluated int8multirange)
   RETURNS TABLE (start_block int8, end_block int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT lower(shown.blocks),
            CASE WHEN upper(shown.blocks) < upper(covered) OR last.end_block < upper(covered) THEN upper(shown.blocks) - 1 END
     FROM (
       SELECT segment.end_block FROM proof_segment segment
       WHERE segment.definition_set = claim_set AND segment.subject = claim_subject AND segment.definition = claim_definition
         AND segment.object = claim_object AND segment.start_block >= claim_start AND segment.interval_start = claim_start
       ORDER BY segment.start_block DESC LIMIT 1
     ) last
     CROSS JOIN LATERAL (
       SELECT covered * int8multirange(int8range(claim_start, coalesce(
         last.end_block, (SELECT upper(range) - 1 FROM unnest(evaluated) range WHERE range @> claim_start)
       ), '[]')) AS blocks
     ) shown
   $$`,
  // The one row that speaks for a proof: the same proof may carry a claim more than once, and under several definition sets, but it is one
  // record, with the revision and the time it was first found at.
  `CREATE FUNCTION proof_by_hash(hash bytea)
   RETURNS TABLE (proof text, "proofHash" bytea, "setDigest" text, "position" int8, "evaluatedAt" int8, object bytea)
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT segment.proof, segment.proof_hash, definition_set.digest, segment.position, segment.evaluated_at, segment.object
     FROM proof_segment segment JOIN definition_set ON definition_set.id = segment.definition_set
     WHERE segment.proof_hash = hash
     ORDER BY definition_set.current DESC, segment.position LIMIT 1
   $$`,
  // Whether a requester waits for a state read of an address at the end of a block. Not inlined.
  `CREATE FUNCTION is_state_requested(by_requester text, of_subject bytea, at_block int8) RETURNS boolean
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT EXISTS (
       SELECT FROM state_read_request WHERE requester = by_requester AND subject = of_subject AND block_number = at_block
     )
   $$`,
  // Identifies a fact event among others at the same position; null without one. Not inlined.
  `CREATE FUNCTION fact_event_fingerprint(at_position int8) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT encode(sha256(convert_to(concat_ws(' ', definition_set, kind, block_number, encode(subject, 'hex'), definition,
       encode(object, 'hex'), encode(proof_hash, 'hex')), 'UTF8')), 'hex')
     FROM fact_event WHERE position = at_position
   $$`,
  // Whether the nature of an address is evaluated at a block: its family is covered there, no definition of it is undecided about the
  // address, and its code is known as far as they need it. Not inlined.
  `CREATE FUNCTION is_nature_evaluated(account bytea, at_block int8, first_block int8) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT EXISTS (
       SELECT FROM served_definition definition
       WHERE family = 'address_nature' AND covered @> at_block AND NOT EXISTS (
         SELECT FROM undecided_segment
         JOIN served_definition nature USING (definition_set, definition)
         WHERE subject = account AND nature.family = definition.family AND nature.evaluated @> int8range(start_block, at_block, '[]')
           AND (end_block IS NULL OR end_block >= at_block)
       ) AND NOT EXISTS (
         SELECT FROM served_definition nature
         WHERE nature.family = definition.family AND nature.records IN (SELECT records_of_unknown_code(account, at_block, first_block))
       )
     )
   $$`,
];
