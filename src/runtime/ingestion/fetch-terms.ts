import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFINITIONS } from '../../definition/read-definitions.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { FetchTerms } from '../../ingestion/fetch/fetch-terms.js';
import { isWhole } from '../../node/execution/capabilities.js';
import type { ExecutionSource } from '../../node/execution/execution-source.js';
import { MIGRATIONS, migrationFiles } from '../../platform/postgres/migration-files.js';
import { RELEASE } from '../../platform/release.js';
import { chainRules } from '../projection/chain-rules.js';

/** The terms of this process, which a writer and a process that fetches for it must share. */
export async function fetchTerms(
  source: Pick<ExecutionSource, 'capabilities'>,
  schedule: ForkSchedule,
  firstBlock: number,
): Promise<FetchTerms> {
  const migrations = await migrationFiles(MIGRATIONS);
  return {
    release: RELEASE,
    schema: migrations.at(-1)!,
    definitions: digestOf(
      definitionFiles().map((name) => [name, readFileSync(join(DEFINITIONS, name), 'utf8')]),
    ),
    rules: chainRules(schedule, firstBlock),
    records: recordsOf(source),
  };
}

function definitionFiles(): string[] {
  return readdirSync(DEFINITIONS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort();
}

/** Records that every node with whole blocks gives; without such a node, those that every node gives. */
function recordsOf({ capabilities: nodes }: Pick<ExecutionSource, 'capabilities'>): string {
  const whole = nodes.filter(({ capabilities }) => isWhole(capabilities));
  const givers = (whole.length > 0 ? whole : nodes).map(({ capabilities }) => capabilities);
  const given = {
    frames: givers.every(({ frames }) => frames !== 'none'),
    'failed frames': givers.every(({ frames }) => frames === 'debug_callTracer'),
    'state diffs': givers.every(({ state }) => state !== 'none'),
    'access lists': givers.every(({ lists }) => lists !== 'none'),
  };
  return Object.entries(given)
    .filter(([, isGiven]) => isGiven)
    .map(([name]) => name)
    .join(', ');
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
