/** Settings of one server, given on its command line so that a newer version of this program brings newer ones. */
export type ServerSettings = Readonly<Record<string, string>>;

export const DEFAULT_SETTINGS: ServerSettings = {
  // Loopback TCP only: socket paths have a length limit that data directories exceed.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  // A page locks the partitions of its tables and their indexes: some 500 on mainnet.
  max_locks_per_transaction: '256',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // Compiling a query costs more than it saves on the short ones asked here.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
