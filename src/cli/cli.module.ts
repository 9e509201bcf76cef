import { Module } from '@nestjs/common';
import { type CommandRunner, InjectCommander } from 'nest-commander';
import { CheckCommand } from './check.command.js';
import { DefinitionsCommand } from './definitions.command.js';
import { DefinitionsCheckCommand } from './definitions-check.command.js';
import { DefinitionsPublishCommand } from './definitions-publish.command.js';
import { DefinitionsSetsCommand } from './definitions-sets.command.js';
import { DigestCommand } from './digest.command.js';
import { ExplainCommand } from './explain.command.js';
import { FacilitatorCommand } from './facilitator.command.js';
import { HistoryCommand } from './history.command.js';
import { IngestCommand } from './ingest.command.js';
import { KeysCommand } from './keys.command.js';
import { KeysCreateCommand } from './keys-create.command.js';
import { KeysListCommand } from './keys-list.command.js';
import { KeysRevokeCommand } from './keys-revoke.command.js';
import { KeysShowCommand } from './keys-show.command.js';
import { MigrateCommand } from './migrate.command.js';
import { OpenapiCommand } from './openapi.command.js';
import { PaymentsCommand } from './payments.command.js';
import { PricesCommand } from './price/prices.command.js';
import { PricesImportCommand } from './price/prices-import.command.js';
import { ProofCommand } from './proof.command.js';
import { ProofExportCommand } from './proof-export.command.js';
import { ProofShowCommand } from './proof-show.command.js';
import { RebuildCommand } from './rebuild.command.js';
import { ReevaluateCommand } from './reevaluate.command.js';
import { ServeCommand } from './serve.command.js';
import { StatusCommand } from './status.command.js';
import { VerifyCommand } from './verify.command.js';
@Module({
  providers: [
    ServeCommand,
    IngestCommand,
    StatusCommand,
    RebuildCommand,
    MigrateCommand,
    CheckCommand,
    DefinitionsCommand,
    DefinitionsCheckCommand,
    DefinitionsPublishCommand,
    DefinitionsSetsCommand,
    DigestCommand,
    ExplainCommand,
    VerifyCommand,
    ProofExportCommand,
    ProofShowCommand,
    ProofCommand,
    ReevaluateCommand,
    OpenapiCommand,
    PricesCommand,
    PricesImportCommand,
    HistoryCommand,
    FacilitatorCommand,
    KeysCommand,
    KeysCreateCommand,
    KeysListCommand,
    KeysShowCommand,
    KeysRevokeCommand,
    PaymentsCommand,
  ],
})
export class CliModule {
  constructor(@InjectCommander() program: CommandRunner['command']) {
    // The commands.
    program.name('npm run cli --');
  }
}
