import { Module } from '@nestjs/common';
import { ContractReader } from '../../records/code/contract.reader.js';
import { ContractCodeReader } from '../../records/code/contract-code.reader.js';
import { ContractProxyReader } from '../../records/code/contract-proxy.reader.js';
import { ContractEventsReader } from '../../records/log/contract-events.reader.js';
import { GetContractBytecodeHandler } from './code/get-contract-bytecode.query.js';
import { GetContractSelectorsHandler } from './code/get-contract-selectors.query.js';
import { ContractController } from './contract.controller.js';
import { ListContractEventsHandler } from './event/list-contract-events.query.js';
import { GetContractHandler } from './get-contract.query.js';
import { GetContractProxyHandler } from './proxy/get-contract-proxy.query.js';

@Module({
  controllers: [ContractController],
  providers: [
    ContractReader,
    ContractCodeReader,
    ContractEventsReader,
    ContractProxyReader,
    GetContractHandler,
    GetContractBytecodeHandler,
    GetContractSelectorsHandler,
    ListContractEventsHandler,
    GetContractProxyHandler,
  ],
})
export class ContractModule {}
