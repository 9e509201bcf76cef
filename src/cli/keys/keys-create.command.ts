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
  argsDescription: { name: 'whose key it is: `keys list` shows it' },
  description:
    'Makes a key and prints it, the only time it is shown: what is stored is a keyed hash. The key alone goes to standard output.',
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
    description: 'what it opens: enriched-data, or intelligence, which opens everything',
    required: true,
  })
  parsePlan(text: string): Plan {
    return planOption(text);
  }

  @Option({ flags: '--requests <count>', description: 'requests answered per window; default 600' })
  parseRequests(text: string): number {
    return wholeNumberOption(text, '--requests', 1_000_000_000);
  }

  @Option({ flags: '--window <seconds>', description: 'length of a window, seconds; default 60' })
  parseWindow(text: string): number {
    return wholeNumberOption(text, '--window', 86_400);
  }

  @Option({
    flags: '--expires <time>',
    description: 'until when it is valid, UTC, such as 2027-01-31 or 2027-01-31T12:00:00Z; default never',
  })
  parseExpires(text: string): number {
    return expiryOption(text);
  }
}
