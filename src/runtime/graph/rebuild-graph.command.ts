import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Registry } from 'prom-client';
import { Config } from '../../platform/config/config.js';
import { GraphDatabase } from '../../platform/neo4j/graph-database.js';
import { GraphProjector } from '../../projection/graph/graph-projector.js';
import { ExclusiveDatabase } from '../database/exclusive-database.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { openNeo4j } from './open-neo4j.js';

/** Empties Neo4j and brings in the current claims. */
export class RebuildGraph extends Command<void> {}

@CommandHandler(RebuildGraph)
export class RebuildGraphHandler implements ICommandHandler<RebuildGraph> {
  constructor(
    private readonly config: Config,
    private readonly database: ExclusiveDatabase,
    private readonly parts: StartedParts,
  ) {}

  async execute(): Promise<void> {
    const { config, parts } = this;
    const { neo4j } = config;
    if (neo4j === undefined) throw new Error('there is no graph to rebuild: set NEO4J=embedded or NEO4J_URI');
    const pool = await this.database.open();
    const server = await parts.start(
      () => openNeo4j(config, neo4j, { say: console.error, warn: console.error }),
      (started) => started.stop(),
    );
    const graph = new GraphDatabase(server, new Registry());
    parts.add(() => graph.close());
    const projector = new GraphProjector(pool, graph);
    await projector.rebuild();
    while (await projector.step());
  }
}
