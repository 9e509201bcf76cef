import { Module } from '@nestjs/common';
import { DEFINITIONS } from '../../definition/read-definitions.js';
import { Config } from '../../platform/config/config.js';
import { CommandModule } from '../command/command.module.js';
import { appendRoots } from './append-roots.js';

/** `definitions roots`. */
@Module({ imports: [CommandModule] })
export class DefinitionsRoots {
  constructor(private readonly config: Config) {}

  async run(): Promise<void> {
    const { beaconUrls } = this.config;
    // Every reader of the release trusts these roots.
    if (beaconUrls.length < 2) throw new Error('two beacon nodes must agree: name both in BEACON_URLS');
    console.log(await appendRoots(beaconUrls, `${DEFINITIONS}/canonicity/eras.txt`));
  }
}
