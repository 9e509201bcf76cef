// Asks for a URL and pays for the answer with x402: PAYER_KEY=0x… node scripts/pay.mjs <url> [<token>]
// The answer goes to standard output, what it cost to standard error.
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const [url, token] = process.argv.slice(2);
if (!URL.canParse(url) || !/^0x[0-9a-f]{64}$/i.test(process.env.PAYER_KEY)) {
  console.error('PAYER_KEY=0x… node scripts/pay.mjs <url> [<token>]');
  console.error(
    'PAYER_KEY is the private key of the payer, 0x and 64 hex digits. `npm start` prints one for the demo.',
  );
  process.exit(1);
}
const payer = privateKeyToAccount(process.env.PAYER_KEY);
const client = new x402Client().register('eip155:*', new ExactEvmScheme(payer));
// It pays in tokens it knows, such as USDC, and at most a dollar a call; any other has to be allowed by name.
if (token) client.setSpendControls({ allowedAssets: [{ network: 'eip155:*', asset: token }] });

const answer = await wrapFetchWithPayment(fetch, client)(url);
const receipt = answer.headers.get('payment-response');
console.log(await answer.text());
console.error(answer.status, receipt ? decodePaymentResponseHeader(receipt) : 'nothing was charged');
process.exitCode = answer.ok ? 0 : 1;
