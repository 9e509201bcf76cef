// Asks for a URL and pays for the answer with x402: PAYER_KEY=0x… node scripts/pay.mjs <url> [<token>]
// The answer goes to standard output, what it cost to standard error.
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const [url, token] = process.argv.slice(2);
const payer = privateKeyToAccount(process.env.PAYER_KEY);
const client = new x402Client().register('eip155:*', new ExactEvmScheme(payer));
// It pays in tokens it knows, such as USDC, and at most a dollar a call; any other has to be allowed by name.
if (token) client.setSpendControls({ allowedAssets: [{ network: 'eip155:*', asset: token }] });

const answer = await wrapFetchWithPayment(fetch, client)(url);
const receipt = answer.headers.get('payment-response');
console.log(await answer.text());
console.error(answer.status, receipt ? decodePaymentResponseHeader(receipt) : 'nothing was charged');
process.exitCode = answer.ok ? 0 : 1;
