import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { FacilitatorClient } from '../../api/access/payment/facilitator-client.js';
import type { PayTerms, PayToken } from '../../api/access/payment/pay-terms.js';
import { PaymentLedger } from '../../api/access/payment/payment-ledger.js';
import { PaymentService } from '../../api/access/payment/payment-service.js';
import { PriceList } from '../../api/access/payment/price-list.js';
import type { PaidService } from '../../api/http/server.js';
import type { DemoChain } from '../../demo/demo-chain.js';
import { demoPayments } from '../../demo/demo-payments.js';
import { type Address, parseAddress } from '../../domain/chain/record/address.js';
import { MAINNET_DOLLAR } from '../../domain/token/mainnet-dollar.js';
import type { Config } from '../../platform/config/config.js';
import { httpUrl } from '../../platform/config/http-url.js';

const USDC: PayToken = {
  address: MAINNET_DOLLAR,
  name: 'USD Coin',
  version: '2',
};

/** The demo chain's parts for payments. */
export interface ChainPayments {
  readonly facilitatorUrl: string;
  readonly token: PayToken;
  readonly payTo: Address;
}

export interface PaidApiParts {
  /** Of the pay address. */
  readonly port: number;
  readonly pool: Pool;
  readonly registry: Registry;
  readonly chain?: ChainPayments;
}

/** Whether single calls are sold: with a configured recipient, and on the demo chain. */
export function isPaidApiEnabled({ pay, rpcUrls }: Config): boolean {
  return pay.to !== undefined || rpcUrls.length === 0;
}

/** The demo chain's parts, with its own facilitator. */
export function chainPayments(demo: DemoChain, { url }: { readonly url: string }): ChainPayments {
  const { token, payTo } = demoPayments(demo);
  return {
    facilitatorUrl: url,
    token: { ...token, address: parseAddress(token.address)! },
    payTo: parseAddress(payTo)!,
  };
}

/** The service that sells single calls. */
export function paidApi({ pay, host }: Config, { port, pool, registry, chain }: PaidApiParts): PaidService {
  const payTo = pay.to ?? chain?.payTo;
  const facilitatorUrl = pay.facilitatorUrl ?? chain?.facilitatorUrl;
  if (payTo === undefined || facilitatorUrl === undefined)
    throw new Error('PAY_TO and FACILITATOR_URL are needed to sell calls');
  const terms: PayTerms = {
    ...{ network: pay.network, payTo, prices: new PriceList(pay.prices) },
    token: pay.token ?? chain?.token ?? USDC,
    url: pay.url ?? httpUrl(host, port),
  };
  const facilitator = new FacilitatorClient(facilitatorUrl);
  return {
    port,
    payments: new PaymentService({ terms, ledger: new PaymentLedger(pool), facilitator, registry }),
  };
}
