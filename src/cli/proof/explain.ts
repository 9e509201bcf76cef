import { Module } from '@nestjs/common';
import { evaluatedBlock, requestedAddress, requestedDefinition } from '../../bundle/claim-options.js';
import { readDefinitions } from '../../definition/read-definitions.js';
import { HistoricalEvaluator } from '../../engine/historical/historical-evaluator.js';
import { UNDECIDED } from '../../evaluator/evaluate/evaluate.js';
import { explain } from '../../evaluator/explain/explain.js';
import { Config } from '../../platform/config/config.js';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';
import { WholeDatabase } from '../../runtime/projection/whole-database.js';
import { chainKind } from '../../runtime/settings/chain-kind.js';
import { CommandModule } from '../command/command.module.js';
import { noteNetwork } from '../text/network-note.js';
import { explanationText } from './explanation-text.js';

export interface ExplainOptions {
  readonly block?: number;
}

/** `explain`. */
@Module({ imports: [CommandModule], providers: [WholeDatabase] })
export class Explain {
  constructor(
    private readonly config: Config,
    private readonly database: WholeDatabase,
  ) {}

  async run(address: string, id: string, options: ExplainOptions): Promise<void> {
    noteNetwork(this.config);
    const subject = requestedAddress(address, '<address>');
    const { isDemo, firstBlock } = chainKind(this.config);
    const definitions = readDefinitions(isDemo);
    const definition = requestedDefinition(definitions.catalog, id);
    const pool = await this.database.open();
    const text = await inWholeSnapshot(pool, async (tx) => {
      const historical = await HistoricalEvaluator.open(tx, { ...definitions, firstBlock });
      const block = evaluatedBlock(definition, historical.ranges(definition), options.block);
      const explained = await historical.at(definition, subject, block, (view, isOver) =>
        explain(definition, subject, view, isOver ? UNDECIDED : undefined),
      );
      const isCodeUnknown = await historical.isCodeUnknown(definition, subject, block);
      return explanationText({ definition, subject, block, isCodeUnknown }, explained!);
    });
    console.log(text);
  }
}
