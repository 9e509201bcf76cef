import { evaluatedBlock, requestedAddress, requestedDefinition } from '../../bundle/claim-options.js';
import { readDefinitions } from '../../definition/read-definitions.js';
import { HistoricalEvaluator } from '../../engine/historical/historical-evaluator.js';
import { explain } from '../../evaluator/explain/explain.js';
import { readConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { chainKind } from '../../runtime/projection/projectors.js';
import { noteNetwork } from '../text/network-note.js';
import { explanationText } from './explanation-text.js';

export interface ExplainOptions {
  readonly block?: number;
}

/** Runs `explain`. */
export async function run([address = '', id = '']: string[], options: ExplainOptions): Promise<void> {
  const config = readConfig(process.env);
  noteNetwork(config);
  const subject = requestedAddress(address, '<address>');
  const kind = chainKind(config);
  const definitions = readDefinitions(kind.isDemo);
  const definition = requestedDefinition(definitions.catalog, id);
  const database = await openDatabase(config, 'expect');
  try {
    const text = await inTransaction(
      database.pool,
      async (tx) => {
        const historical = await HistoricalEvaluator.open(tx, {
          ...definitions,
          firstBlock: kind.firstBlock,
        });
        const block = evaluatedBlock(historical.head(definition), options.block);
        const explained = await historical.at(definition, subject, block, (view) =>
          explain(definition, subject, view),
        );
        const isCodeUnknown = await historical.isCodeUnknown(definition, subject, block);
        return explained
          ? explanationText({ definition, subject, block, isCodeUnknown }, explained)
          : `block ${block} lies in a gap: ${definition.id} is not evaluated there, for want of ${['blocks', ...definition.requires].join(', ')}`;
      },
      { isolation: 'repeatable read' },
    );
    console.log(text);
  } finally {
    await database.close();
  }
}
