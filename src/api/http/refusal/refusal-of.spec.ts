import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { refusalOf } from './refusal-of.js';

describe('the refusal for a thrown value', () => {
  let logged: unknown[];
  beforeEach(() => {
    logged = [];
    const error = (message: unknown) => logged.push(message);
    Logger.overrideLogger({ error, log: error, warn: error });
  });
  afterEach(() => Logger.overrideLogger(true));

  it('is logged as one line while a database is out', () => {
    // The error of a host with two addresses, which has no message.
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(refusalOf(refused)).toMatchObject({ code: 'service_unavailable' });
    refusalOf(Object.assign(new Error('the database system is starting up'), { code: '57P03' }));
    refusalOf(Object.assign(new Error('column "one" does not exist'), { code: '42703' }));
    expect(logged).toEqual([
      'a database cannot answer: ECONNREFUSED',
      'a database cannot answer: the database system is starting up',
      'a database cannot answer: column "one" does not exist; it is being restored, or is of an older version: then restart the writer',
    ]);
  });

  it('is logged with its stack if the error is unexpected', () => {
    const unexpected = new TypeError('x is not a function');
    expect(refusalOf(unexpected)).toMatchObject({ code: 'internal_error' });
    expect(logged).toEqual([unexpected]);
  });
});
