import { writeFileSync } from 'node:fs';
import { requestedAddress } from '../../bundle/claim-options.js';
import { ProofExporter } from '../../bundle/proof-exporter.js';
import { AccountProofs } from '../../node/execution/account-proofs.js';
import { readConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { nodeUrls } from '../../runtime/demo/demo-note.js';
import { chainKind, networkOf } from '../../runtime/projection/projectors.js';
import { describeVerification } from '../../verifier/describe-verification.js';
import { noteNetwork } from '../text/network-note.js';
import { proofReport } from './report/proof-report.js';

export interface ExportOptions {
  readonly counterpart?: string;
  readonly block?: number;
  readonly out?: string;
}

/** Runs `proof export`. */
export async function run(
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
