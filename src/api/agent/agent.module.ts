import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OperationModule } from '../operation/operation.module.js';
import { AgentController } from './agent.controller.js';
import { ToolCaller } from './tool-caller.js';
import { ToolServer } from './tool-server.js';
import { ToolTable } from './tool-table.js';

@Module({
  imports: [DiscoveryModule, OperationModule],
  controllers: [AgentController],
  providers: [ToolTable, ToolCaller, ToolServer],
})
export class AgentModule {}
