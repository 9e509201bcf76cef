import type { MigrationInterface, QueryRunner } from 'typeorm';

type Rename = readonly [from: string, to: string];

const TABLES: readonly Rename[] = [
  ['balance_probe', 'balance_sample'],
  ['contract_recoding', 'contract_code_change'],
  ['opening_touch', 'initial_state_touch'],
  ['openings_asked', 'initial_states_requested'],
  ['cross_read', 'dependency'],
  ['pending_read', 'state_read_request'],
  ['recorded_read', 'state_read_result'],
];

/** Under the new names of the tables. */
const COLUMNS: readonly (readonly [table: string, from: string, to: string])[] = [
  ['balance_sample', 'cell', 'sample_window'],
  ['fact', 'opening', 'is_initial'],
  ['definition_set', 'incarnation', 'generation'],
  ['name_pass', 'incarnation', 'generation'],
  ['served_definition', 'judged', 'evaluated'],
  ['dependency', 'read_what', 'read_key'],
  ['state_read_request', 'asker', 'requester'],
  ['api_key', 'secret_mark', 'secret_fingerprint'],
  ['api_key_usage', 'drawn', 'leased'],
  ...['counterparty', 'counterparty_in_bucket'].flatMap((table) => [
    [table, 'lesser', 'address_a'] as const,
    [table, 'greater', 'address_b'] as const,
    [table, 'forth_count', 'a_to_b_count'] as const,
    [table, 'back_count', 'b_to_a_count'] as const,
    [table, 'token_marks', 'token_flags'] as const,
  ]),
];

/** Indexes of the renamed tables. A long fill may have dropped those that are not unique: then `deferred_index` holds them. */
const INDEXES: readonly Rename[] = [
  ['balance_probe_pkey', 'balance_sample_pkey'],
  ['balance_probe_block', 'balance_sample_block'],
  ['contract_recoding_pkey', 'contract_code_change_pkey'],
  ['contract_recoding_block', 'contract_code_change_block'],
  ['opening_touch_pkey', 'initial_state_touch_pkey'],
  ['opening_touch_by_block', 'initial_state_touch_by_block'],
  ['openings_asked_pkey', 'initial_states_requested_pkey'],
  ['cross_read_pkey', 'dependency_pkey'],
  ['pending_read_pkey', 'state_read_request_pkey'],
  ['pending_read_by_asker', 'state_read_request_by_requester'],
  ['recorded_read_pkey', 'state_read_result_pkey'],
  ['recorded_read_by_block', 'state_read_result_by_block'],
  ['counterparty_of_lesser', 'counterparty_of_address_a'],
  ['counterparty_of_greater', 'counterparty_of_address_b'],
  ['counterparty_in_bucket_of_lesser', 'counterparty_in_bucket_of_address_a'],
  ['counterparty_in_bucket_of_greater', 'counterparty_in_bucket_of_address_b'],
];

/** What the definitions of dropped indexes name. */
const DEFERRED: readonly Rename[] = [
  ...INDEXES,
  ...TABLES,
  ['lesser', 'address_a'],
  ['greater', 'address_b'],
];

/** Tables and columns take the words of the glossary. */
export class RenameToGlossary1795651200010 implements MigrationInterface {
  readonly name = 'RenameToGlossary1795651200010';

  async up(runner: QueryRunner): Promise<void> {
    for (const [from, to] of TABLES) await runner.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    for (const [table, from, to] of COLUMNS)
      await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
    for (const [from, to] of INDEXES) await runner.query(`ALTER INDEX IF EXISTS ${from} RENAME TO ${to}`);
    for (const names of DEFERRED) await renameDeferred(runner, names);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [from, to] of DEFERRED.toReversed()) await renameDeferred(runner, [to, from]);
    for (const [from, to] of INDEXES) await runner.query(`ALTER INDEX IF EXISTS ${to} RENAME TO ${from}`);
    for (const [table, from, to] of COLUMNS)
      await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${to} TO ${from}`);
    for (const [from, to] of TABLES) await runner.query(`ALTER TABLE ${to} RENAME TO ${from}`);
  }
}

async function renameDeferred(runner: QueryRunner, [from, to]: Rename): Promise<void> {
  await runner.query(
    'UPDATE deferred_index SET name = replace(name, $1, $2), definition = replace(definition, $1, $2)',
    [from, to],
  );
}
