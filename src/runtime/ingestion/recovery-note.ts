import { recoveryBackendName } from '../../domain/crypto/recover-sender.js';
import type { Logger } from '../../platform/log/logger.js';

/** Warns when senders are recovered by the slower implementation. */
export function noteRecovery(logger: Logger): void {
  if (recoveryBackendName === 'native') return;
  logger.warn(
    `senders of transactions are recovered in ${recoveryBackendName}, several times slower: the native secp256k1 could not be loaded here`,
  );
}
