import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { FacilitatorClient } from '../../api/access/payment/facilitator-client.js';
import type { PayTerms, PayToken } from '../../api/access/payment/pay-terms.js';
import { PaymentLedger } from '../../api/access/payment/payment-ledger.js';
import { PaymentService } from '../../api/access/payment/payment-service.js';
import { PriceList } from '../../api/access/payment/price-list.js';
import type { Address } from '../../domain/chain/hex.js';
import { parseAddress } from '../../domain/chain/record/address.js';
import { MAINNET_DOLLAR } from '../../domain/token/mainnet-dollar.js';
import type { Config } from '../../platform/config/config.js';
import { httpUrl } from '../../platform/config/http-url.js';
import type { Demo } from '../demo/start-demo.js';

const USDC: PayToken = {
  address: MAINNET_DOLLAR,
  name: 'USD Coin',
  version: '2',
};

/** The demo chain's parts for payments. */
interface ChainPayments {
  readonly facilitatorUrl: string;
  readonly token: PayToken;
  readonly payTo: Address;
}

interface PaymentParts {
  /** Port of the pay address. */
  readonly port: number;
  readonly pool: Pool;
  readonly registry: Registry;
  readonly chain?: ChainPayments;
}

/** The demo chain's parts, with its own facilitator. */
export function chainPayments({ payments: { token, payTo }, facilitator }: Demo): ChainPayments {
  return {
    facilitatorUrl: facilitator.url,
    token: { ...token, address: parseAddress(token.address)! },
    payTo: parseAddress(payTo)!,
  };
}

/** The service that sells single calls. */
export function createPaymentService(
  { pay, host }: Config,
  { port, pool, registry, chain }: PaymentParts,
): PaymentService {
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
  return new PaymentService({ terms, ledger: new PaymentLedger(pool), facilitator, registry });
}
