import { Module } from '@nestjs/common';
import { chainController } from '../http/method/chain-controller.js';
import { GetNetworkHandler, GetNetworkQuery } from './get-network.query.js';

@Module({ controllers: [chainController(GetNetworkQuery)], providers: [GetNetworkHandler] })
export class NetworkModule {}
