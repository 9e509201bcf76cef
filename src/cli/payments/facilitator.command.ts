import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'facilitator',
  description:
    'Verifies and settles x402 payments (version 2, scheme exact, EIP-3009) on the chain of RPC_URLS, and serves ' +
    '/supported, /verify and /settle over HTTP. The account of FACILITATOR_KEY_FILE pays the gas. An authorization ' +
    'is settled once, even if it is sent again after a restart. The demo chain has a facilitator of its own.',
})
export class FacilitatorCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./facilitator.js')).RunFacilitator);
  }
}
