import { Option, SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import type { AuditOptions } from './log-audit.js';

@SubCommand({
  name: 'audit',
  arguments: '<url>',
  argsDescription: { url: 'address of the log, before /checkpoint' },
  description:
    'Reads any log of C2SP tlog-tiles, and compares it with what it had signed at the last audit. Exits with 3 if the log cannot be reached, with 4 if a signature ' +
    'is wrong, with 5 if the tree is smaller than before, with 6 for a fork, and with 7 if the log serves other entries than it has signed.',
})
export class LogAuditCommand extends StrictCommand {
  async run([url = '']: string[], options: AuditOptions): Promise<void> {
    await (await import('./log-audit.js')).run(url, options);
  }

  @Option({
    flags: '--key <key>',
    description:
      'public key of the log (name+hash+key); without it that of the last audit, and the first time the one at <url>/key',
  })
  parseKey(text: string): string {
    return text;
  }

  @Option({
    flags: '--state <file>',
    description: 'where the last audit is remembered; default log-audit.json',
  })
  parseState(text: string): string {
    return text;
  }

  @Option({ flags: '--whole', description: 'reads all entries, also those of earlier audits' })
  parseWhole(): boolean {
    return true;
  }
}
