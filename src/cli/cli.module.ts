import { Module } from '@nestjs/common';
import { CheckCommand } from './check.command.js';
import { DefinitionsCommand } from './definitions.command.js';
import { DefinitionsCheckCommand } from './definitions-check.command.js';
import { DigestCommand } from './digest.command.js';
import { ExplainCommand } from './explain.command.js';
import { IngestCommand } from './ingest.command.js';
import { MigrateCommand } from './migrate.command.js';
import { ProofCommand } from './proof.command.js';
import { ProofExportCommand } from './proof-export.command.js';
import { RebuildCommand } from './rebuild.command.js';
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
    DigestCommand,
    ExplainCommand,
    VerifyCommand,
    ProofExportCommand,
    ProofCommand,
  ],
})
export class CliModule {}
