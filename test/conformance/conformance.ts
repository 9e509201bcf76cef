import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckedKeys, runChecker } from './checker.js';
import { parseRules } from './rules.js';
import { concerns } from './rules-of-operations.js';
import { findSamples } from './samples.js';
import { ServiceClient } from './service-client.js';
import { testedRules } from './tested-rules.js';

/** A running service, and how to stop it. */
export interface ServiceUnderTest {
  readonly baseUrl: string;
  readonly keys: CheckedKeys;
  /** URL at which calls are paid for. */
  readonly payUrl?: string;
  stop(): Promise<void>;
}

export interface ConformanceOptions {
  /** Starts the service with a chain that does not grow. */
  readonly start: () => Promise<ServiceUnderTest>;
  /** Directory of the contract. */
  readonly contract: string;
  /** Operation ids to check; by default those that the service lists as built. */
  readonly only?: readonly string[];
  readonly print: (line: string) => void;
}

/**
 * Checks a running service against the contract. Prints the checker's result, and the rules of these operations that no test names.
 * @returns the checker's exit code
 */
export async function conformance({ start, contract, only, print }: ConformanceOptions): Promise<number> {
  const service = await start();
  try {
    const client = new ServiceClient(service.baseUrl, service.keys.high);
    const operations = only ?? (await client.operations());
    const samples = await findSamples(client);
    const { exitCode, summary, output } = await runChecker(join(contract, 'check.mjs'), {
      ...service,
      samples,
      operations,
    });
    print(exitCode === 0 ? summary : output.trimEnd());
    const untested = await untestedRules(contract, operations);
    print(
      untested.length === 0
        ? 'every rule of these operations has a test'
        : `rules without a test: ${untested.join(' ')}`,
    );
    return exitCode;
  } finally {
    await service.stop();
  }
}

async function untestedRules(contract: string, operations: readonly string[]): Promise<readonly string[]> {
  const rules = parseRules(await readFile(join(contract, 'rules.md'), 'utf8'));
  const tested = await testedRules(['src', 'test']);
  const evaluated = new Set(operations);
  return rules.filter((rule) => concerns(rule, evaluated) && !tested.has(rule.id)).map(({ id }) => id);
}
