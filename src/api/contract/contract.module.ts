import { Module } from '@nestjs/common';
import { CallBundleReader } from '../../bundle/call-bundle.reader.js';
import { LightClientReader } from '../../bundle/light-client.reader.js';
import { ContractReader } from '../../records/code/contract.reader.js';
import { ContractCodeReader } from '../../records/code/contract-code.reader.js';
import { ContractProxyReader } from '../../records/code/contract-proxy.reader.js';
import { ContractEventsReader } from '../../records/log/contract-events.reader.js';
import { ViewCallReader } from '../../state/call/view-call.reader.js';
import { BlockModule } from '../block/block.module.js';
import { chainController } from '../http/method/chain-controller.js';
import { LargeAnswersModule } from '../http/method/large-answers.module.js';
import { GetCallBundleHandler, GetCallBundleQuery } from './call/get-call-bundle.query.js';
import { GetContractCallHandler, GetContractCallQuery } from './call/get-contract-call.query.js';
import { GetContractBytecodeHandler, GetContractBytecodeQuery } from './code/get-contract-bytecode.query.js';
import {
  GetContractSelectorsHandler,
  GetContractSelectorsQuery,
} from './code/get-contract-selectors.query.js';
import { ListContractEventsHandler, ListContractEventsQuery } from './event/list-contract-events.query.js';
import { GetContractHandler, GetContractQuery } from './get-contract.query.js';
import { GetContractProxyHandler, GetContractProxyQuery } from './proxy/get-contract-proxy.query.js';

@Module({
  imports: [BlockModule, LargeAnswersModule],
  controllers: [
    chainController(
      GetContractQuery,
      GetContractBytecodeQuery,
      GetContractSelectorsQuery,
      ListContractEventsQuery,
      GetContractProxyQuery,
      GetContractCallQuery,
      GetCallBundleQuery,
    ),
  ],
  providers: [
    ContractReader,
    ContractCodeReader,
    ContractEventsReader,
    ContractProxyReader,
    ViewCallReader,
    CallBundleReader,
    LightClientReader,
    GetContractHandler,
    GetContractBytecodeHandler,
    GetContractSelectorsHandler,
    ListContractEventsHandler,
    GetContractProxyHandler,
    GetContractCallHandler,
    GetCallBundleHandler,
  ],
  exports: [ViewCallReader],
})
export class ContractModule {}
