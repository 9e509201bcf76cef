import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lookups of rows by block, account or slot as functions. The planner of one server copies their text into the asking statement, so nothing
 * changes there; a cluster runs each by itself, where it refuses the statement that joins their tables with others.
 */
export class NameLookups1795824008000 implements MigrationInterface {
  readonly name = 'NameLookups1795824008000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, result, body] of LOOKUPS)
      await runner.query(
        `CREATE FUNCTION ${name} RETURNS ${result} LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`,
      );
    for (const [name, before, after] of CALLERS) await rewrite(runner, name, before, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, before, after] of [...CALLERS].reverse()) await rewrite(runner, name, after, before);
    for (const [name] of [...LOOKUPS].reverse()) await runner.query(`DROP FUNCTION ${name}`);
  }
}

const SAME_SLOT = 'hashbyteaextended(slot, 0) = hashbyteaextended(of_slot, 0) AND slot = of_slot';
const SAME_ACCOUNT = 'hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account';
const IN_RANGE = 'block_number BETWEEN from_block AND to_block';

/** Signature, result and statement of each. */
const LOOKUPS: readonly (readonly [string, string, string])[] = [
  [
    'last_slot_change(account bytea, of_slot bytea, from_block int8, to_block int8)',
    'TABLE (block_number int8, after bytea)',
    `SELECT block_number, after FROM storage_change WHERE ${SAME_SLOT} AND address = account AND ${IN_RANGE}
     ORDER BY block_number DESC LIMIT 1`,
  ],
  [
    'next_slot_change(account bytea, of_slot bytea, from_block int8, to_block int8)',
    'TABLE (block_number int8, before bytea)',
    `SELECT block_number, before FROM storage_change WHERE ${SAME_SLOT} AND address = account AND ${IN_RANGE}
     ORDER BY block_number LIMIT 1`,
  ],
  [
    'slots_changed_in(from_block int8, to_block int8)',
    'TABLE (address bytea, slot bytea, block_number int8)',
    `SELECT address, slot, block_number FROM storage_change WHERE ${IN_RANGE}`,
  ],
  [
    'last_slot_value(account bytea, of_slot bytea, from_block int8, to_block int8)',
    'TABLE (value bytea, block_number int8)',
    `SELECT value, block_number FROM storage_value WHERE ${SAME_SLOT} AND address = account AND ${IN_RANGE}
     ORDER BY block_number DESC LIMIT 1`,
  ],
  [
    'slot_values_in(of_block int8, account bytea, of_slot bytea)',
    'TABLE (value bytea)',
    `SELECT value FROM storage_value WHERE ${SAME_SLOT} AND address = account AND block_number = of_block`,
  ],
  [
    'next_account_of_slot(of_slot bytea, above bytea)',
    'TABLE (address bytea)',
    `SELECT address FROM storage_value WHERE ${SAME_SLOT} AND address > above ORDER BY address LIMIT 1`,
  ],
  [
    'last_wei(account bytea, from_block int8, to_block int8)',
    'TABLE (wei numeric, block_number int8)',
    `SELECT wei, block_number FROM account_state WHERE ${SAME_ACCOUNT} AND wei IS NOT NULL AND ${IN_RANGE}
     ORDER BY block_number DESC LIMIT 1`,
  ],
  [
    'last_nonce(account bytea, from_block int8, to_block int8)',
    'TABLE (nonce int8)',
    `SELECT nonce FROM account_state WHERE ${SAME_ACCOUNT} AND nonce IS NOT NULL AND ${IN_RANGE}
     ORDER BY block_number DESC LIMIT 1`,
  ],
  [
    'credited_wei(account bytea, from_block int8, to_block int8)',
    'TABLE (wei numeric, last int8)',
    `SELECT sum(wei), max(block_number) FROM native_credit WHERE address = account AND ${IN_RANGE}`,
  ],
  [
    'accounts_changed_in(from_block int8, to_block int8)',
    'TABLE (address bytea, block_number int8)',
    `SELECT address, block_number FROM account_state WHERE ${IN_RANGE}
     UNION ALL SELECT address, block_number FROM native_credit WHERE ${IN_RANGE}`,
  ],
  [
    'blocks_of_sender(account bytea, at_most int8)',
    'TABLE (block_number int8)',
    'SELECT block_number FROM transaction WHERE from_address = account LIMIT at_most',
  ],
  [
    'blocks_of_recipient(account bytea, at_most int8)',
    'TABLE (block_number int8)',
    'SELECT block_number FROM transaction WHERE to_address = account LIMIT at_most',
  ],
  [
    'activity_of(account bytea)',
    'TABLE (first_block int8, last_block int8)',
    `SELECT least(${activity('min')}), greatest(${activity('max')})`,
  ],
  [
    'is_active(account bytea)',
    'TABLE (yes boolean)',
    `SELECT ${[
      'transaction WHERE to_address',
      'transaction WHERE from_address',
      'transfer WHERE to_address',
      'transfer WHERE from_address',
      'internal_transfer WHERE to_address',
      'internal_transfer WHERE from_address',
    ]
      .map((place) => `EXISTS (SELECT 1 FROM ${place} = account)`)
      .join(' OR ')}`,
  ],
  [
    'last_logs(contract bytea, before_block int8, before_index int8, at_most int8)',
    'SETOF log',
    `SELECT * FROM (
       SELECT * FROM log WHERE address = contract AND (block_number, log_index) < (before_block, before_index)
       ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES
     ) walked
     ORDER BY block_number DESC, log_index DESC LIMIT at_most`,
  ],
  [
    'has_logs(contract bytea)',
    'TABLE (yes boolean)',
    'SELECT true FROM log WHERE address = contract LIMIT 1',
  ],
  [
    'last_received(account bytea, at_block int8, at_most int8)',
    'SETOF transfer',
    `SELECT * FROM (
       SELECT * FROM transfer WHERE to_address = account AND block_number <= at_block
       ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES
     ) walked
     ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT at_most`,
  ],
  [
    'last_transfer(of_token bytea, at_block int8)',
    'SETOF transfer',
    `SELECT * FROM transfer WHERE token = of_token AND block_number <= at_block
     ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT 1`,
  ],
  [
    'moves_in(holder bytea, of_token bytea, from_block int8, to_block int8)',
    'TABLE (block_number int8)',
    `SELECT block_number FROM transfer WHERE from_address = holder AND token = of_token AND ${IN_RANGE}
     UNION ALL SELECT block_number FROM transfer WHERE to_address = holder AND token = of_token AND ${IN_RANGE}`,
  ],
  [
    'unindexed_between(account bytea, counterparty bytea, at_block int8)',
    'TABLE (token bytea)',
    `SELECT token FROM unindexed_transfer WHERE from_address = account AND to_address = counterparty AND block_number <= at_block
     UNION
     SELECT token FROM unindexed_transfer WHERE from_address = counterparty AND to_address = account AND block_number <= at_block`,
  ],
  [
    'met_in(account bytea, from_block int8, to_block int8)',
    'TABLE (counterparty bytea, block_number int8, is_sent boolean, is_received boolean, succeeded boolean, flags int4)',
    `SELECT side.counterparty, side.block_number, bool_or(side.is_sent), bool_or(NOT side.is_sent), bool_or(side.succeeded), bit_or(side.flags)
     FROM (
       SELECT to_address AS counterparty, block_number, tx_index, true AS is_sent, succeeded, flags FROM interaction
       WHERE from_address = account AND ${IN_RANGE}
       UNION ALL
       SELECT from_address, block_number, tx_index, false, succeeded, flags FROM interaction
       WHERE to_address = account AND ${IN_RANGE}
     ) side
     GROUP BY side.counterparty, side.block_number, side.tx_index`,
  ],
  [
    'transaction_by_hash(of_hash bytea)',
    'SETOF transaction',
    'SELECT * FROM transaction WHERE hash = of_hash',
  ],
  [
    'transaction_at(of_block int8, of_index int4)',
    'SETOF transaction',
    'SELECT * FROM transaction WHERE block_number = of_block AND tx_index = of_index',
  ],
  [
    'transaction_row_at(of_block int8, of_index int4)',
    'SETOF transaction_row',
    'SELECT * FROM transaction_row WHERE block_number = of_block AND "txIndex" = of_index',
  ],
  ...['transfer', 'internal_transfer', 'failed_frame'].map(
    (table) =>
      [
        `count_${table}s(of_block int8, of_index int4)`,
        'TABLE (count int8)',
        `SELECT count(*) FROM ${table} WHERE block_number = of_block AND tx_index = of_index`,
      ] as const,
  ),
];

function activity(edge: 'min' | 'max'): string {
  return [
    'transaction WHERE from_address',
    'transaction WHERE to_address',
    'internal_transfer WHERE from_address',
    'internal_transfer WHERE to_address',
    'transfer WHERE from_address',
    'transfer WHERE to_address',
    'log WHERE address',
  ]
    .map((place) => `(SELECT ${edge}(block_number) FROM ${place} = account)`)
    .join(', ');
}

/** Parts of earlier functions that become lookups. */
const CALLERS: readonly (readonly [string, string, string])[] = [
  [
    'account_told_at',
    `LEFT JOIN LATERAL (
       SELECT state.wei, state.block_number FROM account_state state
       WHERE hashbyteaextended(state.address, 0) = hashbyteaextended(account, 0) AND state.address = account AND state.wei IS NOT NULL AND state.block_number BETWEEN paying.since AND at_block
       ORDER BY state.block_number DESC LIMIT 1
     ) held`,
    `LEFT JOIN LATERAL last_wei(account, paying.since, at_block) held`,
  ],
  [
    'account_told_at',
    `CROSS JOIN LATERAL (
       SELECT sum(credit.wei) AS wei, max(credit.block_number) AS last FROM native_credit credit
       WHERE credit.address = account AND credit.block_number BETWEEN coalesce(held.block_number, paying.since) AND at_block
     ) paid`,
    `CROSS JOIN LATERAL credited_wei(account, coalesce(held.block_number, paying.since), at_block) paid`,
  ],
  [
    'account_told_at',
    `LEFT JOIN LATERAL (
       SELECT state.nonce FROM account_state state
       WHERE hashbyteaextended(state.address, 0) = hashbyteaextended(account, 0) AND state.address = account AND state.nonce IS NOT NULL AND state.block_number BETWEEN told.since AND at_block
       ORDER BY state.block_number DESC LIMIT 1
     ) sent`,
    `LEFT JOIN LATERAL last_nonce(account, told.since, at_block) sent`,
  ],
  [
    'code_history',
    `SELECT FROM transaction clearing
       WHERE clearing.block_number = step.block_number AND clearing.tx_index = step.tx_index AND clearing.authorization_count > 0`,
    `SELECT FROM transaction_at(step.block_number, step.tx_index) clearing WHERE clearing.authorization_count > 0`,
  ],
  [
    'recent_counterparties',
    `CROSS JOIN LATERAL (
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
     ) met`,
    `CROSS JOIN LATERAL met_in(account, run.from_block, run.to_block) met`,
  ],
  [
    'moved_unindexed',
    `(
       SELECT token FROM unindexed_transfer WHERE from_address = account AND to_address = counterparty AND block_number <= at_block
       UNION
       SELECT token FROM unindexed_transfer WHERE from_address = counterparty AND to_address = account AND block_number <= at_block
     ) moved`,
    `unindexed_between(account, counterparty, at_block) moved`,
  ],
  ['affected_runs', `storage_change changed`, `slots_changed_in(first_change, last_change) changed`],
  [
    'affected_runs',
    `SELECT address, block_number FROM account_state WHERE block_number BETWEEN first_change AND last_change
              UNION ALL SELECT address, block_number FROM native_credit WHERE block_number BETWEEN first_change AND last_change`,
    `SELECT address, block_number FROM accounts_changed_in(first_change, last_change)`,
  ],
  [
    'balance_layouts_at',
    `JOIN storage_value word ON word.block_number = agreed.block_number AND word.address = agreed.token 
        AND hashbyteaextended(word.slot, 0) = hashbyteaextended(ltrim(agreed.slot, '\\x00'), 0) AND word.slot = ltrim(agreed.slot, '\\x00')`,
    `CROSS JOIN LATERAL slot_values_in(agreed.block_number, agreed.token, ltrim(agreed.slot, '\\x00')) word`,
  ],
];

async function rewrite(runner: QueryRunner, name: string, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query('SELECT pg_get_functiondef($1::regproc) AS definition', [name]);
  if (!definition.includes(before)) throw new Error(`${name} is not as it was`);
  await runner.query(definition.replace(before, () => after));
}
