export type Value = string | number | boolean | null | readonly string[];

/** One row in comparison form: bytes as 0x text, amounts as decimal text. */
export type Row = Readonly<Record<string, Value>>;

export type TableName =
  | 'block'
  | 'transaction'
  | 'log'
  | 'internal_transfer'
  | 'transfer'
  | 'token_activity'
  | 'token'
  | 'token_bucket'
  | 'token_declaration'
  | 'token_setting'
  | 'token_holder'
  | 'code_change'
  | 'code'
  | 'slot_change'
  | 'storage_value'
  | 'account_state'
  | 'native_credit'
  | 'withdrawal'
  | 'fee_recipient_bucket'
  | 'coverage'
  | 'price_answer'
  | 'price_coverage';

export type Tables = Readonly<Record<TableName, readonly Row[]>>;

export const PRIMARY_KEYS: Readonly<Record<TableName, readonly string[]>> = {
  block: ['number'],
  transaction: ['block_number', 'tx_index'],
  log: ['block_number', 'log_index'],
  internal_transfer: ['block_number', 'tx_index', 'ordinal'],
  transfer: ['block_number', 'tx_index', 'log_index', 'batch_index'],
  token_activity: ['block_number', 'token'],
  token: ['address'],
  token_bucket: ['token', 'bucket'],
  token_declaration: ['token', 'block_number'],
  token_setting: ['token', 'block_number'],
  token_holder: ['token', 'holder'],
  code_change: ['block_number', 'tx_index', 'address'],
  code: ['hash'],
  slot_change: ['block_number', 'tx_index', 'address', 'slot'],
  storage_value: ['block_number', 'address', 'slot'],
  account_state: ['block_number', 'address'],
  native_credit: ['block_number', 'address'],
  withdrawal: ['block_number', 'withdrawal_index'],
  fee_recipient_bucket: ['bucket', 'fee_recipient'],
  coverage: ['family'],
  price_answer: ['block_number', 'log_index'],
  price_coverage: ['only_row'],
};
