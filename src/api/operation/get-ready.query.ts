import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notReady } from '../refusal/record-refusals.js';
import { type ReadinessCheck, ReadinessChecks } from './readiness-checks.js';
import type { ReadyDto } from './ready.dto.js';

/** A dependency that takes longer to answer counts as missing. */
const PATIENCE_MS = 2_000;

export class GetReadyQuery extends Query<ReadyDto> {}

@QueryHandler(GetReadyQuery)
export class GetReadyHandler implements IQueryHandler<GetReadyQuery> {
  private readonly logger = new Logger(GetReadyHandler.name);
  readonly #failing = new Set<string>();
  #running: Promise<ReadyDto> | undefined;

  constructor(private readonly checks: ReadinessChecks) {}

  /** Open to everyone: concurrent requests share one check of the dependencies. */
  execute(): Promise<ReadyDto> {
    this.#running ??= this.look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  private async look(): Promise<ReadyDto> {
    const { all } = this.checks;
    await Promise.all(all.map((check) => this.lookAt(check)));
    if (this.#failing.size > 0)
      throw notReady(all.map(({ name }) => name).filter((name) => this.#failing.has(name)));
    return { status: 'ready', checks: all.map(({ name }) => ({ name, status: 'ok' })) };
  }

  /** Checks a dependency. It logs only changes, not every request. */
  private async lookAt(dependency: ReadinessCheck): Promise<void> {
    const { name } = dependency;
    const patience = new AbortController();
    try {
      await Promise.race([dependency.check(), outOfPatience(patience.signal)]);
      if (this.#failing.delete(name)) this.logger.warn(`ready again: ${name}`);
    } catch (reason) {
      if (this.#failing.has(name)) return;
      this.#failing.add(name);
      this.logger.warn(`not ready: ${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
    } finally {
      patience.abort();
    }
  }
}

async function outOfPatience(signal: AbortSignal): Promise<void> {
  await setTimeout(PATIENCE_MS, undefined, { signal, ref: false }).catch(() => undefined);
  if (!signal.aborted) throw new Error(`no answer within ${PATIENCE_MS} ms`);
}
