import { recoveryBackend } from '../../domain/crypto/recover-sender.js';
import type { Logger } from '../../platform/log/logger.js';

/** Warns when senders are recovered by one of the slower implementations. */
export function noteRecovery(logger: Logger): void {
  const { name } = recoveryBackend;
  if (name === 'system' || name === 'native') return;
  logger.warn(
    `senders of transactions are recovered in ${name}, several times slower: the native secp256k1 could not be loaded here`,
  );
}
