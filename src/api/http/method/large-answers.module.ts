import { Module } from '@nestjs/common';
import { LargeAnswers } from './large-answers.js';

/** One for all methods: what is bounded is the memory of the process. */
@Module({ providers: [LargeAnswers], exports: [LargeAnswers] })
export class LargeAnswersModule {}
