-- Tables, views and functions after all migrations, for readers; the migrations are what counts.
-- `npm run schema` writes this file, and a test compares it.
-- Of a range of blocks both ends are included: `end_block` and `to_block` are the last block in which the row holds.

CREATE TABLE account_state (
  block_number bigint NOT NULL,
  address bytea NOT NULL,
  wei numeric,
  nonce bigint
);
CREATE INDEX account_state_block ON account_state USING btree (block_number);
CREATE INDEX account_state_lookup ON account_state USING btree (hashbyteaextended(address, (0)::bigint), block_number);

CREATE TABLE api_key (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL,
  secret_fingerprint bytea NOT NULL,
  plan text NOT NULL,
  requests integer NOT NULL,
  window_seconds integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_key_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT api_key_digest_key UNIQUE (digest),
  CONSTRAINT api_key_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_requests_check CHECK ((requests > 0)),
  CONSTRAINT api_key_window_seconds_check CHECK ((window_seconds > 0))
);
CREATE TRIGGER note_api_key_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON api_key FOR EACH STATEMENT EXECUTE FUNCTION note_api_key_change();

CREATE TABLE api_key_revision (
  revision bigint NOT NULL
);

CREATE TABLE api_key_usage (
  key_id integer NOT NULL,
  window_number bigint NOT NULL,
  leased integer NOT NULL,
  granted integer NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  CONSTRAINT api_key_usage_pkey PRIMARY KEY (key_id)
);

CREATE TABLE balance_check (
  token bytea NOT NULL,
  block_number bigint NOT NULL,
  holder bytea NOT NULL,
  layout smallint NOT NULL,
  slot bytea NOT NULL,
  is_written boolean NOT NULL,
  CONSTRAINT balance_check_pkey PRIMARY KEY (token, block_number, holder, layout)
);
CREATE INDEX balance_check_block ON balance_check USING btree (block_number);

CREATE TABLE balance_layout (
  token bytea NOT NULL,
  layout smallint NOT NULL,
  from_block bigint NOT NULL,
  to_block bigint,
  CONSTRAINT balance_layout_pkey PRIMARY KEY (token, from_block)
);
CREATE INDEX balance_layout_lookup ON balance_layout USING btree (hashbytea(token));

CREATE TABLE balance_read (
  token bytea NOT NULL,
  holder bytea NOT NULL,
  block_number bigint NOT NULL,
  value bytea,
  CONSTRAINT balance_read_pkey PRIMARY KEY (token, holder, block_number)
);
CREATE INDEX balance_read_block ON balance_read USING btree (block_number);

CREATE TABLE balance_sample (
  token bytea NOT NULL,
  sample_window integer NOT NULL,
  block_number integer NOT NULL,
  holders bytea NOT NULL,
  examined boolean NOT NULL,
  CONSTRAINT balance_sample_pkey PRIMARY KEY (token, sample_window, block_number)
);
CREATE INDEX balance_sample_block ON balance_sample USING btree (block_number);

CREATE TABLE block (
  number bigint NOT NULL,
  hash bytea NOT NULL,
  parent_hash bytea NOT NULL,
  "timestamp" integer NOT NULL,
  fee_recipient bytea NOT NULL,
  state_root bytea NOT NULL,
  transactions_root bytea NOT NULL,
  receipts_root bytea NOT NULL,
  gas_limit bigint NOT NULL,
  gas_used bigint NOT NULL,
  base_fee_per_gas numeric,
  blob_base_fee numeric,
  blob_gas_used bigint,
  excess_blob_gas bigint,
  difficulty numeric NOT NULL,
  extra_data bytea NOT NULL,
  ommer_count smallint NOT NULL,
  tx_count integer NOT NULL,
  contract_creation_count integer NOT NULL,
  blob_tx_count integer NOT NULL,
  withdrawal_count integer NOT NULL,
  total_withdrawal_gwei numeric NOT NULL,
  total_value numeric NOT NULL,
  total_gas_fees numeric NOT NULL,
  log_count integer NOT NULL,
  successful_tx_count integer,
  failed_tx_count integer,
  unique_address_count integer,
  CONSTRAINT block_pkey PRIMARY KEY (number)
);
CREATE INDEX block_hash ON block USING btree (hash);
CREATE INDEX block_timestamp ON block USING btree ("timestamp");

CREATE TABLE canonical_block (
  number bigint NOT NULL,
  hash bytea NOT NULL,
  parent_hash bytea NOT NULL,
  "timestamp" bigint NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT canonical_block_pkey PRIMARY KEY (number)
);

CREATE TABLE chain_event (
  "position" bigint NOT NULL,
  kind text NOT NULL,
  block_number bigint NOT NULL,
  block_hash bytea NOT NULL,
  chain_digest bytea NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT chain_event_block_hash_check1 CHECK ((length(block_hash) = 32)),
  CONSTRAINT chain_event_chain_digest_check1 CHECK ((length(chain_digest) = 32)),
  CONSTRAINT chain_event_pkey PRIMARY KEY ("position")
);
CREATE UNIQUE INDEX chain_event_epoch ON chain_event USING btree (block_number) WHERE (kind = 'QueueSampled'::text);
CREATE TRIGGER chain_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON chain_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_events();

CREATE TABLE checkpoint (
  reader text NOT NULL,
  "position" bigint NOT NULL,
  epoch bigint NOT NULL,
  whole_from bigint DEFAULT 0 NOT NULL,
  CONSTRAINT checkpoint_pkey PRIMARY KEY (reader)
);

CREATE TABLE claim_coverage (
  definition_set smallint NOT NULL,
  family text NOT NULL,
  kind text NOT NULL,
  ranges int8multirange NOT NULL,
  CONSTRAINT claim_coverage_kind_check CHECK ((kind = ANY (ARRAY['attribute'::text, 'relation'::text]))),
  CONSTRAINT claim_coverage_pkey PRIMARY KEY (definition_set, family)
);

CREATE TABLE code (
  hash bytea NOT NULL,
  code bytea NOT NULL,
  fingerprint bytea NOT NULL,
  selectors bytea NOT NULL,
  clone_target bytea,
  proxy_pattern text NOT NULL,
  CONSTRAINT code_pkey PRIMARY KEY (hash)
);

CREATE TABLE code_change (
  block_number bigint NOT NULL,
  tx_index integer NOT NULL,
  address bytea NOT NULL,
  kind text NOT NULL,
  code_hash bytea,
  creation_type text,
  creation_path bytea,
  deployer bytea,
  CONSTRAINT code_change_pkey PRIMARY KEY (block_number, tx_index, address)
);
CREATE INDEX code_change_code ON code_change USING btree (code_hash);
CREATE INDEX code_change_lookup ON code_change USING btree (address, block_number, tx_index);

CREATE TABLE contract_code_change (
  address bytea NOT NULL,
  block_number integer NOT NULL
);
CREATE INDEX contract_code_change_block ON contract_code_change USING btree (block_number);
CREATE INDEX contract_code_change_lookup ON contract_code_change USING btree (hashbytea(address), block_number);

CREATE TABLE counterparty_bucket (
  from_block bigint NOT NULL,
  to_block bigint NOT NULL,
  end_hash bytea NOT NULL,
  CONSTRAINT counterparty_bucket_pkey PRIMARY KEY (from_block)
);

CREATE TABLE counterparty_met (
  first_block integer NOT NULL,
  last_block integer NOT NULL,
  tx_count integer NOT NULL,
  succeeded_count integer NOT NULL,
  a_to_b_count integer NOT NULL,
  b_to_a_count integer NOT NULL,
  external_count integer NOT NULL,
  internal_count integer NOT NULL,
  token_count integer NOT NULL,
  token_flags smallint NOT NULL,
  address_a bytea NOT NULL,
  address_b bytea NOT NULL
);

CREATE TABLE counterparty_sum (
  from_block integer NOT NULL,
  first_block integer NOT NULL,
  last_block integer NOT NULL,
  tx_count integer NOT NULL,
  succeeded_count integer NOT NULL,
  a_to_b_count integer NOT NULL,
  b_to_a_count integer NOT NULL,
  external_count integer NOT NULL,
  internal_count integer NOT NULL,
  token_count integer NOT NULL,
  token_flags smallint NOT NULL,
  is_total boolean NOT NULL,
  address_a bytea NOT NULL,
  address_b bytea NOT NULL
);
CREATE INDEX counterparty_in_bucket_of_address_a ON counterparty_sum USING btree (address_a, from_block) WHERE (from_block >= 0);
CREATE INDEX counterparty_in_bucket_of_address_b ON counterparty_sum USING btree (address_b, from_block) WHERE (from_block >= 0);
CREATE INDEX counterparty_in_bucket_start_lookup ON counterparty_sum USING btree (from_block) WHERE (from_block >= 0);
CREATE INDEX counterparty_of_address_a ON counterparty_sum USING btree (address_a, succeeded_count DESC, last_block DESC) WHERE (is_total AND (succeeded_count >= 0));
CREATE INDEX counterparty_of_address_b ON counterparty_sum USING btree (address_b, succeeded_count DESC, last_block DESC) WHERE (is_total AND (succeeded_count >= 0));
CREATE INDEX counterparty_pair_lookup ON counterparty_sum USING btree (hashbyteaextended(sha256((address_a || address_b)), (0)::bigint)) WHERE is_total;

CREATE TABLE coverage (
  family text NOT NULL,
  ranges int8multirange NOT NULL,
  CONSTRAINT coverage_pkey PRIMARY KEY (family)
);

CREATE TABLE decoded_transfer (
  block_number bigint NOT NULL,
  tx_index integer NOT NULL,
  log_index integer NOT NULL,
  batch_index integer NOT NULL,
  token bytea NOT NULL,
  shape smallint NOT NULL,
  from_address bytea,
  to_address bytea,
  operator bytea,
  token_id numeric,
  value numeric,
  CONSTRAINT decoded_transfer_pkey PRIMARY KEY (block_number, log_index, batch_index)
);
CREATE INDEX decoded_transfer_from ON decoded_transfer USING btree (hashbyteaextended(from_address, (0)::bigint), block_number);
CREATE INDEX decoded_transfer_to ON decoded_transfer USING btree (hashbyteaextended(to_address, (0)::bigint), block_number);
CREATE INDEX decoded_transfer_token ON decoded_transfer USING btree (hashbyteaextended(token, (0)::bigint), block_number);
CREATE INDEX decoded_transfer_unindexed ON decoded_transfer USING btree (from_address, to_address, block_number) WHERE (shape = 5);

CREATE TABLE deferred_index (
  name text NOT NULL,
  definition text NOT NULL,
  CONSTRAINT deferred_index_pkey PRIMARY KEY (name)
);

CREATE TABLE definition_number (
  number smallint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id text NOT NULL,
  CONSTRAINT definition_number_id_key UNIQUE (id),
  CONSTRAINT definition_number_pkey PRIMARY KEY (number)
);

CREATE TABLE definition_set (
  id smallint GENERATED ALWAYS AS IDENTITY NOT NULL,
  digest text NOT NULL,
  current boolean DEFAULT false NOT NULL,
  generation uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT definition_set_digest_key UNIQUE (digest),
  CONSTRAINT definition_set_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX one_current_set ON definition_set USING btree (current) WHERE current;

CREATE TABLE dependency (
  read_subject bigint NOT NULL,
  read_key integer NOT NULL,
  is_call boolean NOT NULL,
  subject bytea NOT NULL,
  definitions smallint[] NOT NULL
);
CREATE INDEX dependency_lookup ON dependency USING btree (read_subject, read_key, hashbytea(subject));

CREATE TABLE evaluated_range (
  records text NOT NULL,
  ranges int8multirange NOT NULL,
  CONSTRAINT evaluated_range_pkey PRIMARY KEY (records)
);

CREATE TABLE evaluation_request (
  only_row boolean DEFAULT true NOT NULL,
  epoch bigint NOT NULL,
  "position" bigint NOT NULL,
  rules text NOT NULL,
  CONSTRAINT evaluation_request_only_row_check CHECK (only_row),
  CONSTRAINT evaluation_request_pkey PRIMARY KEY (only_row)
);

CREATE TABLE event_payload (
  "position" bigint NOT NULL,
  block_number bigint NOT NULL,
  payload bytea NOT NULL,
  CONSTRAINT event_payload_pkey PRIMARY KEY (block_number, "position")
) PARTITION BY RANGE (block_number);
CREATE TRIGGER event_payload_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON event_payload FOR EACH STATEMENT WHEN ((current_setting('chainproof.compresses'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION refuse_change_of_events();

CREATE TABLE fact (
  block_number integer NOT NULL,
  source integer NOT NULL,
  tx_index integer NOT NULL,
  ordinal integer NOT NULL,
  is_initial boolean NOT NULL,
  subject bytea NOT NULL,
  key bytea NOT NULL,
  value bytea,
  evidence text NOT NULL
);
CREATE INDEX fact_by_block ON fact USING btree (block_number);
CREATE INDEX fact_subject_lookup ON fact USING btree (hashbytea(subject), ((hashbytea(key) # source)));

CREATE TABLE fact_event_row (
  "position" bigint NOT NULL,
  definition_set smallint NOT NULL,
  kind text NOT NULL,
  block_number bigint NOT NULL,
  subject bytea NOT NULL,
  definition smallint NOT NULL,
  object bytea NOT NULL,
  proof_hash bytea,
  CONSTRAINT fact_event_kind_check CHECK ((kind = ANY (ARRAY['proven'::text, 'superseded'::text, 'lapsed'::text]))),
  CONSTRAINT fact_event_row_pkey PRIMARY KEY ("position")
);

CREATE TABLE fact_source (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  text text NOT NULL,
  CONSTRAINT fact_source_pkey PRIMARY KEY (id),
  CONSTRAINT fact_source_text_key UNIQUE (text)
);

CREATE TABLE failed_frame (
  block_number bigint NOT NULL,
  tx_index integer NOT NULL,
  call_path bytea NOT NULL,
  type smallint NOT NULL,
  from_address bytea NOT NULL,
  to_address bytea,
  gas_used bigint NOT NULL,
  error text NOT NULL,
  output bytea NOT NULL,
  output_size integer NOT NULL,
  CONSTRAINT failed_frame_pkey PRIMARY KEY (block_number, tx_index, call_path)
) PARTITION BY RANGE (block_number);

CREATE TABLE fee_recipient_bucket (
  bucket integer NOT NULL,
  fee_recipient bytea NOT NULL,
  block_count integer NOT NULL,
  first_block bigint NOT NULL,
  last_block bigint NOT NULL,
  tips numeric NOT NULL,
  CONSTRAINT fee_recipient_bucket_pkey PRIMARY KEY (bucket, fee_recipient)
);

CREATE TABLE feed_phase (
  proxy bytea NOT NULL,
  block_number bigint NOT NULL,
  phase integer NOT NULL,
  aggregator bytea NOT NULL,
  CONSTRAINT feed_phase_pkey PRIMARY KEY (proxy, block_number)
);

CREATE TABLE fetched_block (
  number bigint NOT NULL,
  process text NOT NULL,
  node text NOT NULL,
  payload bytea NOT NULL,
  CONSTRAINT fetched_block_pkey PRIMARY KEY (number)
);

CREATE TABLE finality (
  only_row boolean DEFAULT true NOT NULL,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  "position" bigint NOT NULL,
  is_stated boolean DEFAULT false NOT NULL,
  CONSTRAINT finality_only_row_check CHECK (only_row),
  CONSTRAINT finality_pkey PRIMARY KEY (only_row)
);

CREATE TABLE header_proof (
  block_hash bytea NOT NULL,
  proof bytea NOT NULL,
  CONSTRAINT header_proof_pkey PRIMARY KEY (block_hash)
);

CREATE TABLE initial_state_touch (
  subject bytea NOT NULL,
  block_number bigint NOT NULL,
  CONSTRAINT initial_state_touch_pkey PRIMARY KEY (subject, block_number)
);
CREATE INDEX initial_state_touch_by_block ON initial_state_touch USING btree (block_number);

CREATE TABLE initial_states_requested (
  only_row boolean DEFAULT true NOT NULL,
  CONSTRAINT initial_states_requested_pkey PRIMARY KEY (only_row),
  CONSTRAINT openings_asked_only_row_check CHECK (only_row)
);

CREATE TABLE internal_transfer (
  block_number bigint NOT NULL,
  tx_index integer NOT NULL,
  ordinal integer NOT NULL,
  type smallint NOT NULL,
  reverted boolean NOT NULL,
  from_address bytea NOT NULL,
  to_address bytea,
  value numeric NOT NULL,
  path bytea NOT NULL,
  CONSTRAINT internal_transfer_pkey PRIMARY KEY (block_number, tx_index, ordinal)
) PARTITION BY RANGE (block_number);

CREATE TABLE log (
  block_number bigint NOT NULL,
  log_index integer NOT NULL,
  tx_index integer NOT NULL,
  log_index_in_tx integer NOT NULL,
  address bytea NOT NULL,
  topic0 bytea,
  topic1 bytea,
  topic2 bytea,
  topic3 bytea,
  data_size integer NOT NULL,
  packed_data bytea NOT NULL
) PARTITION BY RANGE (block_number);
CREATE INDEX log_block ON ONLY log USING btree (block_number);

CREATE TABLE log_batch (
  definition_set text NOT NULL,
  from_block bigint NOT NULL,
  to_block bigint NOT NULL,
  leaf_index bigint NOT NULL,
  root bytea NOT NULL,
  CONSTRAINT log_batch_pkey PRIMARY KEY (definition_set, from_block)
);

CREATE TABLE log_checkpoint (
  size bigint NOT NULL,
  root bytea NOT NULL,
  note text NOT NULL,
  signed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT log_checkpoint_pkey PRIMARY KEY (size)
);

CREATE TABLE log_definition_set (
  digest text NOT NULL,
  leaf_index bigint NOT NULL,
  CONSTRAINT log_definition_set_pkey PRIMARY KEY (digest)
);

CREATE TABLE log_entry (
  index bigint NOT NULL,
  entry bytea NOT NULL,
  CONSTRAINT log_entry_pkey PRIMARY KEY (index)
);

CREATE TABLE log_head (
  is_only boolean DEFAULT true NOT NULL,
  size bigint NOT NULL,
  CONSTRAINT log_head_is_only_check CHECK (is_only),
  CONSTRAINT log_head_pkey PRIMARY KEY (is_only)
);

CREATE TABLE log_tile (
  level smallint NOT NULL,
  index bigint NOT NULL,
  hashes bytea NOT NULL,
  CONSTRAINT log_tile_pkey PRIMARY KEY (level, index)
);

CREATE TABLE migration (
  id integer DEFAULT nextval('migration_id_seq'::regclass) NOT NULL,
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id)
);

CREATE TABLE name_pair (
  pair text NOT NULL,
  is_token boolean NOT NULL,
  standing_group smallint NOT NULL,
  closeness smallint NOT NULL,
  holders bigint NOT NULL,
  length integer NOT NULL,
  address bytea NOT NULL,
  matched_on smallint NOT NULL,
  signature bigint NOT NULL
);
CREATE INDEX name_pair_in_order ON name_pair USING btree (pair, is_token, standing_group, closeness, holders DESC, length, address, matched_on) INCLUDE (signature);

CREATE TABLE name_pass (
  generation uuid NOT NULL,
  "position" bigint NOT NULL,
  passed_at timestamp with time zone
);

CREATE TABLE name_text (
  address bytea NOT NULL,
  matched_on smallint NOT NULL,
  is_token boolean NOT NULL,
  folded text NOT NULL,
  length integer NOT NULL,
  carries_hex boolean NOT NULL,
  standing_group smallint NOT NULL,
  holders bigint NOT NULL,
  beginning text GENERATED ALWAYS AS ("left"(folded, 100)),
  CONSTRAINT name_text_pkey PRIMARY KEY (address, matched_on)
);
CREATE INDEX name_text_beginning ON name_text USING btree (is_token, standing_group, beginning) INCLUDE (holders, length, address) WHERE (NOT carries_hex);
CREATE INDEX name_text_exact ON name_text USING btree (folded, is_token, standing_group, holders DESC, address) WHERE ((matched_on <> 3) AND (length <= 100));
CREATE INDEX name_text_triples ON name_text USING gin (name_triples(folded, is_token)) WITH (fastupdate=off);

CREATE TABLE named_subject (
  address bytea NOT NULL,
  CONSTRAINT named_subject_pkey PRIMARY KEY (address)
);

CREATE TABLE native_credit (
  block_number bigint NOT NULL,
  address bytea NOT NULL,
  wei numeric NOT NULL,
  CONSTRAINT native_credit_pkey PRIMARY KEY (address, block_number)
);
CREATE INDEX native_credit_block ON native_credit USING btree (block_number);

CREATE TABLE native_move (
  receiver bytea NOT NULL,
  block_number bigint NOT NULL,
  address bytea NOT NULL,
  CONSTRAINT native_move_pkey PRIMARY KEY (receiver, block_number, address)
);

CREATE TABLE node_host (
  host text NOT NULL,
  first timestamp with time zone DEFAULT now() NOT NULL,
  last timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT node_host_pkey PRIMARY KEY (host)
);

CREATE TABLE payment (
  network text NOT NULL,
  token bytea NOT NULL,
  payer bytea NOT NULL,
  nonce bytea NOT NULL,
  digest bytea NOT NULL,
  operation_id text NOT NULL,
  url text NOT NULL,
  amount numeric(78,0) NOT NULL,
  state text NOT NULL,
  holder uuid NOT NULL,
  held_until timestamp with time zone NOT NULL,
  valid_before timestamp with time zone NOT NULL,
  reserved_at timestamp with time zone DEFAULT now() NOT NULL,
  settled_at timestamp with time zone,
  transaction text,
  answers smallint DEFAULT 0 NOT NULL,
  CONSTRAINT payment_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payment_answers_check CHECK ((answers >= 0)),
  CONSTRAINT payment_check CHECK (((transaction IS NULL) = (settled_at IS NULL))),
  CONSTRAINT payment_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT payment_nonce_check CHECK ((length(nonce) = 32)),
  CONSTRAINT payment_payer_check CHECK ((length(payer) = 20)),
  CONSTRAINT payment_pkey PRIMARY KEY (network, token, payer, nonce),
  CONSTRAINT payment_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'settling'::text, 'settled'::text, 'answered'::text]))),
  CONSTRAINT payment_token_check CHECK ((length(token) = 20))
);
CREATE INDEX payment_reserved_at ON payment USING btree (reserved_at);
CREATE INDEX payment_reserved_valid_before ON payment USING btree (valid_before) WHERE (state = 'reserved'::text);
CREATE INDEX payment_valid_before ON payment USING btree (valid_before);

CREATE TABLE price_answer (
  block_number bigint NOT NULL,
  log_index integer NOT NULL,
  hour integer NOT NULL,
  aggregator bytea NOT NULL,
  answer numeric NOT NULL,
  CONSTRAINT price_answer_pkey PRIMARY KEY (block_number, log_index)
);
CREATE INDEX price_answer_of ON price_answer USING btree (aggregator, hour, block_number, log_index);

CREATE TABLE price_coverage (
  only_row boolean DEFAULT true NOT NULL,
  ranges int8multirange NOT NULL,
  CONSTRAINT price_coverage_only_row_check CHECK (only_row),
  CONSTRAINT price_coverage_pkey PRIMARY KEY (only_row)
);

CREATE TABLE price_import (
  asset text NOT NULL,
  "timestamp" bigint NOT NULL,
  usd numeric NOT NULL,
  source text NOT NULL,
  CONSTRAINT price_import_pkey PRIMARY KEY (asset, "timestamp")
);

CREATE TABLE price_reserve (
  block_number bigint NOT NULL,
  pool bytea NOT NULL,
  hour integer NOT NULL,
  "timestamp" bigint NOT NULL,
  reserve0 numeric NOT NULL,
  reserve1 numeric NOT NULL,
  CONSTRAINT price_reserve_pkey PRIMARY KEY (block_number, pool)
);
CREATE INDEX price_reserve_of ON price_reserve USING btree (pool, hour, block_number);

CREATE TABLE price_source (
  address bytea NOT NULL,
  CONSTRAINT price_source_pkey PRIMARY KEY (address)
);

CREATE TABLE proof_segment (
  definition_set smallint NOT NULL,
  subject bytea NOT NULL,
  definition smallint NOT NULL,
  object bytea NOT NULL,
  start_block integer NOT NULL,
  end_block integer,
  interval_start integer NOT NULL,
  value text,
  reference_block integer NOT NULL,
  proof_hash bytea NOT NULL,
  proof text,
  "position" bigint NOT NULL,
  evaluated_at bigint NOT NULL,
  template integer,
  packed_proof bytea,
  CONSTRAINT proof_segment_check CHECK (((end_block >= start_block) AND (interval_start <= start_block))),
  CONSTRAINT proof_segment_proof CHECK (((proof IS NULL) = ((template IS NOT NULL) AND (packed_proof IS NOT NULL)))),
  CONSTRAINT proof_segment_proof_hash_check CHECK ((length(proof_hash) = 32))
);
CREATE INDEX proof_segment_by_definition ON proof_segment USING btree (definition, subject, object);
CREATE INDEX proof_segment_by_end ON proof_segment USING btree (end_block) WHERE (end_block IS NOT NULL);
CREATE INDEX proof_segment_by_hash ON proof_segment USING btree (hashbyteaextended(proof_hash, (0)::bigint));
CREATE INDEX proof_segment_by_object ON proof_segment USING btree (object, definition, subject) WHERE ((object <> '\x'::bytea) AND (end_block IS NULL));
CREATE INDEX proof_segment_by_object_start ON proof_segment USING btree (hashbytea(object), start_block) WHERE (object <> '\x'::bytea);
CREATE INDEX proof_segment_by_start ON proof_segment USING btree (start_block);
CREATE INDEX proof_segment_position_lookup ON proof_segment USING btree ("position");
CREATE INDEX proof_segment_subject_lookup ON proof_segment USING btree (hashbytea(subject), definition, object);

CREATE TABLE proof_template (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  text text NOT NULL,
  CONSTRAINT proof_template_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX proof_template_text ON proof_template USING btree (md5(text));

CREATE TABLE publication (
  only_row boolean DEFAULT true NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT publication_only_row_check CHECK (only_row),
  CONSTRAINT publication_pkey PRIMARY KEY (only_row)
);

CREATE TABLE published_binding (
  id text NOT NULL,
  digest text NOT NULL,
  source text NOT NULL,
  members jsonb NOT NULL,
  CONSTRAINT published_binding_pkey PRIMARY KEY (id, digest)
);

CREATE TABLE published_definition (
  id text NOT NULL,
  version text NOT NULL,
  published date NOT NULL,
  document jsonb NOT NULL,
  CONSTRAINT published_definition_pkey PRIMARY KEY (id, version)
);

CREATE TABLE queue_day (
  day integer NOT NULL,
  epoch bigint NOT NULL,
  "time" bigint NOT NULL,
  first_time bigint NOT NULL,
  validator_count bigint NOT NULL,
  active_validators bigint NOT NULL,
  total_active_gwei numeric NOT NULL,
  pending_activation bigint NOT NULL,
  queued_gwei numeric NOT NULL,
  deposited_gwei numeric NOT NULL,
  pending_exit bigint NOT NULL,
  pending_exit_gwei numeric,
  churn_gwei numeric,
  CONSTRAINT queue_day_pkey PRIMARY KEY (day)
);

CREATE TABLE queue_estimate (
  day integer NOT NULL,
  epoch bigint NOT NULL,
  "time" bigint NOT NULL,
  pending_activation bigint NOT NULL,
  pending_exit bigint NOT NULL,
  CONSTRAINT queue_estimate_pkey PRIMARY KEY (day)
);

CREATE TABLE reevaluation (
  definition_set smallint NOT NULL,
  old_set smallint NOT NULL,
  "position" bigint NOT NULL,
  step jsonb NOT NULL,
  CONSTRAINT reevaluation_pkey PRIMARY KEY (definition_set)
);

CREATE TABLE set_binding (
  definition_set smallint NOT NULL,
  binding text NOT NULL,
  digest text NOT NULL,
  CONSTRAINT set_binding_pkey PRIMARY KEY (definition_set, binding)
);

CREATE TABLE set_definition (
  definition_set smallint NOT NULL,
  definition smallint NOT NULL,
  version text NOT NULL,
  family text NOT NULL,
  records text NOT NULL,
  CONSTRAINT set_definition_pkey PRIMARY KEY (definition_set, definition)
);

CREATE TABLE set_source (
  definition_set smallint NOT NULL,
  source integer NOT NULL,
  CONSTRAINT set_source_pkey PRIMARY KEY (definition_set, source)
);

CREATE TABLE slot_change (
  block_number bigint NOT NULL,
  tx_index integer NOT NULL,
  address bytea NOT NULL,
  slot text NOT NULL,
  before bytea,
  after bytea NOT NULL
);
CREATE INDEX slot_change_address ON slot_change USING btree (hashbyteaextended(address, (0)::bigint), block_number);
CREATE INDEX slot_change_block ON slot_change USING btree (block_number);

CREATE TABLE state_answer (
  subject bytea NOT NULL,
  what text NOT NULL,
  block_number bigint NOT NULL,
  output bytea,
  is_proven boolean NOT NULL,
  CONSTRAINT state_answer_pkey PRIMARY KEY (subject, what, block_number)
);
CREATE INDEX state_answer_block ON state_answer USING btree (block_number);

CREATE TABLE state_read_request_row (
  subject bytea NOT NULL,
  what text NOT NULL,
  block_number bigint NOT NULL,
  requester text NOT NULL,
  CONSTRAINT state_read_request_row_pkey PRIMARY KEY (requester, subject, what, block_number)
);
CREATE INDEX state_read_request_row_block ON state_read_request_row USING btree (block_number);

CREATE TABLE state_read_result (
  subject bytea NOT NULL,
  what text NOT NULL,
  block_number bigint NOT NULL,
  outcome text NOT NULL,
  output bytea,
  is_proven boolean DEFAULT false NOT NULL,
  CONSTRAINT recorded_read_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'reverted'::text, 'unavailable'::text]))),
  CONSTRAINT state_read_result_pkey PRIMARY KEY (subject, what, block_number)
);
CREATE INDEX state_read_result_by_block ON state_read_result USING btree (block_number);

CREATE TABLE storage_answer (
  block_number bigint NOT NULL,
  address bytea NOT NULL,
  slot bytea NOT NULL,
  value bytea NOT NULL
);
CREATE INDEX storage_answer_block ON storage_answer USING btree (block_number);
CREATE INDEX storage_answer_lookup ON storage_answer USING btree (hashbytea(slot), hashbytea(address), block_number);

CREATE TABLE storage_change (
  block_number bigint NOT NULL,
  address bytea NOT NULL,
  slot bytea NOT NULL,
  before bytea,
  after bytea NOT NULL
);
CREATE INDEX storage_change_block ON storage_change USING btree (block_number);
CREATE INDEX storage_change_lookup ON storage_change USING btree (hashbytea(slot), hashbytea(address), block_number);

CREATE TABLE storage_clearing (
  block_number bigint NOT NULL,
  address bytea NOT NULL,
  CONSTRAINT storage_clearing_pkey PRIMARY KEY (block_number, address)
);
CREATE INDEX storage_clearing_address ON storage_clearing USING btree (address, block_number);

CREATE TABLE token (
  address bytea NOT NULL,
  erc20_transfers bigint NOT NULL,
  erc721_transfers bigint NOT NULL,
  erc1155_transfers bigint NOT NULL,
  unindexed_transfers bigint NOT NULL,
  erc777_events bigint NOT NULL,
  erc4626_events bigint NOT NULL,
  transfers bigint NOT NULL,
  mints bigint NOT NULL,
  burns bigint NOT NULL,
  minted numeric NOT NULL,
  burned numeric NOT NULL,
  amount_holders bigint DEFAULT 0 NOT NULL,
  amount_holders_ever bigint DEFAULT 0 NOT NULL,
  amount_held numeric DEFAULT 0 NOT NULL,
  item_holders bigint DEFAULT 0 NOT NULL,
  item_holders_ever bigint DEFAULT 0 NOT NULL,
  items_held numeric DEFAULT 0 NOT NULL,
  CONSTRAINT token_pkey PRIMARY KEY (address)
);
CREATE INDEX token_lookup ON token USING btree (hashbytea(address));

CREATE TABLE token_activity (
  block_number integer NOT NULL,
  token bytea NOT NULL,
  erc20_transfers integer,
  erc721_transfers integer,
  erc1155_transfers integer,
  unindexed_transfers integer,
  erc777_events integer,
  erc4626_events integer,
  transfers integer NOT NULL,
  mints integer,
  burns integer,
  minted numeric,
  burned numeric
);
CREATE INDEX token_activity_block ON token_activity USING btree (block_number);
CREATE INDEX token_activity_token ON token_activity USING btree (hashbytea(token), block_number);

CREATE TABLE token_bucket (
  token bytea NOT NULL,
  bucket bigint NOT NULL,
  transfers bigint NOT NULL,
  senders integer DEFAULT 0 NOT NULL,
  receivers integer DEFAULT 0 NOT NULL,
  CONSTRAINT token_bucket_pkey PRIMARY KEY (token, bucket)
);

CREATE TABLE token_declaration (
  token bytea NOT NULL,
  block_number bigint NOT NULL,
  answered boolean DEFAULT false NOT NULL,
  symbol bytea,
  name bytea,
  decimals smallint,
  open_reads smallint DEFAULT 0 NOT NULL,
  is_setting boolean DEFAULT false NOT NULL,
  CONSTRAINT token_declaration_pkey PRIMARY KEY (token, block_number)
);
CREATE INDEX token_declaration_block ON token_declaration USING btree (block_number);
CREATE INDEX token_declaration_open_lookup ON token_declaration USING btree (block_number) WHERE (open_reads <> 0);

CREATE TABLE token_holder (
  token bytea NOT NULL,
  holder bytea NOT NULL,
  amount numeric NOT NULL,
  items numeric NOT NULL,
  amount_moves integer NOT NULL,
  item_moves integer NOT NULL,
  sent integer NOT NULL,
  received integer NOT NULL,
  last_sent integer,
  last_received integer
);
CREATE INDEX token_holder_amount ON token_holder USING btree (hashbytea(token), ((- amount)), holder) WHERE (amount > (0)::numeric);
CREATE INDEX token_holder_items ON token_holder USING btree (hashbytea(token), ((- items)), holder) WHERE (items > (0)::numeric);
CREATE INDEX token_holder_lookup ON token_holder USING btree (((((hashbytea(holder))::bigint << 32) | ((hashbytea(token))::bigint & '4294967295'::bigint))));
CREATE INDEX token_holder_received ON token_holder USING btree (hashbytea(token), last_received) WHERE (last_received IS NOT NULL);
CREATE INDEX token_holder_sent ON token_holder USING btree (hashbytea(token), last_sent) WHERE (last_sent IS NOT NULL);

CREATE TABLE token_metadata (
  token bytea NOT NULL,
  symbol bytea,
  name bytea,
  decimals smallint,
  block_number bigint NOT NULL,
  CONSTRAINT token_metadata_pkey PRIMARY KEY (token)
);

CREATE TABLE token_setting (
  token bytea NOT NULL,
  block_number bigint NOT NULL,
  CONSTRAINT token_setting_pkey PRIMARY KEY (token, block_number)
);
CREATE INDEX token_setting_block ON token_setting USING btree (block_number);

CREATE TABLE tracked_answer (
  subject bytea NOT NULL,
  what text NOT NULL,
  block_number bigint NOT NULL,
  output bytea,
  is_proven boolean NOT NULL,
  CONSTRAINT tracked_answer_pkey PRIMARY KEY (subject, what, block_number)
);
CREATE INDEX tracked_answer_block ON tracked_answer USING btree (block_number);

CREATE TABLE tracked_change (
  contract bytea NOT NULL,
  data bytea NOT NULL,
  from_block bigint NOT NULL,
  CONSTRAINT tracked_change_pkey PRIMARY KEY (contract, data)
);

CREATE TABLE tracked_dispute (
  contract bytea NOT NULL,
  data bytea NOT NULL,
  block_number bigint NOT NULL,
  reference bytea NOT NULL,
  CONSTRAINT tracked_dispute_pkey PRIMARY KEY (contract, data, block_number)
);

CREATE TABLE tracked_fork (
  first_block bigint NOT NULL,
  CONSTRAINT tracked_fork_pkey PRIMARY KEY (first_block)
);

CREATE TABLE tracked_place (
  address bytea NOT NULL,
  kind "char" NOT NULL,
  slot bytea NOT NULL,
  run_id bigint NOT NULL,
  is_missing boolean NOT NULL,
  call integer NOT NULL
);
CREATE INDEX tracked_place_code_lookup ON tracked_place USING btree (hashbyteaextended(address, (0)::bigint), call, is_missing) WHERE (kind = 'c'::"char");
CREATE INDEX tracked_place_lookup ON tracked_place USING btree (kind, address, slot, call, is_missing) WHERE (kind <> 'c'::"char");
CREATE INDEX tracked_place_run_lookup ON tracked_place USING btree (run_id);

CREATE TABLE tracked_run (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  contract bytea NOT NULL,
  data bytea NOT NULL,
  since_block integer NOT NULL,
  outcome text NOT NULL,
  output bytea NOT NULL,
  known_by integer,
  call integer NOT NULL,
  CONSTRAINT tracked_run_pkey PRIMARY KEY (contract, data, since_block)
);
CREATE UNIQUE INDEX tracked_run_id ON tracked_run USING btree (id);
CREATE INDEX tracked_run_known ON tracked_run USING btree (known_by) WHERE (known_by IS NOT NULL);
CREATE INDEX tracked_run_since_lookup ON tracked_run USING btree (since_block);

CREATE TABLE tracked_span (
  first_block bigint NOT NULL,
  last_block bigint NOT NULL,
  CONSTRAINT tracked_span_pkey PRIMARY KEY (first_block)
);

CREATE TABLE transaction (
  block_number bigint NOT NULL,
  tx_index integer NOT NULL,
  hash bytea NOT NULL,
  type smallint NOT NULL,
  from_address bytea NOT NULL,
  to_address bytea,
  contract_address bytea,
  value numeric NOT NULL,
  nonce bigint NOT NULL,
  gas_limit bigint NOT NULL,
  gas_used bigint NOT NULL,
  effective_gas_price numeric NOT NULL,
  gas_price numeric,
  max_fee_per_gas numeric,
  max_priority_fee_per_gas numeric,
  max_fee_per_blob_gas numeric,
  blob_versioned_hashes bytea[],
  access_list_size integer,
  authorization_count integer,
  status smallint,
  log_count integer NOT NULL,
  input_size integer NOT NULL,
  packed_input bytea NOT NULL,
  CONSTRAINT transaction_pkey PRIMARY KEY (block_number, tx_index)
) PARTITION BY RANGE (block_number);

CREATE TABLE undecided_interval (
  definition_set smallint NOT NULL,
  start_block integer NOT NULL,
  end_block integer,
  subject bytea NOT NULL,
  definitions smallint[] NOT NULL
);
CREATE INDEX undecided_interval_by_end ON undecided_interval USING btree (end_block) WHERE (end_block IS NOT NULL);
CREATE INDEX undecided_interval_by_start ON undecided_interval USING btree (start_block);
CREATE UNIQUE INDEX undecided_interval_key ON undecided_interval USING btree (subject, definition_set, start_block, (definitions[1]));

CREATE TABLE withdrawal (
  block_number bigint NOT NULL,
  withdrawal_index bigint NOT NULL,
  validator_index bigint NOT NULL,
  address bytea NOT NULL,
  amount_gwei numeric NOT NULL,
  CONSTRAINT withdrawal_pkey PRIMARY KEY (block_number, withdrawal_index)
) PARTITION BY RANGE (block_number);

CREATE TABLE writer_epoch (
  only_row boolean DEFAULT true NOT NULL,
  epoch bigint NOT NULL,
  CONSTRAINT writer_epoch_only_row_check CHECK (only_row),
  CONSTRAINT writer_epoch_pkey PRIMARY KEY (only_row)
);

CREATE VIEW claim_head AS
 SELECT claim_coverage.kind,
    (upper(range_agg(claim_coverage.ranges)) - 1) AS block,
    range_agg(claim_coverage.ranges) AS covered
   FROM (definition_set
     JOIN claim_coverage ON ((claim_coverage.definition_set = definition_set.id)))
  WHERE definition_set.current
  GROUP BY claim_coverage.kind
 HAVING (NOT isempty(range_agg(claim_coverage.ranges)));

CREATE VIEW counterparty AS
 SELECT first_block,
    last_block,
    tx_count,
    succeeded_count,
    a_to_b_count,
    b_to_a_count,
    external_count,
    internal_count,
    token_count,
    token_flags,
    address_a,
    address_b
   FROM counterparty_sum
  WHERE is_total;

CREATE VIEW counterparty_in_bucket AS
 SELECT from_block,
    first_block,
    last_block,
    tx_count,
    succeeded_count,
    a_to_b_count,
    b_to_a_count,
    external_count,
    internal_count,
    token_count,
    token_flags,
    address_a,
    address_b
   FROM counterparty_sum
  WHERE (from_block >= 0);

CREATE VIEW fact_event AS
 SELECT fact_event_row."position",
    fact_event_row.definition_set,
    fact_event_row.kind,
    fact_event_row.block_number,
    fact_event_row.subject,
    fact_event_row.definition,
    fact_event_row.object,
    fact_event_row.proof_hash
   FROM fact_event_row
UNION ALL
 SELECT proof_segment."position",
    proof_segment.definition_set,
        CASE
            WHEN (proof_segment.start_block = proof_segment.interval_start) THEN 'proven'::text
            ELSE 'superseded'::text
        END AS kind,
    (proof_segment.start_block)::bigint AS block_number,
    proof_segment.subject,
    proof_segment.definition,
    proof_segment.object,
    proof_segment.proof_hash
   FROM proof_segment;

CREATE VIEW interaction AS
 SELECT transaction.block_number,
    transaction.tx_index,
    transaction.from_address,
    transaction.to_address,
    (transaction.status = 1) AS succeeded,
    1 AS flags,
    0 AS log_index
   FROM transaction
  WHERE (transaction.from_address <> transaction.to_address)
UNION ALL
 SELECT internal_transfer.block_number,
    internal_transfer.tx_index,
    internal_transfer.from_address,
    internal_transfer.to_address,
    (NOT internal_transfer.reverted) AS succeeded,
    2 AS flags,
    0 AS log_index
   FROM internal_transfer
  WHERE (internal_transfer.from_address <> internal_transfer.to_address)
UNION ALL
 SELECT log_transfer.block_number,
    log_transfer.tx_index,
    log_transfer.from_address,
    log_transfer.to_address,
    true AS succeeded,
    (ARRAY[12, 20, 20, 20, 12, 36])[(log_transfer.shape + 1)] AS flags,
    log_transfer.log_index
   FROM log_transfer
  WHERE (log_transfer.from_address <> log_transfer.to_address)
UNION ALL
 SELECT decoded_transfer.block_number,
    decoded_transfer.tx_index,
    decoded_transfer.from_address,
    decoded_transfer.to_address,
    true AS succeeded,
    (ARRAY[12, 20, 20, 20, 12, 36])[(decoded_transfer.shape + 1)] AS flags,
    decoded_transfer.log_index
   FROM decoded_transfer
  WHERE (decoded_transfer.from_address <> decoded_transfer.to_address);

CREATE VIEW log_transfer AS
 SELECT block_number,
    tx_index,
    log_index,
    0 AS batch_index,
    address AS token,
    (
        CASE
            WHEN (topic3 IS NULL) THEN 0
            ELSE 1
        END)::smallint AS shape,
    NULLIF(substr(('\x0000000000000000000000000000000000000000'::bytea || topic1), (length(topic1) + 1)), '\x0000000000000000000000000000000000000000'::bytea) AS from_address,
    NULLIF(substr(('\x0000000000000000000000000000000000000000'::bytea || topic2), (length(topic2) + 1)), '\x0000000000000000000000000000000000000000'::bytea) AS to_address,
    NULL::bytea AS operator,
    (('0x0'::text || encode(topic3, 'hex'::text)))::numeric AS token_id,
        CASE
            WHEN (topic3 IS NULL) THEN (('0x0'::text || encode(
            CASE
                WHEN (get_byte(packed_data, 0) < 64) THEN substr(packed_data, 2)
                ELSE substr((substr(packed_data, 2) || '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea), 1, 32)
            END, 'hex'::text)))::numeric
            ELSE NULL::numeric
        END AS value
   FROM log
  WHERE ((topic0 = ANY (ARRAY['\x00'::bytea, '\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'::bytea])) AND (length(topic1) <= 20) AND (length(topic2) <= 20) AND (data_size =
        CASE
            WHEN (topic3 IS NULL) THEN 32
            ELSE 0
        END) AND (address <> '\xfffffffffffffffffffffffffffffffffffffffe'::bytea));

CREATE VIEW served_definition AS
 SELECT set_definition.definition_set,
    set_definition.definition,
    definition_number.id,
    set_definition.version,
    claim_coverage.kind,
    set_definition.family,
    set_definition.records,
    claim_coverage.ranges AS covered,
    evaluated_range.ranges AS evaluated
   FROM ((((definition_set
     JOIN set_definition ON ((set_definition.definition_set = definition_set.id)))
     JOIN definition_number ON ((definition_number.number = set_definition.definition)))
     JOIN claim_coverage USING (definition_set, family))
     JOIN evaluated_range USING (records))
  WHERE definition_set.current;

CREATE VIEW state_read_request AS
 SELECT state_read_request_row.subject,
    state_read_request_row.what,
    state_read_request_row.block_number,
    state_read_request_row.requester
   FROM state_read_request_row
UNION ALL
 SELECT token_read_request.subject,
    token_read_request.what,
    token_read_request.block_number,
    'token'::text AS requester
   FROM token_read_request;

CREATE VIEW storage_value AS
 SELECT storage_change.block_number,
    storage_change.address,
    storage_change.slot,
    storage_change.after AS value
   FROM storage_change
UNION ALL
 SELECT storage_answer.block_number,
    storage_answer.address,
    storage_answer.slot,
    storage_answer.value
   FROM storage_answer;

CREATE VIEW token_read_request AS
 SELECT token_declaration.token AS subject,
    read.what,
    token_declaration.block_number
   FROM (token_declaration
     JOIN ( VALUES (1,'0x95d89b41'::text), (2,'0x06fdde03'::text), (4,'0x313ce567'::text)) read("bit", what) ON ((((token_declaration.open_reads)::integer & read."bit") <> 0)))
  WHERE (token_declaration.open_reads <> 0);

CREATE VIEW tracked_read AS
 SELECT tracked_place.address,
    tracked_place.kind,
    tracked_place.slot,
    tracked_place.run_id,
    tracked_place.is_missing
   FROM tracked_place
UNION ALL
 SELECT tracked_run.contract AS address,
    'c'::"char" AS kind,
    '\x'::bytea AS slot,
    tracked_run.id AS run_id,
    false AS is_missing
   FROM tracked_run;

CREATE VIEW transaction_row AS
 SELECT block_number,
    tx_index AS "txIndex",
    hash,
    type,
    from_address AS "from",
    to_address AS "to",
    contract_address AS "contractAddress",
    value,
    nonce,
    (gas_limit)::text AS "gasLimit",
    (gas_used)::text AS "gasUsed",
    effective_gas_price AS "effectiveGasPrice",
    max_fee_per_gas AS "maxFeePerGas",
    max_priority_fee_per_gas AS "maxPriorityFeePerGas",
    max_fee_per_blob_gas AS "maxFeePerBlobGas",
    blob_versioned_hashes AS "blobVersionedHashes",
    access_list_size AS "accessListSize",
    authorization_count AS "authorizationCount",
    input_size AS "inputSize",
    SUBSTRING(packed_input FROM 1 FOR 4) AS "inputStart",
    status,
    log_count AS "logCount"
   FROM transaction tx;

CREATE VIEW transfer AS
 SELECT log_transfer.block_number,
    log_transfer.tx_index,
    log_transfer.log_index,
    log_transfer.batch_index,
    log_transfer.token,
    log_transfer.shape,
    log_transfer.from_address,
    log_transfer.to_address,
    log_transfer.operator,
    log_transfer.token_id,
    log_transfer.value
   FROM log_transfer
UNION ALL
 SELECT decoded_transfer.block_number,
    decoded_transfer.tx_index,
    decoded_transfer.log_index,
    decoded_transfer.batch_index,
    decoded_transfer.token,
    decoded_transfer.shape,
    decoded_transfer.from_address,
    decoded_transfer.to_address,
    decoded_transfer.operator,
    decoded_transfer.token_id,
    decoded_transfer.value
   FROM decoded_transfer;

CREATE VIEW undecided_segment AS
 SELECT undecided_interval.definition_set,
    undecided_interval.subject,
    undecided.definition,
    (undecided_interval.start_block)::bigint AS start_block,
    (undecided_interval.end_block)::bigint AS end_block
   FROM (undecided_interval
     CROSS JOIN LATERAL unnest(undecided_interval.definitions) undecided(definition));

CREATE VIEW unindexed_transfer AS
 SELECT block_number,
    tx_index,
    log_index,
    batch_index,
    token,
    from_address,
    to_address,
    operator,
    value
   FROM decoded_transfer
  WHERE (shape = 5);

CREATE OR REPLACE FUNCTION account_at(account bytea, at_block bigint, first_block bigint)
 RETURNS TABLE(wei numeric, wei_since bigint, nonce bigint)
 LANGUAGE sql
 STABLE
AS $function$
        SELECT CASE WHEN moved.moves = 0 THEN told.wei
                    WHEN moved.moves = moved.known THEN told.wei + moved.wei END,
               greatest(told.wei_since, moved.last), told.nonce
        FROM account_told_at(account, at_block, first_block) told
        CROSS JOIN LATERAL (
          SELECT count(*) AS moves, count(held.wei) AS known, sum(held.wei) AS wei, max(block_number) AS last
          FROM native_move move
          CROSS JOIN LATERAL account_told_at(move.address, move.block_number - 1, first_block) held
          WHERE move.receiver = account AND move.block_number <= at_block
            AND NOT is_wei_told(account, move.block_number, at_block)
        ) moved
      $function$;

CREATE OR REPLACE FUNCTION account_told_at(account bytea, at_block bigint, first_block bigint)
 RETURNS TABLE(wei numeric, wei_since bigint, nonce bigint)
 LANGUAGE sql
 STABLE
AS $function$
     SELECT CASE WHEN paying.since IS NOT NULL AND (held.wei IS NOT NULL OR paying.since = first_block AND genesis.is_known)
              THEN coalesce(held.wei, 0) + coalesce(paid.wei, 0) END,
            greatest(held.block_number, paid.last, paying.since),
            coalesce(sent.nonce, CASE WHEN told.since = first_block AND genesis.is_known THEN 0 END)
     FROM (
       SELECT max(lower(run)) FILTER (WHERE family = 'state_diff') AS since, max(lower(run)) AS paid_since, count(*) AS families
       FROM coverage, unnest(ranges) run WHERE family IN ('state_diff', 'ommers') AND run @> at_block
     ) told
     CROSS JOIN LATERAL (SELECT CASE WHEN families = 2 THEN paid_since END AS since) paying
     LEFT JOIN LATERAL last_wei(account, paying.since, at_block) held ON true
     CROSS JOIN LATERAL credited_wei(account, coalesce(held.block_number, paying.since), at_block) paid
     LEFT JOIN LATERAL last_nonce(account, told.since, at_block) sent ON true
     CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM block WHERE number = first_block AND parent_hash = decode(repeat('00', 32), 'hex')) AS is_known
     ) genesis
   $function$;

CREATE OR REPLACE FUNCTION accounts_changed_in(from_block bigint, to_block bigint)
 RETURNS TABLE(address bytea, block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT address, block_number FROM account_state WHERE block_number BETWEEN from_block AND to_block
     UNION ALL SELECT address, block_number FROM native_credit WHERE block_number BETWEEN from_block AND to_block $function$;

CREATE OR REPLACE FUNCTION activity_of(account bytea)
 RETURNS TABLE(first_block bigint, last_block bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT least((SELECT min(block_number) FROM transaction WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account), (SELECT min(block_number) FROM transaction WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account), (SELECT min(block_number) FROM internal_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account), (SELECT min(block_number) FROM internal_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account), (SELECT min(block_number) FROM log_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1), (SELECT min(block_number) FROM log_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2), (SELECT min(block_number) FROM decoded_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1), (SELECT min(block_number) FROM decoded_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2), (SELECT min(block_number) FROM log WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account)), greatest((SELECT max(block_number) FROM transaction WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account), (SELECT max(block_number) FROM transaction WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account), (SELECT max(block_number) FROM internal_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account), (SELECT max(block_number) FROM internal_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account), (SELECT max(block_number) FROM log_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1), (SELECT max(block_number) FROM log_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2), (SELECT max(block_number) FROM decoded_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1), (SELECT max(block_number) FROM decoded_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2), (SELECT max(block_number) FROM log WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account)) $function$;

CREATE OR REPLACE FUNCTION affected_runs(first_change bigint, last_change bigint, first_run bigint, last_run bigint)
 RETURNS TABLE(contract bytea, data bytea, from_block bigint)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
        WITH RECURSIVE changed AS (
          -- Hardly any slot is read: the others go no further.
          SELECT written.address, 's'::"char" AS kind, written.slot, min(written.block_number) AS block_number
          FROM slots_changed_in(first_change, last_change) written
          WHERE EXISTS (
            SELECT FROM tracked_place place WHERE place.kind = 's' AND place.address = written.address AND place.slot = written.slot OFFSET 0)
          GROUP BY written.address, written.slot
          UNION ALL
          SELECT cleared.address, 's', one.slot, cleared.block_number FROM (
            SELECT address, min(block_number) AS block_number FROM storage_clearing
            WHERE block_number BETWEEN first_change AND last_change GROUP BY address
          ) cleared
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.slot FROM tracked_place place WHERE place.kind = 's' AND place.address = cleared.address ORDER BY place.slot LIMIT 1)
              UNION ALL
              SELECT next.slot FROM walked CROSS JOIN LATERAL (
                SELECT place.slot FROM tracked_place place
                WHERE place.kind = 's' AND place.address = cleared.address AND place.slot > walked.slot ORDER BY place.slot LIMIT 1
              ) next
            )
            SELECT walked.slot FROM walked
          ) one
          UNION ALL
          SELECT held.address, 'a', '', min(held.block_number) FROM (
            SELECT address, block_number FROM accounts_changed_in(first_change, last_change)
            UNION ALL SELECT receiver, block_number FROM native_move WHERE block_number BETWEEN first_change AND last_change
          ) held
          WHERE EXISTS (SELECT FROM tracked_place place WHERE place.kind = 'a' AND place.address = held.address OFFSET 0)
          GROUP BY held.address
          UNION ALL
          -- Without the ommers of a block no balance is known there.
          SELECT one.address, 'a', '', unknown.block_number FROM (
            SELECT min(number) AS block_number FROM generate_series(first_change, last_change) number
            WHERE NOT EXISTS (SELECT FROM coverage WHERE family = 'ommers' AND ranges @> number)
          ) unknown
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.address FROM tracked_place place WHERE place.kind = 'a' AND unknown.block_number IS NOT NULL
               ORDER BY place.address LIMIT 1)
              UNION ALL
              SELECT next.address FROM walked CROSS JOIN LATERAL (
                SELECT place.address FROM tracked_place place
                WHERE place.kind = 'a' AND place.address > walked.address ORDER BY place.address LIMIT 1
              ) next
            )
            SELECT walked.address FROM walked
          ) one
        ),
        coded AS (
          SELECT address, min(block_number) AS block_number FROM code_change
          WHERE block_number BETWEEN first_change AND last_change GROUP BY address
        ),
        -- Each call that ever read a place, by one of its runs.
        reader AS (
          SELECT run.contract, run.data, one.call, changed.kind, changed.address, changed.slot, changed.block_number FROM changed
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.call, place.run_id FROM tracked_place place
               WHERE place.kind <> 'c' AND place.kind = changed.kind AND place.address = changed.address AND place.slot = changed.slot
               ORDER BY place.call LIMIT 1)
              UNION ALL
              SELECT next.call, next.run_id FROM walked CROSS JOIN LATERAL (
                SELECT place.call, place.run_id FROM tracked_place place
                WHERE place.kind <> 'c' AND place.kind = changed.kind AND place.address = changed.address AND place.slot = changed.slot
                  AND place.call > walked.call
                ORDER BY place.call LIMIT 1
              ) next
            )
            SELECT walked.call, walked.run_id FROM walked
          ) one
          CROSS JOIN LATERAL (SELECT run.contract, run.data FROM tracked_run run WHERE run.id = one.run_id OFFSET 0) run
          UNION ALL
          -- Codes of one hash are told apart below.
          SELECT run.contract, run.data, one.call, 'c', coded.address, '', coded.block_number FROM coded
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT place.call, place.run_id FROM tracked_place place
               WHERE place.kind = 'c' AND hashbyteaextended(place.address, 0) = hashbyteaextended(coded.address, 0)
               ORDER BY place.call LIMIT 1)
              UNION ALL
              SELECT next.call, next.run_id FROM walked CROSS JOIN LATERAL (
                SELECT place.call, place.run_id FROM tracked_place place
                WHERE place.kind = 'c' AND hashbyteaextended(place.address, 0) = hashbyteaextended(coded.address, 0)
                  AND place.call > walked.call
                ORDER BY place.call LIMIT 1
              ) next
            )
            SELECT walked.call, walked.run_id FROM walked
          ) one
          CROSS JOIN LATERAL (SELECT run.contract, run.data FROM tracked_run run WHERE run.id = one.run_id OFFSET 0) run
          UNION ALL
          -- No row says that a run reads the code of its contract.
          SELECT coded.address, one.data, NULL, 'c', coded.address, '', coded.block_number FROM coded
          CROSS JOIN LATERAL (
            WITH RECURSIVE walked AS (
              (SELECT run.data FROM tracked_run run WHERE run.contract = coded.address ORDER BY run.data LIMIT 1)
              UNION ALL
              SELECT next.data FROM walked CROSS JOIN LATERAL (
                SELECT run.data FROM tracked_run run WHERE run.contract = coded.address AND run.data > walked.data ORDER BY run.data LIMIT 1
              ) next
            )
            SELECT walked.data FROM walked
          ) one
        ),
        affected AS (
          SELECT reader.contract, reader.data, read.since_block, min(reader.block_number) AS block_number, bool_or(read.is_shown) AS is_shown
          FROM reader CROSS JOIN LATERAL (
            SELECT run.since_block, false AS is_shown FROM (
              (SELECT last.id, last.since_block FROM tracked_run last
               WHERE last.contract = reader.contract AND last.data = reader.data
                 AND last.since_block BETWEEN first_run AND least(reader.block_number, last_run)
               ORDER BY last.since_block DESC LIMIT 1)
              UNION ALL
              SELECT newer.id, newer.since_block FROM tracked_run newer
              WHERE newer.contract = reader.contract AND newer.data = reader.data
                AND newer.since_block > reader.block_number AND newer.since_block BETWEEN first_run AND last_run
            ) run
            WHERE reader.call IS NULL OR EXISTS (
              SELECT FROM (
                SELECT place.kind, place.address, place.slot FROM tracked_place place WHERE place.run_id = run.id OFFSET 0
              ) place
              WHERE place.kind = reader.kind AND place.address = reader.address AND place.slot = reader.slot)
            UNION ALL
            SELECT run.since_block, true FROM (
              -- A change of a balance shows the one before to nobody.
              SELECT place.run_id FROM tracked_place place
              WHERE reader.kind = 's' AND place.kind = 's' AND place.address = reader.address AND place.slot = reader.slot
                AND place.call = reader.call AND place.is_missing
              UNION ALL
              SELECT place.run_id FROM tracked_place place
              WHERE reader.kind = 'c' AND place.kind = 'c' AND hashbyteaextended(place.address, 0) = hashbyteaextended(reader.address, 0)
                AND place.address = reader.address AND place.call = reader.call AND place.is_missing
            ) lacking
            CROSS JOIN LATERAL (SELECT run.since_block FROM tracked_run run WHERE run.id = lacking.run_id OFFSET 0) run
            WHERE run.since_block BETWEEN first_run AND last_run
          ) read
          GROUP BY reader.contract, reader.data, read.since_block
        )
        SELECT affected.contract, affected.data,
               min(CASE WHEN affected.is_shown THEN affected.since_block ELSE affected.block_number END)
        FROM affected GROUP BY affected.contract, affected.data
      $function$;

CREATE OR REPLACE FUNCTION answered_reads(of_subject bytea, of_what text, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint, output bytea, is_proven boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT block_number, output, is_proven FROM state_read_result
        WHERE subject = of_subject AND what = of_what AND outcome = 'answered' AND block_number BETWEEN from_block AND to_block
      $function$;

CREATE OR REPLACE FUNCTION attributes_at(accounts bytea[], at_block bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM proof_segment WHERE hashbytea(subject) = ANY (ARRAY(SELECT hashbytea(one) FROM unnest(accounts) one)) AND subject = ANY (accounts) AND object = '' AND start_block <= at_block AND (end_block IS NULL OR end_block >= at_block) $function$;

CREATE OR REPLACE FUNCTION balance_layouts_at(at_block bigint)
 RETURNS TABLE(token bytea, layout smallint, from_block bigint, known_since bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT covering.token, covering.layout, covering.from_block, known.since
  FROM known_run(at_block) known
  CROSS JOIN balance_layout covering
  WHERE covering.from_block <= at_block AND (covering.to_block IS NULL OR covering.to_block >= at_block)
    AND (covering.from_block >= known.since OR EXISTS (
      SELECT FROM balance_check agreed
      JOIN balance_read USING (token, block_number, holder)
      CROSS JOIN LATERAL slot_values_in(agreed.block_number, agreed.token, ltrim(agreed.slot, '\x00')) word
      WHERE agreed.token = covering.token AND agreed.layout = covering.layout AND known.run @> agreed.block_number
        AND agreed.block_number <= coalesce(covering.to_block, agreed.block_number)
        AND word.value = balance_read.value AND word.value <> ''
    ))
$function$;

CREATE OR REPLACE FUNCTION best_counterparties(account bytea, excluded jsonb, at_most bigint)
 RETURNS TABLE(counterparty bytea, tx_count integer, succeeded_count integer, sent_count integer, received_count integer, external_count integer, internal_count integer, token_count integer, token_flags smallint, first_block integer, last_block integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  (SELECT address_b AS counterparty, tx_count, succeeded_count, a_to_b_count AS sent_count, b_to_a_count AS received_count, external_count, internal_count, token_count, token_flags, first_block, last_block FROM counterparty WHERE address_a = account AND succeeded_count >= 0 AND NOT excluded ? encode(address_b, 'hex')
   ORDER BY succeeded_count DESC, last_block DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION ALL
  (SELECT address_a AS counterparty, tx_count, succeeded_count, b_to_a_count AS sent_count, a_to_b_count AS received_count, external_count, internal_count, token_count, token_flags, first_block, last_block FROM counterparty WHERE address_b = account AND succeeded_count >= 0 AND NOT excluded ? encode(address_a, 'hex')
   ORDER BY succeeded_count DESC, last_block DESC FETCH FIRST (at_most) ROWS WITH TIES) $function$;

CREATE OR REPLACE FUNCTION blocks_of_recipient(account bytea, at_most bigint)
 RETURNS TABLE(block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT block_number FROM transaction WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account ORDER BY block_number DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION blocks_of_sender(account bytea, at_most bigint)
 RETURNS TABLE(block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT block_number FROM transaction WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account ORDER BY block_number DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION claim_interval(claim_set smallint, claim_subject bytea, claim_definition smallint, claim_object bytea, claim_start bigint, claim_end bigint, covered int8multirange, evaluated int8multirange)
 RETURNS TABLE(start_block bigint, end_block bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT shown.*
        FROM interval_shown(
          claim_start,
          CASE WHEN claim_end IS NOT NULL THEN (
            SELECT last.end_block FROM last_of_interval(claim_set, claim_subject, claim_definition, claim_object, claim_start) last
          ) END,
          covered, evaluated
        ) shown
      $function$;

CREATE OR REPLACE FUNCTION claims_at(of_definitions smallint[], accounts bytea[], at_block bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM proof_segment WHERE hashbytea(subject) = ANY (ARRAY(SELECT hashbytea(one) FROM unnest(accounts) one)) AND subject = ANY (accounts) AND definition = ANY (of_definitions) AND start_block <= at_block AND (end_block IS NULL OR end_block >= at_block) $function$;

CREATE OR REPLACE FUNCTION code_facts(account bytea)
 RETURNS TABLE(block_number integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT block_number FROM fact WHERE hashbytea(subject) = hashbytea(account) AND subject = account AND source IN (SELECT id FROM fact_source WHERE text LIKE '{"kind":"code"%')
      $function$;

CREATE OR REPLACE FUNCTION code_history(account bytea)
 RETURNS TABLE(block_number bigint, tx_index integer, kind text, code_hash bytea, creation_type text, deployer bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT step.block_number, step.tx_index, step.kind, step.code_hash, step.creation_type, step.deployer
     FROM code_change step
     WHERE step.address = account AND NOT (step.kind = 'cleared' AND EXISTS (
       SELECT FROM transaction_at(step.block_number, step.tx_index) clearing WHERE clearing.authorization_count > 0
     ))
   $function$;

CREATE OR REPLACE FUNCTION code_known_through(account bytea, head bigint)
 RETURNS TABLE(block bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT least(head, coalesce(upper(known.run) - 1, newest.block))
        FROM (SELECT max(block_number) AS block FROM code_change WHERE address = account) newest
        LEFT JOIN LATERAL known_run(newest.block) known ON true
      $function$;

CREATE OR REPLACE FUNCTION count_failed_frames(of_block bigint, of_index integer)
 RETURNS TABLE(count bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT count(*) FROM failed_frame WHERE block_number = of_block AND tx_index = of_index $function$;

CREATE OR REPLACE FUNCTION count_internal_transfers(of_block bigint, of_index integer)
 RETURNS TABLE(count bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT count(*) FROM internal_transfer WHERE block_number = of_block AND tx_index = of_index $function$;

CREATE OR REPLACE FUNCTION count_transfers(of_block bigint, of_index integer)
 RETURNS TABLE(count bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT count(*) FROM ((SELECT tx_index FROM log_transfer WHERE block_number = of_block AND tx_index = of_index) UNION ALL (SELECT tx_index FROM decoded_transfer WHERE block_number = of_block AND tx_index = of_index)) moved $function$;

CREATE OR REPLACE FUNCTION counterparties_in_buckets(account bytea, until_block bigint)
 RETURNS TABLE(counterparty bytea, tx_count integer, succeeded_count integer, sent_count integer, received_count integer, external_count integer, internal_count integer, token_count integer, token_flags smallint, first_block integer, last_block integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT address_b AS counterparty, tx_count, succeeded_count, a_to_b_count AS sent_count, b_to_a_count AS received_count, external_count, internal_count, token_count, token_flags, first_block, last_block FROM counterparty_in_bucket WHERE address_a = account AND from_block <= until_block
     UNION ALL
     SELECT address_a AS counterparty, tx_count, succeeded_count, b_to_a_count AS sent_count, a_to_b_count AS received_count, external_count, internal_count, token_count, token_flags, first_block, last_block FROM counterparty_in_bucket WHERE address_b = account AND from_block <= until_block $function$;

CREATE OR REPLACE FUNCTION counterparties_of_level(account bytea, of_level bigint, at_most bigint)
 RETURNS TABLE(walked bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT count(*) FROM (
  (SELECT 1 FROM counterparty WHERE address_a = account AND succeeded_count >= 0 AND succeeded_count = of_level ORDER BY address_a, succeeded_count DESC, last_block DESC) UNION ALL
  (SELECT 1 FROM counterparty WHERE address_b = account AND succeeded_count >= 0 AND succeeded_count = of_level ORDER BY address_b, succeeded_count DESC, last_block DESC) LIMIT at_most) walk $function$;

CREATE OR REPLACE FUNCTION counterparties_walked(account bytea, at_most bigint)
 RETURNS TABLE(walked bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT count(*) FROM (
       SELECT 1 FROM counterparty WHERE address_a = account AND succeeded_count >= 0 UNION ALL
       SELECT 1 FROM counterparty WHERE address_b = account AND succeeded_count >= 0 LIMIT at_most
     ) walk $function$;

CREATE OR REPLACE FUNCTION counterparty_totals(account bytea, others bytea[])
 RETURNS TABLE(counterparty bytea, tx_count integer, succeeded_count integer, sent_count integer, received_count integer, external_count integer, internal_count integer, token_count integer, token_flags smallint, first_block integer, last_block integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT other, tx_count, succeeded_count, CASE account WHEN address_a THEN a_to_b_count ELSE b_to_a_count END,
            CASE account WHEN address_a THEN b_to_a_count ELSE a_to_b_count END, external_count, internal_count, token_count, token_flags, first_block, last_block
     FROM unnest(others) other
     JOIN counterparty total
       ON hashbyteaextended(sha256(total.address_a || total.address_b), 0)
            = hashbyteaextended(sha256(least(account, other) || greatest(account, other)), 0)
          AND total.address_a = least(account, other) AND total.address_b = greatest(account, other) $function$;

CREATE OR REPLACE FUNCTION counts_of_token(of_token bytea)
 RETURNS SETOF token
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT * FROM token WHERE address = of_token LIMIT 1
      $function$;

CREATE OR REPLACE FUNCTION covered_range(families text[], at_block bigint)
 RETURNS TABLE(first_block bigint, last_block bigint, is_whole boolean)
 LANGUAGE sql
 STABLE
AS $function$
        SELECT lower(covered), upper(covered) - 1, EXISTS (
          SELECT FROM canonical_block WHERE number = lower(covered) AND parent_hash = decode(repeat('00', 32), 'hex'))
        FROM (
          SELECT range_intersect_agg(ranges) AS ranges FROM coverage WHERE family = ANY (families)
          HAVING count(*) = cardinality(families)
        ) common, unnest(common.ranges) covered
        WHERE covered @> at_block AND (
          SELECT count(*) = 4 AND min(position) = max(position) FROM checkpoint
          WHERE reader IN ('contract', 'coverage', 'native_balance', 'storage'))
      $function$;

CREATE OR REPLACE FUNCTION credited_wei(account bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(wei numeric, last bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT sum(wei), max(block_number) FROM native_credit WHERE address = account AND block_number BETWEEN from_block AND to_block $function$;

CREATE OR REPLACE FUNCTION fact_event_fingerprint(at_position bigint)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT encode(sha256(convert_to(concat_ws(' ', definition_set, kind, block_number, encode(subject, 'hex'), definition,
    encode(object, 'hex'), encode(proof_hash, 'hex')), 'UTF8')), 'hex')
  FROM fact_events_between(at_position - 1, at_position) ORDER BY definition_set LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION fact_events_between(after_position bigint, until_position bigint)
 RETURNS SETOF fact_event
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT position, definition_set, kind, block_number, subject, definition, object, proof_hash FROM fact_event_row WHERE position > after_position AND position <= until_position
     UNION ALL SELECT position, definition_set, CASE WHEN start_block = interval_start THEN 'proven' ELSE 'superseded' END,
  start_block::int8, subject, definition, object, proof_hash FROM proof_segment WHERE position > after_position AND position <= until_position $function$;

CREATE OR REPLACE FUNCTION fact_value(packed bytea)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  unpacked text := '';
  mark int;
  kept int;
BEGIN
  LOOP
    mark := position('\x01'::bytea IN packed);
    IF mark = 0 THEN
      RETURN unpacked || convert_from(packed, 'UTF8');
    END IF;
    kept := get_byte(packed, mark + 1);
    unpacked := unpacked || convert_from(substring(packed FOR mark - 1), 'UTF8') || '0x' || repeat('00', get_byte(packed, mark) - kept)
      || encode(substring(packed FROM mark + 3 FOR kept), 'hex');
    packed := substring(packed FROM mark + 3 + kept);
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION failed_frames_of(of_block bigint, of_index integer)
 RETURNS SETOF failed_frame
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM failed_frame WHERE block_number = of_block AND tx_index = of_index $function$;

CREATE OR REPLACE FUNCTION first_gap(families text[], first_block bigint, head bigint)
 RETURNS TABLE(from_block bigint, to_block bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT gap.from_block, gap.to_block
     FROM coverage CROSS JOIN LATERAL gaps(ranges, first_block, head) gap
     WHERE family = ANY(families)
     ORDER BY 1 LIMIT 1
   $function$;

CREATE OR REPLACE FUNCTION gap_at(at_block bigint, of_family text, first_block bigint, head bigint)
 RETURNS TABLE(from_block bigint, to_block bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT gap.from_block, gap.to_block
     FROM coverage CROSS JOIN LATERAL gaps(ranges, first_block, head) gap
     WHERE family = of_family AND at_block BETWEEN gap.from_block AND gap.to_block
     LIMIT 1
   $function$;

CREATE OR REPLACE FUNCTION gaps(covered int8multirange, first_block bigint, head bigint)
 RETURNS TABLE(from_block bigint, to_block bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
     SELECT lower(missing), upper(missing) - 1
     FROM unnest(int8multirange(int8range(first_block, greatest(first_block, head + 1))) - covered) missing
   $function$;

CREATE OR REPLACE FUNCTION has_claims(of_set smallint, account bytea)
 RETURNS TABLE(yes boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT EXISTS (SELECT FROM proof_segment WHERE definition_set = of_set AND hashbytea(subject) = hashbytea(account) AND subject = account) $function$;

CREATE OR REPLACE FUNCTION has_facts(account bytea)
 RETURNS TABLE(yes boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT EXISTS (SELECT 1 FROM fact WHERE hashbytea(subject) = hashbytea(account) AND subject = account)
      $function$;

CREATE OR REPLACE FUNCTION has_logs(contract bytea)
 RETURNS TABLE(yes boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT true FROM log WHERE hashbyteaextended(address, 0) = hashbyteaextended(contract, 0) AND address = contract LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION holders_ever(token_address bytea)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT CASE WHEN erc721_transfers > greatest(erc20_transfers, erc1155_transfers) THEN item_holders_ever ELSE amount_holders_ever END
     FROM token WHERE address = token_address
   $function$;

CREATE OR REPLACE FUNCTION internal_transfers_of(account bytea, before_block_number bigint, before_tx_index integer, before_ordinal integer, at_most bigint)
 RETURNS TABLE(block_number bigint, tx_index integer, ordinal integer, type smallint, reverted boolean, from_address bytea, to_address bytea, value numeric, path bytea, tx_hash bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT moved.block_number, moved.tx_index, moved.ordinal, moved.type, moved.reverted, moved.from_address, moved.to_address,
            moved.value, moved.path, tx.hash
     FROM (
     (SELECT * FROM internal_transfer
      WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account
        AND (block_number, tx_index, ordinal) < (before_block_number, before_tx_index, before_ordinal)
      ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION
     (SELECT * FROM internal_transfer
      WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account
        AND (block_number, tx_index, ordinal) < (before_block_number, before_tx_index, before_ordinal)
      ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) ORDER BY block_number DESC, tx_index DESC, ordinal DESC LIMIT at_most) moved
     JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index ORDER BY moved.block_number DESC, moved.tx_index DESC, moved.ordinal DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION interval_shown(claim_start bigint, last_end bigint, covered int8multirange, evaluated int8multirange)
 RETURNS TABLE(start_block bigint, end_block bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT lower(shown.blocks), CASE WHEN upper(shown.blocks) < upper(covered) OR last_end < upper(covered) THEN upper(shown.blocks) - 1 END
  FROM  (
    SELECT covered * int8multirange(int8range(claim_start, coalesce(
      last_end, (SELECT upper(range) - 1 FROM unnest(evaluated) range WHERE range @> claim_start)
    ), '[]')) AS blocks
  ) shown $function$;

CREATE OR REPLACE FUNCTION is_active(account bytea)
 RETURNS TABLE(yes boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT true FROM (SELECT block_number FROM transaction WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account UNION ALL SELECT block_number FROM transaction WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account UNION ALL SELECT block_number FROM internal_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account UNION ALL SELECT block_number FROM internal_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account UNION ALL SELECT block_number FROM log_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1 UNION ALL SELECT block_number FROM log_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2 UNION ALL SELECT block_number FROM decoded_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1 UNION ALL SELECT block_number FROM decoded_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2) active LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION is_delegation(code bytea)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
     SELECT octet_length(code) = 23 AND substring(code FOR 3) = '\xef0100'
   $function$;

CREATE OR REPLACE FUNCTION is_nature_evaluated(account bytea, at_block bigint, first_block bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT EXISTS (
       SELECT FROM served_definition definition
       WHERE family = 'address_nature' AND covered @> at_block AND NOT EXISTS (
         SELECT FROM undecided_of(ARRAY[account])
         JOIN served_definition nature USING (definition_set, definition)
         WHERE nature.family = definition.family AND nature.evaluated @> int8range(start_block, at_block, '[]')
           AND (end_block IS NULL OR end_block >= at_block)
       ) AND NOT EXISTS (
         SELECT FROM served_definition nature
         WHERE nature.family = definition.family AND nature.records IN (SELECT records_of_unknown_code(account, at_block, first_block))
       )
     )
   $function$;

CREATE OR REPLACE FUNCTION is_object(account bytea)
 RETURNS TABLE(yes boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT true FROM proof_segment WHERE hashbytea(object) = hashbytea(account) AND object = account AND object <> '' LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION is_wei_told(account bytea, from_block bigint, at_block bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
     SELECT EXISTS (
       SELECT FROM account_state
       WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account AND wei IS NOT NULL AND block_number BETWEEN from_block AND at_block
     )
   $function$;

CREATE OR REPLACE FUNCTION known_run(at_block bigint)
 RETURNS TABLE(run int8range, since bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT run, lower(run) FROM coverage, unnest(ranges) run WHERE family = 'state_diff' AND run @> at_block
   $function$;

CREATE OR REPLACE FUNCTION last_active(of_token bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(senders bigint, receivers bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT (SELECT count(*) FROM token_holder WHERE hashbytea(token) = hashbytea(of_token) AND token = of_token AND last_sent BETWEEN from_block AND to_block), (SELECT count(*) FROM token_holder WHERE hashbytea(token) = hashbytea(of_token) AND token = of_token AND last_received BETWEEN from_block AND to_block) $function$;

CREATE OR REPLACE FUNCTION last_cleared(account bytea, at_block bigint)
 RETURNS TABLE(block bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT max(block_number) FROM code_change WHERE address = account AND kind = 'cleared' AND block_number <= at_block
   $function$;

CREATE OR REPLACE FUNCTION last_code(account bytea)
 RETURNS TABLE(hash bytea, code bytea, fingerprint bytea, selectors bytea, clone_target bytea, proxy_pattern text, block_number bigint, is_delegation boolean, cleared_in bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
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
   $function$;

CREATE OR REPLACE FUNCTION last_fact_event()
 RETURNS TABLE("position" bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT greatest((SELECT max(position) FROM fact_event_row), (SELECT max(position) FROM proof_segment), 0) $function$;

CREATE OR REPLACE FUNCTION last_known_nonce(account bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint, nonce bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT block_number, nonce FROM account_state WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account AND nonce IS NOT NULL AND block_number BETWEEN from_block AND to_block ORDER BY block_number DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION last_nonce(account bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(nonce bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT nonce FROM account_state WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account AND nonce IS NOT NULL AND block_number BETWEEN from_block AND to_block
     ORDER BY block_number DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION last_of_interval(of_set smallint, account bytea, of_definition smallint, of_object bytea, from_block bigint)
 RETURNS TABLE(end_block integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT end_block FROM proof_segment WHERE definition_set = of_set AND hashbytea(subject) = hashbytea(account) AND subject = account AND definition = of_definition AND object = of_object AND start_block >= from_block AND interval_start = from_block
     ORDER BY start_block DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION last_slot_change(account bytea, of_slot bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint, after bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT block_number, after FROM storage_change WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) = hashbytea(account) AND address = account AND block_number BETWEEN from_block AND to_block ORDER BY block_number DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION last_slot_value(account bytea, of_slot bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(value bytea, block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT value, block_number FROM (
    (SELECT after AS value, block_number FROM storage_change WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) = hashbytea(account) AND address = account
  AND block_number BETWEEN from_block AND to_block ORDER BY block_number DESC LIMIT 1)
    UNION ALL
    (SELECT value, block_number FROM storage_answer WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) = hashbytea(account) AND address = account
  AND block_number BETWEEN from_block AND to_block ORDER BY block_number DESC LIMIT 1)
  ) newest ORDER BY block_number DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION last_transfer(of_token bytea, at_block bigint)
 RETURNS SETOF transfer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM ((SELECT * FROM log_transfer WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -3 AND block_number <= at_block ORDER BY block_number DESC FETCH FIRST ROW WITH TIES) UNION ALL (SELECT * FROM decoded_transfer WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -3 AND block_number <= at_block ORDER BY block_number DESC FETCH FIRST ROW WITH TIES)) walked ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION last_wei(account bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(wei numeric, block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT wei, block_number FROM account_state WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account AND wei IS NOT NULL AND block_number BETWEEN from_block AND to_block
     ORDER BY block_number DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION log_at(of_block bigint, of_index integer, of_place integer)
 RETURNS SETOF log
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM log WHERE block_number = of_block AND tx_index = of_index AND log_index_in_tx = of_place $function$;

CREATE OR REPLACE FUNCTION logs_of(contract bytea, before_block bigint, before_index bigint, at_most bigint)
 RETURNS TABLE(block_number bigint, tx_index integer, log_index integer, log_index_in_tx integer, topic0 bytea, topic1 bytea, topic2 bytea, topic3 bytea, data_size integer, packed_data bytea, tx_hash bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT log.block_number, log.tx_index, log.log_index, log.log_index_in_tx, log.topic0, log.topic1, log.topic2, log.topic3,
               log.data_size, log.packed_data, tx.hash
        FROM (
          SELECT * FROM log WHERE hashbyteaextended(address, 0) = hashbyteaextended(contract, 0) AND address = contract
            AND (block_number, log_index) < (before_block, before_index)
          ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) log
        JOIN transaction tx ON tx.block_number = log.block_number AND tx.tx_index = log.tx_index
        ORDER BY log.block_number DESC, log.log_index DESC LIMIT at_most
      $function$;

CREATE OR REPLACE FUNCTION met_in(account bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(counterparty bytea, block_number bigint, is_sent boolean, is_received boolean, succeeded boolean, flags integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT side.counterparty, side.block_number, bool_or(side.is_sent), bool_or(NOT side.is_sent), bool_or(side.succeeded), bit_or(side.flags)
         FROM (SELECT to_address AS counterparty, block_number, tx_index, true AS is_sent, succeeded, flags FROM interaction
             WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1 AND block_number BETWEEN from_block AND to_block UNION ALL SELECT from_address AS counterparty, block_number, tx_index, false AS is_sent, succeeded, flags FROM interaction
             WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2 AND block_number BETWEEN from_block AND to_block) side
         GROUP BY side.counterparty, side.block_number, side.tx_index $function$;

CREATE OR REPLACE FUNCTION moved_unindexed(account bytea, counterparty bytea, at_block bigint)
 RETURNS TABLE(items boolean, amounts boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT bool_or(owned.are_items), bool_or(NOT owned.are_items)
     FROM unindexed_between(account, counterparty, at_block) moved
     LEFT JOIN LATERAL (
       SELECT code.selectors FROM code_change change JOIN code ON code.hash = change.code_hash
       WHERE change.address = moved.token
       ORDER BY change.block_number DESC, change.tx_index DESC LIMIT 1
     ) code ON true
     CROSS JOIN LATERAL (
       SELECT EXISTS (
         SELECT FROM generate_series(1, octet_length(code.selectors), 4) place
         WHERE substring(code.selectors FROM place FOR 4) = '\x6352211e'
       ) AS are_items
     ) owned
   $function$;

CREATE OR REPLACE FUNCTION moves_in(holder bytea, of_token bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT block_number FROM ((SELECT block_number FROM log_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(holder, 0) AND from_address = holder AND hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -1 AND log_index <> -3 AND block_number BETWEEN from_block AND to_block) UNION ALL (SELECT block_number FROM decoded_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(holder, 0) AND from_address = holder AND hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -1 AND log_index <> -3 AND block_number BETWEEN from_block AND to_block) UNION ALL (SELECT block_number FROM log_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(holder, 0) AND to_address = holder AND hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -2 AND log_index <> -3 AND block_number BETWEEN from_block AND to_block) UNION ALL (SELECT block_number FROM decoded_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(holder, 0) AND to_address = holder AND hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -2 AND log_index <> -3 AND block_number BETWEEN from_block AND to_block)) moved LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION name_pairs(folded text, carries_hex boolean)
 RETURNS TABLE(pair text, closeness smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
        SELECT DISTINCT substr(folded, at, 2) COLLATE "C",
          (CASE WHEN carries_hex THEN 3 WHEN at = 1 THEN 1 ELSE 2 END)::int2
        FROM generate_series(1, length(folded) - 1) at
      $function$;

CREATE OR REPLACE FUNCTION name_signature(folded text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
        SELECT coalesce(bit_or(1::int8 << (hashtext(substr(folded, at, 3)) & 63)), 0) FROM generate_series(1, length(folded) - 2) at
      $function$;

CREATE OR REPLACE FUNCTION name_triples(folded text, is_token boolean)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
        SELECT coalesce(array_agg(DISTINCT hashtext(is_token || substr(folded, at, 3))), '{}')
        FROM generate_series(1, length(folded) - 2) at
      $function$;

CREATE OR REPLACE FUNCTION next_account_of_slot(of_slot bytea, above bigint)
 RETURNS TABLE(hash integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT min(next.hash) FROM (
          (SELECT hashbytea(address) AS hash FROM storage_change
           WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) > above ORDER BY hashbytea(address) LIMIT 1) UNION ALL
          (SELECT hashbytea(address) AS hash FROM storage_answer
           WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) > above ORDER BY hashbytea(address) LIMIT 1)) next $function$;

CREATE OR REPLACE FUNCTION next_known_nonce(account bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT block_number FROM account_state WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account AND nonce IS NOT NULL AND block_number BETWEEN from_block AND to_block ORDER BY block_number LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION next_known_wei(account bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT min(block_number) FROM (
       (SELECT block_number FROM account_state WHERE hashbyteaextended(address, 0) = hashbyteaextended(account, 0) AND address = account AND wei IS NOT NULL AND block_number BETWEEN from_block AND to_block ORDER BY block_number LIMIT 1)
       UNION ALL
       (SELECT block_number FROM native_credit WHERE address = account AND block_number BETWEEN from_block AND to_block ORDER BY block_number LIMIT 1)
     ) known $function$;

CREATE OR REPLACE FUNCTION next_slot_change(account bytea, of_slot bytea, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint, before bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT block_number, before FROM storage_change WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) = hashbytea(account) AND address = account AND block_number BETWEEN from_block AND to_block ORDER BY block_number LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION note_api_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        UPDATE api_key_revision SET revision = revision + 1;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION open_relations_from(account bytea, of_set smallint, of_definition smallint, after_other bytea, evaluated int8multirange, head bigint, at_most bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT * FROM proof_segment
  WHERE definition_set = of_set AND hashbytea(subject) = hashbytea(account) AND subject = account AND object <> '' AND definition = of_definition AND object > after_other
    AND end_block IS NULL AND evaluated @> int8range(start_block, head, '[]')
  ORDER BY object LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION open_relations_to(account bytea, of_set smallint, of_definition smallint, after_other bytea, evaluated int8multirange, head bigint, at_most bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT * FROM proof_segment
  WHERE definition_set = of_set AND object = account AND object <> '' AND definition = of_definition AND subject > after_other
    AND end_block IS NULL AND evaluated @> int8range(start_block, head, '[]')
  ORDER BY subject LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION proof_by_hash(hash bytea)
 RETURNS TABLE(proof text, "proofHash" bytea, "setDigest" text, "position" bigint, "evaluatedAt" bigint, object bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT proof_text(segment), segment.proof_hash, definition_set.digest, segment.position, segment.evaluated_at, segment.object
  FROM segments_by_hash(hash) segment JOIN definition_set ON definition_set.id = segment.definition_set
  ORDER BY definition_set.current DESC, segment.position LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION proof_text(segment proof_segment)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT coalesce(segment.proof, (
          SELECT unpack_proof(template.text, segment.packed_proof, segment.subject, segment.object)
          FROM proof_template template WHERE template.id = segment.template
        ))
      $function$;

CREATE OR REPLACE FUNCTION proof_until(of_set smallint, account bytea, of_definition smallint, of_object bytea, to_block bigint)
 RETURNS TABLE(proof_hash bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT proof_hash FROM proof_segment WHERE definition_set = of_set AND hashbytea(subject) = hashbytea(account) AND subject = account AND definition = of_definition AND object = of_object AND (to_block IS NULL OR start_block <= to_block)
     ORDER BY start_block DESC LIMIT 1 $function$;

CREATE OR REPLACE FUNCTION recent_counterparties(account bytea, at_block bigint, chain_start bigint)
 RETURNS TABLE(counterparty bytea, tx_count bigint, succeeded_count bigint, sent_count bigint, received_count bigint, external_count bigint, internal_count bigint, token_count bigint, token_flags smallint, first_block bigint, last_block bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT met.counterparty, count(*), count(*) FILTER (WHERE met.succeeded), count(*) FILTER (WHERE is_sent),
            count(*) FILTER (WHERE is_received), count(*) FILTER (WHERE met.flags & 1 > 0), count(*) FILTER (WHERE met.flags & 2 > 0),
            count(*) FILTER (WHERE met.flags & 4 > 0), (bit_or(met.flags) >> 3)::int2, min(met.block_number), max(met.block_number)
     FROM (
       SELECT coalesce(range_agg(int8range(bucket.from_block, bucket.to_block, '[]')), '{}') AS blocks
       FROM counterparty_bucket bucket WHERE bucket.to_block <= at_block
     ) folded
     CROSS JOIN LATERAL gaps(folded.blocks, chain_start, at_block) run
     CROSS JOIN LATERAL met_in(account, run.from_block, run.to_block) met
     GROUP BY met.counterparty
   $function$;

CREATE OR REPLACE FUNCTION recorded_state(of_subject bytea, of_what text, answers text, from_block bigint, to_block bigint)
 RETURNS TABLE(block_number bigint, output bytea, is_proven boolean, is_contradicted boolean)
 LANGUAGE sql
 STABLE
AS $function$
        WITH recorded AS (
          SELECT result.*, false AS is_requested FROM (SELECT 1 WHERE answers IN ('claims', 'all')) count
          CROSS JOIN LATERAL answered_reads(of_subject, of_what, from_block, to_block) result
          UNION ALL
          SELECT block_number, output, is_proven, false FROM tracked_answer
          WHERE answers IN ('tracked', 'all') AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
          UNION ALL
          SELECT block_number, output, is_proven, true FROM state_answer
          WHERE answers = 'all' AND subject = of_subject AND what = of_what AND block_number BETWEEN from_block AND to_block
        )
        SELECT best.block_number, best.output, best.is_proven,
          best.is_proven AND EXISTS (SELECT FROM recorded other WHERE other.output <> best.output AND (other.is_proven OR NOT other.is_requested AND NOT EXISTS (
            SELECT FROM recorded proof WHERE proof.is_proven AND proof.block_number = other.block_number)))
        FROM (
          SELECT * FROM recorded
          ORDER BY output IS NULL, is_proven DESC, CASE WHEN output IS NULL THEN -block_number ELSE block_number END LIMIT 1
        ) best
      $function$;

CREATE OR REPLACE FUNCTION records_of_unknown_code(address bytea, at_block bigint, first_block bigint)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT DISTINCT records
  FROM evaluated_range, unnest(ranges) run
  WHERE records LIKE '%state_diff' AND (at_block IS NULL OR run @> at_block) AND lower(run) > first_block
    AND NOT EXISTS (SELECT 1 FROM code_facts(address) WHERE block_number BETWEEN lower(run) AND upper(run) - 1)
$function$;

CREATE OR REPLACE FUNCTION refuse_change_of_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION relations_from(account bytea, of_set smallint, of_definitions smallint[], at_most bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT * FROM proof_segment
  WHERE hashbytea(subject) = hashbytea(account) AND subject = account AND object <> '' AND start_block = interval_start AND definition_set = of_set AND definition = ANY (of_definitions)
  ORDER BY start_block FETCH FIRST (at_most) ROWS WITH TIES $function$;

CREATE OR REPLACE FUNCTION relations_to(account bytea, of_set smallint, of_definitions smallint[], at_most bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT * FROM proof_segment
  WHERE hashbytea(object) = hashbytea(account) AND object = account AND object <> '' AND start_block = interval_start AND definition_set = of_set AND definition = ANY (of_definitions)
  ORDER BY start_block FETCH FIRST (at_most) ROWS WITH TIES $function$;

CREATE OR REPLACE FUNCTION segments_at_positions(from_position bigint, to_position bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
    SELECT * FROM proof_segment WHERE position >= from_position AND position <= to_position
  $function$;

CREATE OR REPLACE FUNCTION segments_at(accounts bytea[], at_block bigint)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM proof_segment WHERE hashbytea(subject) = ANY (ARRAY(SELECT hashbytea(one) FROM unnest(accounts) one)) AND subject = ANY (accounts) AND start_block <= at_block AND (end_block IS NULL OR end_block >= at_block) $function$;

CREATE OR REPLACE FUNCTION segments_between(account bytea, of_object bytea)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM proof_segment WHERE hashbytea(subject) = hashbytea(account) AND subject = account AND object = of_object $function$;

CREATE OR REPLACE FUNCTION segments_by_hash(of_hash bytea)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM proof_segment WHERE hashbyteaextended(proof_hash, 0) = hashbyteaextended(of_hash, 0) AND proof_hash = of_hash $function$;

CREATE OR REPLACE FUNCTION segments_of(account bytea)
 RETURNS SETOF proof_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM proof_segment WHERE hashbytea(subject) = hashbytea(account) AND subject = account $function$;

CREATE OR REPLACE FUNCTION slot_values_in(of_block bigint, account bytea, of_slot bytea)
 RETURNS TABLE(value bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT value FROM storage_value WHERE hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) = hashbytea(account) AND address = account AND block_number = of_block $function$;

CREATE OR REPLACE FUNCTION slots_changed_in(from_block bigint, to_block bigint)
 RETURNS TABLE(address bytea, slot bytea, block_number bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT address, slot, block_number FROM storage_change WHERE block_number BETWEEN from_block AND to_block $function$;

CREATE OR REPLACE FUNCTION subjects_of_events(of_definitions smallint[], after_position bigint, until_position bigint)
 RETURNS TABLE(subject bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT DISTINCT subject FROM fact_event_row
     WHERE definition = ANY (of_definitions) AND position > after_position AND position <= until_position
     UNION
     SELECT DISTINCT subject FROM proof_segment
     WHERE definition = ANY (of_definitions) AND position > after_position AND position <= until_position $function$;

CREATE OR REPLACE FUNCTION texts_with(fragment text, of_tokens boolean, at_most bigint)
 RETURNS SETOF name_text
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
 SET enable_bitmapscan TO 'on'
AS $function$
    SELECT * FROM name_text
    WHERE name_triples(folded, is_token) @> name_triples(fragment, of_tokens) AND is_token = of_tokens AND strpos(folded, fragment) > 0
    LIMIT at_most
  $function$;

CREATE OR REPLACE FUNCTION tips(gas_fees numeric, base_fee_per_gas numeric, gas_used bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
     SELECT gas_fees - coalesce(base_fee_per_gas * gas_used, 0)
   $function$;

CREATE OR REPLACE FUNCTION tokens_of_hash(of_hash integer)
 RETURNS TABLE(address bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT address FROM token WHERE hashbytea(address) = of_hash $function$;

CREATE OR REPLACE FUNCTION tokens_of_holder(account bytea, at_most bigint)
 RETURNS SETOF token_holder
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT * FROM token_holder
        WHERE ((hashbytea(holder)::int8 << 32) | (hashbytea(token)::int8 & 4294967295)) BETWEEN (hashbytea(account)::int8 << 32) AND ((hashbytea(account)::int8 << 32) | 4294967295) AND holder = account
        ORDER BY ((hashbytea(holder)::int8 << 32) | (hashbytea(token)::int8 & 4294967295)) LIMIT at_most
      $function$;

CREATE OR REPLACE FUNCTION top_holders(of_token bytea, below numeric, after_holder bytea, at_most bigint)
 RETURNS TABLE(measure text, holder bytea, balance numeric, last integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        (SELECT 'amount', holder, amount, greatest(last_sent, last_received) FROM token_holder
         WHERE hashbytea(token) = hashbytea(of_token) AND token = of_token AND amount > 0 AND (-amount, holder) > (-below, after_holder)
         ORDER BY -amount, holder LIMIT at_most) UNION ALL
        (SELECT 'items', holder, items, greatest(last_sent, last_received) FROM token_holder
         WHERE hashbytea(token) = hashbytea(of_token) AND token = of_token AND items > 0 AND (-items, holder) > (-below, after_holder)
         ORDER BY -items, holder LIMIT at_most)
      $function$;

CREATE OR REPLACE FUNCTION transaction_at(of_block bigint, of_index integer)
 RETURNS SETOF transaction
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM transaction WHERE block_number = of_block AND tx_index = of_index $function$;

CREATE OR REPLACE FUNCTION transaction_by_hash(of_hash bytea)
 RETURNS SETOF transaction
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM transaction WHERE hashbyteaextended(hash, 0) = hashbyteaextended(of_hash, 0) AND hash = of_hash $function$;

CREATE OR REPLACE FUNCTION transaction_row_at(of_block bigint, of_index integer)
 RETURNS SETOF transaction_row
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM transaction_row WHERE block_number = of_block AND "txIndex" = of_index $function$;

CREATE OR REPLACE FUNCTION transactions_of(account bytea, before_block_number bigint, before_tx_index integer, at_most bigint)
 RETURNS SETOF transaction_row
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT tx.* FROM (
     (SELECT block_number, tx_index FROM transaction
      WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account
        AND (block_number, tx_index) < (before_block_number, before_tx_index)
      ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION
     (SELECT block_number, tx_index FROM transaction
      WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account
        AND (block_number, tx_index) < (before_block_number, before_tx_index)
      ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) ORDER BY block_number DESC, tx_index DESC LIMIT at_most) place
     JOIN transaction_row tx ON tx.block_number = place.block_number AND tx."txIndex" = place.tx_index ORDER BY tx.block_number DESC, tx."txIndex" DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION transfer_rows_of_token(of_token bytea, before_block_number bigint, before_tx_index integer, before_log_index integer, before_batch_index integer, at_most bigint)
 RETURNS TABLE("blockNumber" bigint, "txIndex" integer, "logIndex" integer, "batchIndex" integer, "txHash" bytea, "txSender" bytea, "txTo" bytea, token bytea, shape smallint, "from" bytea, "to" bytea, operator bytea, "tokenId" numeric, value numeric)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value FROM (SELECT * FROM ((SELECT * FROM log_transfer WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -3 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION ALL (SELECT * FROM decoded_transfer WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -3 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES)) walked ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT at_most) moved LEFT JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index ORDER BY moved.block_number DESC, moved.tx_index DESC, moved.log_index DESC, moved.batch_index DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION transfer_rows_of(account bytea, before_block_number bigint, before_tx_index integer, before_log_index integer, before_batch_index integer, at_most bigint)
 RETURNS TABLE("blockNumber" bigint, "txIndex" integer, "logIndex" integer, "batchIndex" integer, "txHash" bytea, "txSender" bytea, "txTo" bytea, token bytea, shape smallint, "from" bytea, "to" bytea, operator bytea, "tokenId" numeric, value numeric)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value FROM (SELECT * FROM ((SELECT * FROM log_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION (SELECT * FROM decoded_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION (SELECT * FROM log_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION (SELECT * FROM decoded_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES)) walked ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT at_most) moved LEFT JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index ORDER BY moved.block_number DESC, moved.tx_index DESC, moved.log_index DESC, moved.batch_index DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION transfers_at(blocks bigint[], logs integer[], batches integer[])
 RETURNS TABLE("blockNumber" bigint, "txIndex" integer, "logIndex" integer, "batchIndex" integer, "txHash" bytea, "txSender" bytea, "txTo" bytea, token bytea, shape smallint, "from" bytea, "to" bytea, operator bytea, "tokenId" numeric, value numeric)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM ((SELECT moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value FROM unnest(blocks, logs, batches) place (block_number, log_index, batch_index)
            JOIN log_transfer moved ON moved.block_number = place.block_number AND moved.log_index = place.log_index AND moved.batch_index = place.batch_index
            LEFT JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index
            WHERE moved.block_number = ANY (blocks)) UNION ALL (SELECT moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value FROM unnest(blocks, logs, batches) place (block_number, log_index, batch_index)
            JOIN decoded_transfer moved ON moved.block_number = place.block_number AND moved.log_index = place.log_index AND moved.batch_index = place.batch_index
            LEFT JOIN transaction tx ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index
            WHERE moved.block_number = ANY (blocks))) found $function$;

CREATE OR REPLACE FUNCTION transfers_of_token(of_token bytea, before_block_number bigint, before_tx_index integer, before_log_index integer, before_batch_index integer, at_most bigint)
 RETURNS TABLE(block_number bigint, tx_index integer, log_index integer, batch_index integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM ((SELECT block_number, tx_index, log_index, batch_index FROM log_transfer WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -3 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION ALL (SELECT block_number, tx_index, log_index, batch_index FROM decoded_transfer WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND log_index <> -3 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES)) walked ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION transfers_of_transaction(of_hash bytea, at_most bigint)
 RETURNS TABLE("blockNumber" bigint, "txIndex" integer, "logIndex" integer, "batchIndex" integer, "txHash" bytea, "txSender" bytea, "txTo" bytea, token bytea, shape smallint, "from" bytea, "to" bytea, operator bytea, "tokenId" numeric, value numeric)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM ((SELECT moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value FROM transaction tx JOIN log_transfer moved ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index
            WHERE hashbyteaextended(tx.hash, 0) = hashbyteaextended(of_hash, 0) AND tx.hash = of_hash) UNION ALL (SELECT moved.block_number, moved.tx_index, moved.log_index, moved.batch_index, tx.hash, tx.from_address, tx.to_address, moved.token,
  moved.shape, moved.from_address, moved.to_address, moved.operator, moved.token_id, moved.value FROM transaction tx JOIN decoded_transfer moved ON tx.block_number = moved.block_number AND tx.tx_index = moved.tx_index
            WHERE hashbyteaextended(tx.hash, 0) = hashbyteaextended(of_hash, 0) AND tx.hash = of_hash)) found ORDER BY log_index, batch_index LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION transfers_of(account bytea, before_block_number bigint, before_tx_index integer, before_log_index integer, before_batch_index integer, at_most bigint)
 RETURNS TABLE(block_number bigint, tx_index integer, log_index integer, batch_index integer, other bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM ((SELECT block_number, tx_index, log_index, batch_index, to_address AS other FROM log_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION (SELECT block_number, tx_index, log_index, batch_index, to_address AS other FROM decoded_transfer WHERE hashbyteaextended(from_address, 0) = hashbyteaextended(account, 0) AND from_address = account AND log_index <> -1 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION (SELECT block_number, tx_index, log_index, batch_index, from_address AS other FROM log_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES) UNION (SELECT block_number, tx_index, log_index, batch_index, from_address AS other FROM decoded_transfer WHERE hashbyteaextended(to_address, 0) = hashbyteaextended(account, 0) AND to_address = account AND log_index <> -2 AND (block_number, tx_index, log_index, batch_index) < (before_block_number, before_tx_index, before_log_index, before_batch_index) ORDER BY block_number DESC FETCH FIRST (at_most) ROWS WITH TIES)) walked ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT at_most $function$;

CREATE OR REPLACE FUNCTION undecided_of(accounts bytea[])
 RETURNS SETOF undecided_segment
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM undecided_segment WHERE subject = ANY (accounts) $function$;

CREATE OR REPLACE FUNCTION unindexed_between(account bytea, counterparty bytea, at_block bigint)
 RETURNS TABLE(token bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT DISTINCT token FROM (SELECT block_number, token FROM unindexed_transfer WHERE from_address = account AND to_address = counterparty AND block_number <= at_block UNION ALL SELECT block_number, token FROM unindexed_transfer WHERE from_address = counterparty AND to_address = account AND block_number <= at_block) moved $function$;

CREATE OR REPLACE FUNCTION unpack_proof(template text, packed bytea, subject bytea, object bytea)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
DECLARE
  known text[] := ARRAY[encode(subject, 'hex'), encode(object, 'hex')];
  unpacked text;
  piece text;
  value text;
  tag int;
  size int;
  place int := 0;
BEGIN
  FOREACH piece IN ARRAY string_to_array(template, chr(31)) LOOP
    IF unpacked IS NULL THEN
      unpacked := piece;
      CONTINUE;
    END IF;
    tag := get_byte(packed, place);
    place := place + 1;
    IF tag < 64 THEN
      value := known[tag + 1];
    ELSE
      IF tag >= 128 THEN
        size := tag - 128;
        value := encode(substring(packed FROM place + 1 FOR size), 'hex');
      ELSIF tag < 72 THEN
        size := tag - 63;
        value := ('x' || lpad(encode(substring(packed FROM place + 1 FOR size), 'hex'), 8, '0'))::bit(32)::int::text;
      ELSIF tag = 73 THEN
        size := 5;
        SELECT encode(event.block_hash, 'hex') INTO STRICT value FROM chain_event event
        WHERE event.position = ('x' || lpad(encode(substring(packed FROM place + 1 FOR size), 'hex'), 16, '0'))::bit(64)::int8;
      ELSE
        size := get_byte(packed, place) * 256 + get_byte(packed, place + 1);
        place := place + 2;
        value := convert_from(substring(packed FROM place + 1 FOR size), 'UTF8');
      END IF;
      place := place + size;
      IF left(value, 1) <> '"' AND length(value) >= 8 AND cardinality(known) < 64 THEN
        known := known || value;
      END IF;
    END IF;
    unpacked := unpacked || value || piece;
  END LOOP;
  RETURN unpacked;
END $function$;

CREATE OR REPLACE FUNCTION walk_of_definition(of_set smallint, of_definition smallint, after_subject bytea, after_object bytea, at_block bigint, evaluated int8multirange, at_most bigint)
 RETURNS TABLE(subject bytea, object bytea, is_held boolean, value text, interval_start integer, reference_block integer, proof_hash bytea)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
    SELECT subject, object, CASE WHEN start_block <= at_block THEN definition_set = of_set AND start_block <= at_block AND (end_block IS NULL OR end_block >= at_block)
       AND evaluated @> int8range(start_block, at_block, '[]') ELSE false END, value, interval_start, reference_block, proof_hash
    FROM proof_segment WHERE definition = of_definition AND (subject, object) > (after_subject, after_object)
    ORDER BY subject, object FETCH FIRST (at_most) ROWS WITH TIES
  $function$;

CREATE OR REPLACE FUNCTION whole_token(token_address bytea, first_block bigint)
 RETURNS TABLE("headNumber" bigint, "fromBlock" bigint, "toBlock" bigint, transfers bigint, mints bigint, burns bigint, minted numeric, burned numeric, erc20 bigint, erc721 bigint, erc1155 bigint, unindexed bigint, erc777 bigint, erc4626 bigint, symbol bytea, name bytea, decimals smallint, selectors bytea, "amountHolders" bigint, "amountHoldersEver" bigint, "amountHeld" numeric, "itemHolders" bigint, "itemHoldersEver" bigint, "itemsHeld" numeric)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
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
         AND NOT EXISTS (
           SELECT 1 FROM token_activity activity
           WHERE hashbytea(activity.token) = hashbytea(token_address) AND activity.token = token_address AND activity.transfers > 0
             AND activity.block_number < change.block_number
         )
     ) deployment ON true
     LEFT JOIN LATERAL (
       SELECT missing.from_block, missing.to_block
       FROM coverage CROSS JOIN LATERAL gaps(ranges, coalesce(deployment.block, first_block), head.number) missing
       WHERE family = 'blocks' OR (family = 'state_diff' AND token.unindexed_transfers > 0 AND code.selectors IS NULL)
       ORDER BY 1 LIMIT 1
     ) gap ON true
     WHERE head.number IS NOT NULL
   $function$;

CREATE OR REPLACE FUNCTION withdrawals_of(of_block bigint)
 RETURNS SETOF withdrawal
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT * FROM withdrawal WHERE block_number = of_block $function$;
