/** Folder of src/ -> the tables and views that it owns. */
export const OWNERS = {
  'event-store':
    'chain_event event_payload canonical_block checkpoint finality writer_epoch state_read_request state_read_request_row node_host header_proof evaluation_request fetched_block',
  'platform/postgres': 'deferred_index publication',
  records:
    'block fee_recipient_bucket transaction transaction_row log internal_transfer failed_frame code code_change slot_change ' +
    'coverage withdrawal transfer log_transfer decoded_transfer unindexed_transfer token_metadata interaction account_state native_credit native_move ' +
    'storage_value storage_answer storage_change storage_clearing state_answer',
  engine:
    'fact fact_source fact_event fact_event_row definition_set set_definition definition_number published_definition published_binding ' +
    'set_binding set_source reevaluation proof_segment proof_template undecided_segment undecided_interval dependency evaluated_range claim_coverage ' +
    'served_definition claim_head state_read_result initial_state_touch initial_states_requested',
  'state/tracking':
    'tracked_span tracked_fork tracked_run tracked_place tracked_read tracked_answer tracked_change tracked_dispute',
  'projection/token':
    'token token_activity token_bucket token_holder token_declaration token_read_request token_setting',
  'projection/balance': 'balance_sample balance_check contract_code_change balance_read balance_layout',
  'projection/price': 'price_answer price_reserve feed_phase price_import price_source price_coverage',
  'projection/counterparty':
    'counterparty counterparty_in_bucket counterparty_bucket counterparty_met counterparty_sum',
  'projection/consensus': 'queue_day queue_estimate',
  'projection/name': 'name_text name_pair named_subject name_pass',
  transparency: 'log_head log_entry log_tile log_checkpoint log_batch log_definition_set',
  'api/access': 'api_key api_key_revision api_key_usage payment',
};

/** Who else reads tables of a folder, and why. */
export const GUESTS = [
  { folder: 'transparency', of: 'engine', why: 'logs what the engine has proven' },
  { folder: 'transparency', of: 'event-store', why: 'only claims of final blocks are logged' },
  { folder: 'claims', of: 'engine', why: 'the readers of what the engine has proven' },
  { folder: 'bundle', of: 'engine', why: 'exports what the engine has proven' },
  { folder: 'bundle', of: 'state/tracking', why: 'results of view calls are evidence' },
  { folder: 'bundle', of: 'event-store', why: 'evidence lies in the events of blocks' },
  { folder: 'projection/graph', of: 'engine', why: 'a projection of claims' },
  { folder: 'projection/name', of: 'engine', why: 'a projection of claims' },
  { folder: 'engine', of: 'event-store', why: 'state reads and their results are compared in one statement' },
  {
    folder: 'engine',
    of: 'state/tracking',
    why: 'results of view calls are facts, and lie where they are kept up to date',
  },
  { folder: 'ingestion', of: 'event-store', why: 'takes the open state reads' },
  {
    folder: 'ingestion',
    of: 'projection/token',
    why: 'declarations that are not answered are open state reads',
  },
  { folder: 'records/coverage', of: 'engine', why: 'the coverage of records and of claims is one answer' },
  {
    folder: 'records/coverage',
    of: 'event-store',
    why: 'the end of the log is part of the version of the store',
  },
  { folder: 'records/state', of: 'event-store', why: 'nothing is known while a projection is missing' },
  { folder: 'records/state', of: 'engine', why: 'results of state reads do not count as changes' },
  {
    folder: 'state/history',
    of: 'event-store',
    why: 'a block that is not stored is another reason than one without state changes',
  },
  {
    folder: 'state/history',
    of: 'engine',
    why: 'results of state reads give values that no state change does',
  },
  {
    folder: 'state/history',
    of: 'state/tracking',
    why: 'answers of nodes to tracked runs are recorded answers like others',
  },
  {
    folder: 'state/tracking',
    of: 'event-store',
    why: 'answers that are removed are asked for again where there is a block to ask about',
  },
  // Composition roots: they check tables against one another.
  ...['cli', 'runtime'].flatMap((folder) =>
    Object.keys(OWNERS).map((of) => ({ folder, of, why: 'composition root' })),
  ),
];
