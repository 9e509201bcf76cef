import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'facilitator',
  description:
    'Verifies and settles x402 payments (version 2, scheme exact, EIP-3009) on RPC_URLS: /supported, /verify and /settle over HTTP. The account of ' +
    'FACILITATOR_KEY_FILE pays the gas. One authorization is settled once, also when it is asked for again after a restart. Ctrl-C stops it. ' +
    'The demo chain has a facilitator of its own.',
})
export class FacilitatorCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./facilitator.js')).run();
  }
}
