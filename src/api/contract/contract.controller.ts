import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GetContractBytecodeQuery } from './code/get-contract-bytecode.query.js';
import { GetContractSelectorsQuery } from './code/get-contract-selectors.query.js';
import {
  GET_CONTRACT,
  GET_CONTRACT_BYTECODE,
  GET_CONTRACT_PROXY,
  GET_CONTRACT_SELECTORS,
  LIST_CONTRACT_EVENTS,
} from './contract.methods.js';
import { ContractEventsParameters, ContractParameters } from './contract.parameters.js';
import { ListContractEventsQuery } from './event/list-contract-events.query.js';
import { GetContractQuery } from './get-contract.query.js';
import { GetContractProxyQuery } from './proxy/get-contract-proxy.query.js';

@Controller(`${CHAIN_PATH}/contracts`)
export class ContractController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':address', GET_CONTRACT)
  getContract(@Parameters() parameters: ContractParameters) {
    return this.queries.execute(new GetContractQuery(parameters));
  }

  @Method(':address/bytecode', GET_CONTRACT_BYTECODE)
  getContractBytecode(@Parameters() parameters: ContractParameters) {
    return this.queries.execute(new GetContractBytecodeQuery(parameters));
  }

  @Method(':address/selectors', GET_CONTRACT_SELECTORS)
  getContractSelectors(@Parameters() parameters: ContractParameters) {
    return this.queries.execute(new GetContractSelectorsQuery(parameters));
  }

  @Method(':address/events', LIST_CONTRACT_EVENTS)
  listContractEvents(@Parameters() parameters: ContractEventsParameters) {
    return this.queries.execute(new ListContractEventsQuery(parameters));
  }

  @Method(':address/proxy', GET_CONTRACT_PROXY)
  getContractProxy(@Parameters() parameters: ContractParameters) {
    return this.queries.execute(new GetContractProxyQuery(parameters));
  }
}
