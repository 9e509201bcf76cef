import { Option, SubCommand } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { StrictCommand } from '../command/strict-command.js';
import { LIST_HEADER } from './csv-list.js';
import type { ImportOptions, ListForm } from './registries-import.js';

@SubCommand({
  name: 'import',
  arguments: '<form> <file>',
  argsDescription: {
    form: 'ofac: SDN.XML or SDN_ADVANCED.XML as OFAC publishes them; csv: a file without quotes',
    file: `the list; of a CSV the first line is ${LIST_HEADER}, all but the address may be empty`,
  },
  description:
    'Adds a version to a registry of addresses in `definitions/bindings`. New entries of the list begin with this ' +
    'version, entries that are no longer in the list end with it, and all others stay. At its next start the ' +
    'service evaluates the definitions that consult the registry again.',
})
export class RegistriesImportCommand extends StrictCommand {
  async run([form = '', file = '']: string[], options: ImportOptions): Promise<void> {
    if (form !== 'ofac' && form !== 'csv')
      throw new Error(`<form> is ofac or csv, and not ${JSON.stringify(form)}`);
    const { importList } = await import('./registries-import.js');
    console.log(await importList(form satisfies ListForm, file, options));
  }

  @Option({
    flags: '--from-block <block>',
    description: 'first block at which the version counts',
    required: true,
  })
  parseFromBlock(text: string): number {
    return blockNumber(text, '--from-block');
  }

  @Option({ flags: '--registry <id>', description: 'id of the registry; default: ofac-sanctions' })
  parseRegistry(text: string): string {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)) throw new Error('--registry must be the id of a registry');
    return text;
  }

  @Option({
    flags: '--retrieved <day>',
    description: 'UTC day on which the list was retrieved, YYYY-MM-DD; default: today',
  })
  parseRetrieved(text: string): string {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
      throw new Error('--retrieved must be a day, YYYY-MM-DD');
    return text;
  }

  @Option({ flags: '--out <file>', description: 'file to write; default: the file of the registry' })
  parseOut(text: string): string {
    return text;
  }

  @Option({ flags: '--demo', description: "changes the demo chain's registry instead of mainnet's" })
  parseDemo(): boolean {
    return true;
  }
}
