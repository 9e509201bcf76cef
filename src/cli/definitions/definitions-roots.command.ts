import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'roots',
  description:
    'Appends the roots of eras that ended to `definitions/canonicity/eras.txt`, as all nodes of BEACON_URLS state ' +
    'them. Writes nothing if two differ, or one states another root than the list has.',
})
export class DefinitionsRootsCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./definitions-roots.js')).DefinitionsRoots);
  }
}
