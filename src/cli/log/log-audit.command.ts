import { Option, SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import type { AuditOptions } from './log-audit.js';

@SubCommand({
  name: 'audit',
  arguments: '<url>',
  argsDescription: { url: 'address of the log, before /checkpoint' },
  description:
    'Reads any transparency log in the format of C2SP tlog-tiles, and compares it with what it had signed at the ' +
    'last audit. Exits with 3 if the log cannot be reached, 4 if a signature is wrong, 5 if the tree is smaller ' +
    'than before, 6 for a fork, and 7 if the log serves entries that it did not sign.',
})
export class LogAuditCommand extends StrictCommand {
  async run([url = '']: string[], options: AuditOptions): Promise<void> {
    await (await import('./log-audit.js')).run(url, options);
  }

  @Option({
    flags: '--key <key>',
    description:
      'public key of the log (name+hash+key); default: the key of the last audit, at first the key at <url>/key',
  })
  parseKey(text: string): string {
    return text;
  }

  @Option({
    flags: '--state <file>',
    description: 'file that keeps the result of the last audit; default: log-audit.json',
  })
  parseState(text: string): string {
    return text;
  }

  @Option({ flags: '--whole', description: 'reads all entries again, including those of earlier audits' })
  parseWhole(): boolean {
    return true;
  }
}
