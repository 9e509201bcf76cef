import { describe, expect, it } from '@jest/globals';
import type { LogLevel } from '../config/environment-variables.js';
import { createLogger } from './logger.js';
import { NestLogger } from './nest-logger.js';

function recording(level: LogLevel, isTTY = false) {
  const lines: string[] = [];
  return { lines, logger: createLogger(level, { isTTY, write: (line) => lines.push(line) }) };
}

describe('the logger', () => {
  it('writes one JSON object per line for machines', () => {
    const { lines, logger } = recording('info');
    logger.with({ context: 'head' }).info('appended', { block: 7, durationMs: 1.5 });
    logger.debug('not worth it');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'info',
      context: 'head',
      block: 7,
      durationMs: 1.5,
      msg: 'appended',
    });
    expect(lines[0]).toMatch(/\}\n$/);
  });

  it('writes short lines for people, whatever strangers put into them', () => {
    const { lines, logger } = recording('debug', true);
    logger.info('appended', { block: 7 });
    logger.warn('refused\x1b[2J', { node: 'a\nb', context: 'source' });
    logger.error('broke', { err: new Error('no disk') });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d appended block=7\n$/);
    expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d WARN \[source\] refused\\u\{1b\}\[2J node=a\\u\{a\}b\n$/);
    expect(lines[2]).toMatch(/^\d\d:\d\d:\d\d ERROR broke\n {4}Error: no disk\n {8}at /);
  });

  it('lets Nest speak', () => {
    const { lines, logger } = recording('trace');
    const nest = new NestLogger(logger);
    nest.log('Mapped {/block, GET} route', 'RouterExplorer');
    nest.error('it broke', 'Error: it broke\n    at here', 'ExceptionsHandler');
    nest.error(new Error('no disk'), 'Injector');
    nest.warn('careful');
    const [mapped, broke, thrown, careful] = lines.map((line) => JSON.parse(line));
    expect(mapped).toMatchObject({ level: 'debug', context: 'RouterExplorer' });
    expect(broke).toMatchObject({
      level: 'error',
      msg: 'it broke',
      context: 'ExceptionsHandler',
      err: { stack: expect.stringContaining('at here') },
    });
    expect(thrown).toMatchObject({
      msg: 'no disk',
      context: 'Injector',
      err: { type: 'Error', message: 'no disk' },
    });
    expect(careful).toMatchObject({ level: 'warn', msg: 'careful' });
  });
});
