export type Value = string | number | null | readonly string[];

/** One row in comparison form: bytes as 0x text, amounts as decimal text. */
export type Row = Readonly<Record<string, Value>>;

export type TableName = 'block' | 'transaction' | 'log' | 'frame' | 'coverage';

export type Tables = Readonly<Record<TableName, readonly Row[]>>;

export const PRIMARY_KEYS: Readonly<Record<TableName, readonly string[]>> = {
  block: ['number'],
  transaction: ['block_number', 'tx_index'],
  log: ['block_number', 'log_index'],
  frame: ['block_number', 'tx_index', 'path'],
  coverage: ['family'],
};
