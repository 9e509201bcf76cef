import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method } from '../http/method/method.decorator.js';
import { GET_COVERAGE } from './coverage.methods.js';
import { GetCoverageQuery } from './get-coverage.query.js';

@Controller(`${CHAIN_PATH}/coverage`)
export class CoverageController {
  constructor(private readonly queries: QueryBus) {}

  @Method('', GET_COVERAGE)
  getCoverage() {
    return this.queries.execute(new GetCoverageQuery());
  }
}
