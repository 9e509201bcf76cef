import { Module } from '@nestjs/common';
import { GetNetworkHandler } from './get-network.query.js';
import { NetworkController } from './network.controller.js';

@Module({ controllers: [NetworkController], providers: [GetNetworkHandler] })
export class NetworkModule {}
