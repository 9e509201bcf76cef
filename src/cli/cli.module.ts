import { Module } from '@nestjs/common';
import { type CommandRunner, InjectCommander } from 'nest-commander';
import { CallCommand } from './call/call.command.js';
import { CallExportCommand } from './call/call-export.command.js';
import { CheckCommand } from './check/check.command.js';
import { DigestCommand } from './check/digest.command.js';
import { DefinitionsCommand } from './definitions/definitions.command.js';
import { DefinitionsCheckCommand } from './definitions/definitions-check.command.js';
import { DefinitionsPublishCommand } from './definitions/definitions-publish.command.js';
import { DefinitionsRootsCommand } from './definitions/definitions-roots.command.js';
import { DefinitionsSetsCommand } from './definitions/definitions-sets.command.js';
import { ReevaluateCommand } from './definitions/reevaluate.command.js';
import { IngestCommand } from './ingest/ingest.command.js';
import { KeysCommand } from './keys/keys.command.js';
import { KeysCreateCommand } from './keys/keys-create.command.js';
import { KeysListCommand } from './keys/keys-list.command.js';
import { KeysRevokeCommand } from './keys/keys-revoke.command.js';
import { KeysShowCommand } from './keys/keys-show.command.js';
import { LogCommand } from './log/log.command.js';
import { LogAuditCommand } from './log/log-audit.command.js';
import { LogFileCommand } from './log/log-file.command.js';
import { LogKeyCommand } from './log/log-key.command.js';
import { LogWitnessCommand } from './log/log-witness.command.js';
import { FacilitatorCommand } from './payments/facilitator.command.js';
import { PaymentsCommand } from './payments/payments.command.js';
import { PricesCommand } from './prices/prices.command.js';
import { PricesImportCommand } from './prices/prices-import.command.js';
import { ExplainCommand } from './proof/explain.command.js';
import { HistoryCommand } from './proof/history.command.js';
import { ProofCommand } from './proof/proof.command.js';
import { ProofExportCommand } from './proof/proof-export.command.js';
import { ProofShowCommand } from './proof/proof-show.command.js';
import { VerifyCommand } from './proof/verify.command.js';
import { CompressCommand } from './rebuild/compress.command.js';
import { DivideCommand } from './rebuild/divide.command.js';
import { MigrateCommand } from './rebuild/migrate.command.js';
import { RebuildCommand } from './rebuild/rebuild.command.js';
import { RegistriesCommand } from './registries/registries.command.js';
import { RegistriesImportCommand } from './registries/registries-import.command.js';
import { OpenapiCommand } from './serve/openapi.command.js';
import { ServeCommand } from './serve/serve.command.js';
import { StatusCommand } from './serve/status.command.js';
@Module({
  providers: [
    ServeCommand,
    IngestCommand,
    StatusCommand,
    RebuildCommand,
    MigrateCommand,
    CompressCommand,
    DivideCommand,
    CallCommand,
    CallExportCommand,
    CheckCommand,
    DefinitionsCommand,
    DefinitionsCheckCommand,
    DefinitionsPublishCommand,
    DefinitionsRootsCommand,
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
    RegistriesCommand,
    RegistriesImportCommand,
    PricesImportCommand,
    HistoryCommand,
    FacilitatorCommand,
    KeysCommand,
    KeysCreateCommand,
    KeysListCommand,
    KeysShowCommand,
    KeysRevokeCommand,
    PaymentsCommand,
    LogCommand,
    LogAuditCommand,
    LogFileCommand,
    LogWitnessCommand,
    LogKeyCommand,
  ],
})
export class CliModule {
  constructor(@InjectCommander() program: CommandRunner['command']) {
    // How users call the program, for its usage texts.
    program.name('npm run cli --');
    program.addHelpText(
      'after',
      '\nEach command has --help. Settings are environment variables: docs/settings.md.',
    );
  }
}
