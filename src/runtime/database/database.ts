import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import type { Migrations } from './bring-to-newest.js';
import { type OpenDatabase, openDatabase } from './open-database.js';

/** The database of this process, opened when it is first asked for and closed with the process's other parts. */
@Injectable()
export class Database {
  #open: Promise<OpenDatabase> | undefined;

  constructor(
    private readonly config: Config,
    private readonly parts: StartedParts,
  ) {}

  /** `say` gets messages about an embedded server. The first call decides about migrations. */
  open(migrations: Migrations, say?: (line: string) => void): Promise<OpenDatabase> {
    this.#open ??= this.parts.start(
      () => openDatabase(this.config, migrations, say),
      (database) => database.close(),
    );
    return this.#open;
  }
}
