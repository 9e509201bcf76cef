/** The table of frames that the floor fills: the service keeps those that move value, and any pipeline writes as many rows. */
export const FLOOR_FRAME = `
CREATE TABLE frame (
  block_number int8 NOT NULL,
  tx_index     int4 NOT NULL,
  path         bytea NOT NULL,
  type         int2 NOT NULL,
  from_address bytea NOT NULL,
  to_address   bytea,
  value        numeric NOT NULL,
  gas          int8 NOT NULL,
  gas_used     int8 NOT NULL,
  selector     bytea,
  input_size   int4 NOT NULL,
  error        text,
  output       bytea,
  output_size  int4 NOT NULL,
  reverted     bool NOT NULL,
  PRIMARY KEY (block_number, tx_index, path)
);
CREATE INDEX frame_value_from ON frame (from_address, block_number, tx_index, path) WHERE value > 0 AND octet_length(path) > 2 AND type <> 1;
CREATE INDEX frame_value_to ON frame (to_address, block_number, tx_index, path) WHERE value > 0 AND octet_length(path) > 2 AND type <> 1`;

/** In the order of `writeFrames`. */
export const FLOOR_FRAME_COLUMNS = [
  'block_number',
  'tx_index',
  'path',
  'type',
  'from_address',
  'to_address',
  'value',
  'gas',
  'gas_used',
  'selector',
  'input_size',
  'error',
  'output',
  'output_size',
  'reverted',
];
