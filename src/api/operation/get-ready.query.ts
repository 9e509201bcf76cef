import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { serviceUnavailable } from '../../kernel/refusal/record-refusals.js';
import { type ReadinessCheck, ReadinessChecks } from './readiness-checks.js';
import type { ReadyCheckDto, ReadyDto } from './ready.dto.js';

/** A dependency that takes longer than this to say that it is there is not there. */
const PATIENCE_MS = 2_000;

export class GetReadyQuery extends Query<ReadyDto> {}

@QueryHandler(GetReadyQuery)
export class GetReadyHandler implements IQueryHandler<GetReadyQuery> {
  private readonly logger = new Logger(GetReadyHandler.name);

  constructor(private readonly checks: ReadinessChecks) {}

  async execute(): Promise<ReadyDto> {
    return { status: 'ready', checks: await Promise.all(this.checks.all.map((check) => this.passed(check))) };
  }

  private async passed(check: ReadinessCheck): Promise<ReadyCheckDto> {
    const patience = new AbortController();
    try {
      await Promise.race([check.check(), outOfPatience(patience.signal)]);
      return { name: check.name, status: 'ok' };
    } catch (reason) {
      this.logger.warn({ check: check.name, reason: String(reason) });
      throw serviceUnavailable();
    } finally {
      patience.abort();
    }
  }
}

async function outOfPatience(signal: AbortSignal): Promise<void> {
  await setTimeout(PATIENCE_MS, undefined, { signal, ref: false }).catch(() => undefined);
  if (!signal.aborted) throw new Error(`no answer within ${PATIENCE_MS} ms`);
}
