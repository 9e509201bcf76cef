import type { AddressInfo } from 'node:net';
import { x402Facilitator } from '@x402/core/facilitator';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Address } from '../domain/chain/hex.js';
import { httpUrl } from '../platform/config/http-url.js';
import type { Logger } from '../platform/log/logger.js';
import { makeDirectory } from '../platform/process/make-directory.js';
import { LockHeld, ProcessLock } from '../platform/process/process-lock.js';
import { facilitatorServer } from './facilitator-server.js';
import { PaymentCheck } from './payment/payment-check.js';
import { PaymentNode } from './payment/payment-node.js';
import { SettlingScheme } from './settling-scheme.js';
import { PaymentJournal } from './transaction/payment-journal.js';
import { PaymentSender } from './transaction/payment-sender.js';
import { PaymentWatch } from './transaction/payment-watch.js';

export interface FacilitatorOptions {
  readonly rpcUrls: readonly string[];
  /** Private key of the account that pays the gas. */
  readonly privateKey: Hex;
  /** The tokens that are settled; any other is refused. */
  readonly tokens: readonly Address[];
  /**
   * Directory of the journal of sent payments. No other process may use it, and it must be the same after a
   * restart.
   */
  readonly directory: string;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly logger: Logger;
  /** How long a settlement waits for its block before the outcome is reported as unknown; 45 s by default. */
  readonly patienceMs?: number;
}

export interface Facilitator {
  readonly url: string;
  /** The account that pays the gas. */
  readonly address: Hex;
  /** In the form of x402, such as `eip155:1`. */
  readonly network: `eip155:${number}`;
  /**
   * Answers pending requests with what is known so far. No caller can delay the stop for longer than
   * `patienceMs`.
   */
  stop(): Promise<void>;
}

/**
 * Starts an x402 facilitator that verifies and settles on execution nodes.
 * @throws NodeUnreachable when no node answers; Error when the nodes are of several chains, a token does not
 * support EIP-3009, the journal is damaged, or another process uses the directory
 */
export async function startFacilitator(options: FacilitatorOptions): Promise<Facilitator> {
  const { rpcUrls, privateKey, tokens, directory, host, port, logger, patienceMs = 45_000 } = options;
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    stops.push(await lockOf(directory));
    const node = new PaymentNode(rpcUrls);
    stops.push(() => node.close());
    const chainId = await node.chainId();
    const journal = new PaymentJournal(directory);
    stops.push(() => journal.close());
    const account = privateKeyToAccount(privateKey);
    const sender = new PaymentSender(node, account, chainId, journal);
    const watch = new PaymentWatch(node, journal, sender, (error) =>
      error === undefined
        ? logger.info('watches pending payments again')
        : logger.error('cannot watch pending payments'),
    );
    watch.start();
    stops.push(() => watch.stop());
    const check = new PaymentCheck(node, new Set(tokens), sender.address);
    await check.refuseUnfitTokens();
    const scheme = new SettlingScheme(node, check, sender, patienceMs);
    const network = `eip155:${chainId}` as const;
    const server = facilitatorServer(new x402Facilitator().register(network, scheme), logger, patienceMs);
    stops.push(() => server.close());
    stops.push(() => scheme.stopWaiting());
    await server.listen({ host, port });
    const address = server.server.address() as AddressInfo;
    return {
      url: httpUrl(host, address.port),
      address: account.address,
      network,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Two processes that send from one account would take each other's nonces. */
async function lockOf(directory: string): Promise<() => void> {
  makeDirectory(directory, 0o700);
  try {
    return await new ProcessLock(directory).take(0);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new Error(
      `process ${error.holder.pid} settles with ${directory} already: stop it first, or set DATA_DIR to another directory`,
    );
  }
}
