import { writeFileSync } from 'node:fs';
import { Option, SubCommand } from 'nest-commander';
import { readConfig } from '../platform/config/config.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { AccountProofs } from '../source/execution/account-proofs.js';
import { describeVerification } from '../verifier/describe-verification.js';
import { blockNumber } from './block-number.js';
import { requestedAddress } from './claim-options.js';
import { nodeUrls } from './demo-note.js';
import { noteNetwork } from './network-note.js';
import { openDatabase } from './open-database.js';
import { chainKind, networkOf } from './projectors.js';
import { ProofExporter } from './proof/proof-exporter.js';
import { proofReport } from './report/proof-report.js';
import { StrictCommand } from './strict-command.js';

interface ExportOptions {
  readonly counterpart?: string;
  readonly block?: number;
  readonly out?: string;
}

@SubCommand({
  name: 'export',
  arguments: '<address> <definition>',
  argsDescription: {
    address: 'whose attribute or relation it is',
    definition: 'id of the attribute or relation, such as asset:erc20',
  },
  description:
    'Writes the proof of a claim with everything that is needed to check it without this service, as one JSON file, and beside it a report ' +
    'of one page (.html) for people. `verify` checks the file. Blocks come from the store, account proofs from the nodes where they give them.',
})
export class ProofExportCommand extends StrictCommand {
  async run(
    [address = '', definition = '']: string[],
    { counterpart, block, out }: ExportOptions,
  ): Promise<void> {
    const config = readConfig(process.env);
    noteNetwork(config);
    const asked = {
      id: definition,
      subject: requestedAddress(address, '<address>'),
      ...(counterpart !== undefined && { object: counterpart }),
      ...(block !== undefined && { block }),
    };
    const database = await openDatabase(config, 'expect');
    const nodes = new AccountProofs(nodeUrls(config));
    try {
      const { exported, means } = await inTransaction(
        database.pool,
        async (tx) => {
          const exporter = await ProofExporter.open(tx, chainKind(config), nodes);
          const claim = await exporter.claim(asked);
          return { exported: await exporter.export(claim), means: exporter.meanings() };
        },
        { isolation: 'repeatable read' },
      );
      const file = out ?? `${exported.verification.bundle.proof.slice('sha256:'.length, 23)}.proof.json`;
      const report = `${file.replace(/\.json$/, '')}.html`;
      writeFileSync(file, exported.text);
      writeFileSync(report, proofReport(exported, means, networkOf(config)));
      console.log(describeVerification(exported.verification));
      console.log(`\nwritten to ${file}, the report to ${report}`);
    } finally {
      await nodes.close();
      await database.close();
    }
  }

  @Option({ flags: '--counterpart <address>', description: 'of a relation: whom it points at' })
  parseCounterpart(text: string): string {
    return requestedAddress(text, '--counterpart');
  }

  @Option({
    flags: '--block <block>',
    description: 'the claim as of the end of this block; default the highest judged',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }

  @Option({ flags: '--out <file>', description: 'the file to write; the report is named after it' })
  parseOut(text: string): string {
    return text;
  }
}
