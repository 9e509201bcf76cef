import { Option, SubCommand } from 'nest-commander';
import type { Plan } from '../../domain/access/plan.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import { expiryOption, keyName, planOption, wholeNumberOption } from './key-options.js';

interface CreateOptions {
  readonly plan: Plan;
  readonly requests?: number;
  readonly window?: number;
  readonly expires?: number;
}

@SubCommand({
  name: 'create',
  arguments: '<name>',
  argsDescription: { name: 'name of the owner, as `keys list` shows it' },
  description:
    'Creates a key and prints it to standard output. The key is shown only once: the database stores a keyed hash ' +
    'of it.',
})
export class KeysCreateCommand extends StrictCommand {
  async run(
    [name = '']: string[],
    { plan, requests = 600, window: windowSeconds = 60, expires: expiresAt }: CreateOptions,
  ): Promise<void> {
    const terms = {
      name: keyName(name),
      plan,
      requests,
      windowSeconds,
      ...(expiresAt !== undefined && { expiresAt }),
    };
    await runIn(async () => (await import('./keys-create.js')).KeysCreate, terms);
  }

  @Option({
    flags: '--plan <plan>',
    description: 'plan of the key: enriched-data, or intelligence, which opens every method',
    required: true,
  })
  parsePlan(text: string): Plan {
    return planOption(text);
  }

  @Option({ flags: '--requests <count>', description: 'requests per window; default: 600' })
  parseRequests(text: string): number {
    return wholeNumberOption(text, '--requests', 1_000_000_000);
  }

  @Option({ flags: '--window <seconds>', description: 'length of a window in seconds; default: 60' })
  parseWindow(text: string): number {
    return wholeNumberOption(text, '--window', 86_400);
  }

  @Option({
    flags: '--expires <time>',
    description: 'end of validity, UTC, such as 2027-01-31 or 2027-01-31T12:00:00Z; default: never',
  })
  parseExpires(text: string): number {
    return expiryOption(text);
  }
}
